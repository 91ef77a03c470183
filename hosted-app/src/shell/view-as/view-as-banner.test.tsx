import { exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VIEW_AS_PATH } from '../../paths.ts'
import { ForumAt } from '../../testing/forum-at.tsx'
import { asRole, viewedRole } from '../../view-as.ts'
import { ViewAsBanner } from './view-as-banner.tsx'

beforeEach(() => cleanup())
afterEach(() => sessionStorage.clear())

test('the banner says as whom the forum is viewed, and ends it', async () => {
  const onStop = vi.fn()
  render(<ViewAsBanner viewedAs="member" onStop={onStop} />)
  expect(screen.getByText(/viewing the forum as a member/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stop viewing as' }))
  expect(onStop).toHaveBeenCalled()
})

test('an admin chooses a role, which the server logs before the forum is shown', async () => {
  const viewAsStart = vi.fn(() => ({}))
  const viewer = exampleMe({ networkAdmin: true })
  render(<ForumAt path={VIEW_AS_PATH} viewer={viewer} callResponses={{ viewAsStart }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'View as a moderator' }))
  await waitFor(() => expect(viewAsStart).toHaveBeenCalledWith({ role: 'moderator' }))
  await waitFor(() => expect(viewedRole()).toBe('moderator'))
})

test('every request names the role', async () => {
  const transport = vi.fn(async () => new Response())
  await asRole(transport, 'visitor')('/api/me', { method: 'GET', headers: { accept: 'x' } })
  expect(transport).toHaveBeenCalledWith('/api/me', {
    method: 'GET',
    headers: { accept: 'x', 'x-stoa-view-as': 'visitor' },
  })
  expect(asRole(transport, null)).toBe(transport)
})
