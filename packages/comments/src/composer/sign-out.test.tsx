import { StoaError } from '@stoa/client'
import { deny } from '@stoa/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadWriterTools, showThread, textBox } from '../testing/member-thread.tsx'
import { storyActions } from '../testing/story-actions.ts'

beforeAll(loadWriterTools)

it('signs out next to the name, and keeps the text', async () => {
  const signOut = vi.fn(() => Promise.resolve())
  const actions = storyActions({ signOut })
  const { change } = showThread({ actions })
  await userEvent.type(textBox(), 'Hello')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(signOut).toHaveBeenCalledOnce()
  change({ actions, viewer: null, permission: deny('AUTH_REQUIRED') })
  expect(await screen.findByText('You’re signed out. Your text is still here.')).toBeTruthy()
  expect(screen.queryByText(/Posting as/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
  expect(document.activeElement).toBe(textBox())
  expect(textBox().value).toBe('Hello')
})

it('shows why signing out failed', async () => {
  const offline = new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
  showThread({}, { signOut: () => Promise.reject(offline) })
  await userEvent.click(textBox())
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText(/Couldn’t reach the server/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
})

it('offers signing out only if the page has no other way, and to banned people too', async () => {
  const { change } = showThread()
  await userEvent.click(textBox())
  await screen.findByText('Posting as Palmate Newt')
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
  change({ permission: deny('BANNED'), actions: storyActions({ signOut: () => Promise.resolve() }) })
  expect(await screen.findByRole('button', { name: 'Sign out' })).toBeTruthy()
})

it.each([
  ['a closed thread', deny('POST_CLOSED'), deny('POST_CLOSED')],
  ['a ban', deny('BANNED'), deny('AUTH_REQUIRED')],
])('keeps focus and announces signing out from the notice of %s', async (_, before, after) => {
  const actions = storyActions({ signOut: () => Promise.resolve() })
  const { change } = showThread({ actions, permission: before })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  change({ actions, viewer: null, permission: after })
  expect((await screen.findByText('You’re signed out.')).closest('[role=status]')).toBeTruthy()
  const place = screen.queryByText('Comments are closed.')?.parentElement ?? textBox()
  await waitFor(() => expect(document.activeElement).toBe(place))
})
