import { allow, deny } from '@stoa/contract'
import { exampleMe } from '@stoa/contract/fixtures'
import { ownDraftKey } from '@stoa/store'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { MemberThread, showThread, textBox } from '../testing/member-thread.tsx'
import { storyActions, storyDrafts } from '../testing/story-actions.ts'
import type { CommentDrafts } from '../thread/thread-context.ts'

/** Drafts that load on demand, with the other writing code. */
function lateDrafts() {
  const drafts = storyDrafts()
  let arrive = (_: CommentDrafts) => {}
  const coming = new Promise<CommentDrafts>((resolve) => (arrive = resolve))
  return { drafts, actions: { drafts: () => coming }, arrive: () => arrive(drafts) }
}

// First in its file: once loaded, the code stays.
it('follows the thread’s keys pressed before their code was loaded', async () => {
  showThread()
  const [first] = screen.getAllByRole('article')
  first?.focus()
  await userEvent.keyboard('jj')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Reply by Grey Heron/))
})

it('sends once on Ctrl+Enter pressed before the code for writing was loaded, with the current text', async () => {
  const submit = vi.fn(() => Promise.resolve())
  const late = lateDrafts()
  showThread({}, { ...late.actions, submit })
  const box = textBox()
  await userEvent.type(box, 'Typed and sent')
  await userEvent.keyboard('{Control>}{Enter}{/Control}{Control>}{Enter}{/Control}')
  await userEvent.type(box, ' at once')
  expect(submit).not.toHaveBeenCalled()
  late.arrive()
  await waitFor(() => expect(submit).toHaveBeenCalledOnce())
  expect(submit).toHaveBeenCalledWith(expect.objectContaining({ content: 'Typed and sent at once' }))
  await waitFor(() => expect(box.value).toBe(''))
  await userEvent.type(box, 'Another')
  expect(submit).toHaveBeenCalledOnce()
})

it('sends once on Ctrl+Enter pressed as soon as its button can be', async () => {
  let settle = () => {}
  const submit = vi.fn(() => new Promise<void>((resolve) => (settle = resolve)))
  const late = lateDrafts()
  const { container } = showThread({}, { ...late.actions, submit })
  const box = textBox()
  await userEvent.type(box, 'Typed early')
  // Called right after the update, before anything else is.
  new MutationObserver((_, observer) => {
    const button = screen.queryByRole<HTMLButtonElement>('button', { name: 'Comment' })
    if (!button || button.disabled) return
    observer.disconnect()
    fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
  }).observe(container, { subtree: true, childList: true, attributes: true })
  late.arrive()
  await waitFor(() => expect(submit).toHaveBeenCalled())
  settle()
  await waitFor(() => expect(box.value).toBe(''))
  await userEvent.type(box, 'Another')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled).toBe(false))
  expect(submit).toHaveBeenCalledOnce()
})

it('sends nothing on an early Ctrl+Enter in an empty box, and listens from then on', async () => {
  const submit = vi.fn(() => Promise.resolve())
  const late = lateDrafts()
  showThread({}, { ...late.actions, submit })
  const box = textBox()
  box.focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  late.arrive()
  await screen.findByRole('button', { name: 'Comment' })
  await userEvent.type(box, 'Later')
  expect(submit).not.toHaveBeenCalled()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(submit).toHaveBeenCalledOnce())
})

it('closes a reply on an early Escape, and keeps the draft', async () => {
  const late = lateDrafts()
  showThread({}, late.actions)
  await userEvent.click(screen.getAllByRole('button', { name: 'Reply' })[0] as HTMLElement)
  await userEvent.type(textBox(/Write a reply/), 'Half{Escape}')
  late.arrive()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Write a reply/ })).toBeNull())
  await userEvent.click(screen.getAllByRole('button', { name: 'Reply' })[0] as HTMLElement)
  await waitFor(() => expect(textBox(/Write a reply/).value).toBe('Half'))
})

it('stores the draft when the box is removed, not later', () => {
  localStorage.clear()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(<MemberThread actions={storyActions(lateDrafts().actions)} />))
  textBox().value = 'Half a thought'
  flushSync(() => root.unmount())
  expect(localStorage.getItem(`stoa.draft:${ownDraftKey('p1 comment', exampleMe().id)}`)).toContain('Half a thought')
})

it('leaves a text where it was typed until somebody else signs in, who sees an empty box', async () => {
  localStorage.clear()
  const late = lateDrafts()
  const { change } = showThread({}, late.actions)
  const me = exampleMe()
  await userEvent.type(textBox(), 'Half a thought')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  change({ viewer: null, permission: deny('AUTH_REQUIRED') })
  expect(textBox().value).toBe('Half a thought')
  change({ viewer: exampleMe({ id: 'u-other' }), permission: allow })
  expect(textBox().value).toBe('')
  expect(textBox().parentElement?.dataset.text).toBe('')
  expect(localStorage.getItem(`stoa.draft:${ownDraftKey('p1 comment', me.id)}`)).toContain('Half a thought')
  expect(localStorage).toHaveLength(1)
  late.arrive()
  await screen.findByRole('button', { name: 'Comment' })
  expect([textBox().value, late.drafts.get('p1 comment')]).toEqual(['', ''])
})

it('leaves a visitor’s text to whoever signs in', () => {
  const { change } = showThread({ viewer: null, permission: deny('AUTH_REQUIRED') }, lateDrafts().actions)
  textBox().value = 'Half a thought'
  change({ viewer: exampleMe(), permission: allow })
  expect(textBox().value).toBe('Half a thought')
})
