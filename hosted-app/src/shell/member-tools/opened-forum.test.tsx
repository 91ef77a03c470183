import { exampleMe } from '@stoa/contract/fixtures'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'
import { rememberOpened } from './opened-forum.ts'

test('the page after opening the forum says so once, and has the focus', async () => {
  rememberOpened()
  const { unmount } = render(<ForumAt path="/" viewer={exampleMe({ networkAdmin: true })} />)
  expect(await screen.findByText('Your forum is open.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  unmount()
  render(<ForumAt path="/" viewer={exampleMe({ networkAdmin: true })} />)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText('Your forum is open.')).toBeNull()
})
