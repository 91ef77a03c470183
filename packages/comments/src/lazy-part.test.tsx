import { DRAFT_PREFIX } from '@stoa/store'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { showThread, textBox } from './testing/member-thread.tsx'

/** State of the network for the writing code. */
const code = vi.hoisted(() => ({ isThere: false, requestCount: 0 }))
vi.mock('./writer-tools.ts', (original) => {
  code.requestCount += 1
  if (!code.isThere) throw new TypeError('Failed to fetch dynamically imported module: /assets/writer-tools-x.js')
  return original()
})

beforeEach(() => localStorage.clear())

it('is not loaded without interaction, but by a thread key pressed anywhere on the page', async () => {
  showThread({ keys: 'page' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(code.requestCount).toBe(0)
  fireEvent.keyDown(document.body, { key: 'x' })
  expect(code.requestCount).toBe(0)
  fireEvent.keyDown(document.body, { key: 'j' })
  await vi.waitFor(() => expect(code.requestCount).toBe(1))
  cleanup()
})

// One test, in order: once loaded, the code stays.
it('reports code that failed to load, retries, offers to reload, and loses no text', async () => {
  showThread()
  const box = textBox()
  await userEvent.type(box, 'Typed in a tunnel')
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getByText('Couldn’t load this part.')).toBeTruthy()
  // One error for the action; the thread's keys wait until the next occasion.
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(document.body.textContent).not.toContain('dynamically imported')
  expect(notice.queryByRole('button', { name: 'Reload the page' })).toBeNull()

  await userEvent.click(notice.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Reload the page' })
  window.dispatchEvent(new Event('pagehide'))
  const stored = Object.entries(localStorage).find(([key]) => key.startsWith(`${DRAFT_PREFIX}p1 comment`))
  expect(stored?.[1]).toContain('Typed in a tunnel')

  code.isThere = true
  await userEvent.click(notice.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Comment' })).toBeTruthy()
  expect(screen.queryByText('Couldn’t load this part.')).toBeNull()
  expect(box.value).toBe('Typed in a tunnel')
})
