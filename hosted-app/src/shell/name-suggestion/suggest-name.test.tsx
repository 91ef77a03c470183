import { exampleMe } from '@stoa/contract/fixtures'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'

const madeUp = exampleMe({ username: 'member_x7k2p', displayName: 'member_x7k2p', hasMadeUpName: true })
const keep = () => screen.queryByRole('button', { name: 'Keep this one' })

test.each(['Keep this one', 'Choose a name'])(
  'a generated name is asked about once: after “%s” it counts as chosen',
  async (word) => {
    const userUsername = vi.fn((input: { username: string }) => ({ user: { ...madeUp, ...input } }))
    render(<ForumAt path="/bbs/picker" viewer={madeUp} callResponses={{ userUsername }} />)
    await screen.findByText(/Your name appears as/)
    expect(document.activeElement).toBe(document.body)
    await userEvent.click(screen.getByText(word))
    expect(keep()).toBeNull()
    expect(userUsername.mock.calls.map(([input]) => input)).toEqual([{ username: 'member_x7k2p' }])
  },
)

test('people with a chosen name aren’t asked, and the account settings never ask', async () => {
  const { unmount } = render(<ForumAt path="/bbs/picker" viewer={exampleMe()} />)
  await screen.findByRole('button', { name: /Your account/ })
  expect(keep()).toBeNull()
  unmount()
  render(<ForumAt path="/bbs/my-account/settings" viewer={madeUp} />)
  await screen.findByRole('heading', { name: 'Username' })
  expect(keep()).toBeNull()
})
