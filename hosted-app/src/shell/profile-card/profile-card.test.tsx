import { exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'

const person = exampleMe({ profileTitle: 'Keeper of the boat shed' })
const userGet = vi.fn(() => ({ user: person, followers: 3, following: 5, communities: [] }))
beforeEach(() => void userGet.mockClear())

async function show() {
  await import('./profile-card.tsx')
  const post = exampleSummary({
    publisherId: person.id,
    publisherSlugUrl: person.slugUrl,
    publisherName: person.username,
    publisherProfileName: person.displayName,
  })
  render(<ForumAt path="/bbs/FORUM" viewer={null} posts={[post]} callResponses={{ userGet }} />)
  await waitFor(() => expect(author()).toBeTruthy())
  // Listening begins with the effects after the first paint.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  return author() as HTMLAnchorElement
}
const author = () => document.querySelector<HTMLAnchorElement>('a.stoa-card-author')
const card = () => document.querySelector('.stoa-app-profile-card')

test('a pointer that rests on a name sees the card, until it is elsewhere', async () => {
  const link = await show()
  fireEvent.pointerOver(link, { pointerType: 'mouse' })
  expect(await screen.findByText(`@${person.username}`)).toBeTruthy()
  expect(card()?.textContent).toContain('3 followers · 5 following')
  expect(document.activeElement).toBe(document.body)
  fireEvent.pointerOver(screen.getByText(`@${person.username}`), { pointerType: 'mouse' })
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(card()).toBeTruthy()
  fireEvent.pointerOver(document.body, { pointerType: 'mouse' })
  await waitFor(() => expect(card()).toBeNull())
  fireEvent.pointerOver(link, { pointerType: 'mouse' })
  await waitFor(() => expect(card()).toBeTruthy())
  expect(userGet).toHaveBeenCalledOnce()
})

test('touch, and a pointer that only passes over a name, load nothing', async () => {
  const link = await show()
  fireEvent.pointerOver(link, { pointerType: 'touch' })
  fireEvent.pointerOver(link, { pointerType: 'mouse' })
  fireEvent.pointerOver(document.body, { pointerType: 'mouse' })
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)))
  expect([userGet.mock.calls.length, card()]).toEqual([0, null])
  fireEvent.pointerOver(link, { pointerType: 'mouse' })
  await waitFor(() => expect(card()).toBeTruthy())
})

test('i on a focused name opens the card, and Escape or Tab return to the name', async () => {
  const link = await show()
  link.focus()
  await userEvent.keyboard('i')
  await waitFor(() => expect(document.activeElement).toBe(card()?.querySelector('a')))
  await userEvent.keyboard('{Escape}')
  expect(card()).toBeNull()
  expect(document.activeElement).toBe(link)
  await userEvent.keyboard('i')
  await waitFor(() => expect(card()?.contains(document.activeElement)).toBe(true))
  await userEvent.tab({ shift: true })
  expect(card()).toBeNull()
  expect(document.activeElement).toBe(link)
})

test('the keyboard’s focus on a name shows the card and stays there, until it moves on', async () => {
  const link = await show()
  // Browsers decide by the last input.
  vi.spyOn(link, 'matches').mockReturnValue(true)
  act(() => link.focus())
  await waitFor(() => expect(card()).toBeTruthy())
  expect(document.activeElement).toBe(link)
  fireEvent.pointerOver(document.body, { pointerType: 'mouse' })
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(card()).toBeTruthy()
  await userEvent.tab()
  await waitFor(() => expect(card()).toBeNull())
  expect(document.activeElement).not.toBe(document.body)
})

test('what somebody wrote about themselves has its language, their name has none', async () => {
  userGet.mockReturnValueOnce({ ...userGet(), user: { ...person, profileTitle: 'מי בא לים בשבת?' } })
  fireEvent.pointerOver(await show(), { pointerType: 'mouse' })
  const title = await screen.findByText('מי בא לים בשבת?')
  expect([title.dir, title.lang]).toEqual(['auto', 'he'])
  const name = card()?.querySelector<HTMLElement>('a[dir]')
  expect([name?.dir, name?.lang]).toEqual(['auto', ''])
})
