import { exampleFeed, examplePost } from '@stoa/contract/fixtures'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'
import { switchShortcuts } from './shortcut-switch.ts'

beforeEach(() => switchShortcuts(true))

const postPath = `/bbs/FORUM/community/${examplePost().slugUrl}`
const focusedCard = () => document.activeElement?.closest('.stoa-card')

async function show(path: string, content: ForumContent = {}) {
  render(<ForumAt path={path} {...content} />)
  await screen.findAllByRole('article')
}

test('a key pressed before its code has loaded does nothing once somebody types', async () => {
  await show('/bbs/FORUM')
  fireEvent.keyDown(document.body, { key: 'j' })
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await import('./shortcut-keys.tsx')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(document.activeElement).toBe(field)
  field.remove()
})

test('j and k walk through the posts, o opens one', async () => {
  await show('/bbs/FORUM')
  // The first key works once its code has loaded.
  await userEvent.keyboard('j')
  await waitFor(() => expect(focusedCard()).toBeTruthy())
  const cards = Array.from(document.querySelectorAll('.stoa-card'))
  cards[0]?.querySelector<HTMLElement>('.stoa-card-title a')?.focus()
  await userEvent.keyboard('jjk')
  expect(focusedCard()).toBe(cards[1])
  await userEvent.keyboard('o')
  await waitFor(() => expect(document.querySelector('.stoa-post')).toBeTruthy())
})

test('l likes and s saves the focused post, without a focus the shown one', async () => {
  const saved = vi.fn(({ save }: { save: boolean }) => ({ saved: save }))
  await show(postPath, { callResponses: { postSave: saved } })
  const like = await waitFor(() => {
    const button = document.querySelector('.stoa-post-footer [data-reaction="thumb-up"]')
    if (!button) throw new Error('no reactions')
    return button
  })
  await userEvent.keyboard('l')
  await waitFor(() => expect(like.getAttribute('aria-pressed')).toBe('true'))
  await userEvent.keyboard('s')
  await screen.findByText('Saved')
  expect(saved).toHaveBeenCalledTimes(1)
})

test('the second key after g leads somewhere and does nothing else', async () => {
  await show('/bbs/FORUM')
  await userEvent.keyboard('gm')
  await screen.findByRole('heading', { name: 'Messages' })
})

test('nothing happens with modifiers, in fields and in dialogs', async () => {
  await show('/bbs/FORUM')
  await userEvent.keyboard('j')
  await waitFor(() => expect(focusedCard()).toBeTruthy())
  const before = document.activeElement
  fireEvent.keyDown(before as Element, { key: 'j', ctrlKey: true })
  expect(document.activeElement).toBe(before)
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  fireEvent.keyDown(field, { key: 'j' })
  expect(document.activeElement).toBe(field)
  field.remove()
  await userEvent.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(focusedCard()).toBeFalsy()
  fireEvent.keyDown(document.body, { key: 'g' })
  fireEvent.keyDown(document.body, { key: 'm' })
  expect(screen.queryByRole('heading', { name: 'Messages' })).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})

test('Escape leaves a post, but not a control in it', async () => {
  await show('/bbs/FORUM')
  await userEvent.keyboard('j')
  await waitFor(() => expect(focusedCard()).toBeTruthy())
  const control = focusedCard()?.querySelector<HTMLElement>('button:not(:disabled)')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement?.id).toBe('main')
  control?.focus()
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(control)
})

test('a held key likes once', async () => {
  await show(postPath)
  const like = await waitFor(() => {
    const button = document.querySelector('.stoa-post-footer [data-reaction="thumb-up"]')
    if (!button) throw new Error('no reactions')
    return button
  })
  fireEvent.keyDown(document.body, { key: 'l' })
  await waitFor(() => expect(like.getAttribute('aria-pressed')).toBe('true'))
  fireEvent.keyDown(document.body, { key: 'l', repeat: true })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(like.getAttribute('aria-pressed')).toBe('true')
})

test('the list shows what works on the page; its switch turns all off', async () => {
  await show('/bbs/FORUM', { posts: exampleFeed })
  await userEvent.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(screen.getByText('Next comment or post')).toBeTruthy()
  expect(screen.queryByText('Back to the list')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Use keyboard shortcuts' }))
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('?')
  await userEvent.keyboard('j')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(focusedCard()).toBeFalsy()
  // The footer still opens it.
  await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
})
