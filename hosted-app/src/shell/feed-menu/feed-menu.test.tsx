import { exampleCommunity } from '@stoa/contract/fixtures'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'

const joined = ['BOATS', 'SHEDS'].map((tokenName) => ({
  ...exampleCommunity({ tokenName, title: tokenName }),
  hasNew: true,
}))
const choose = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for this feed' }))
  await userEvent.click(screen.getByRole('menuitem', { name }))
}

it('marks a community or all as read', async () => {
  render(<ForumAt path="/bbs/FORUM" joined={joined} />)
  await choose(/^Mark all as read/)
  await screen.findByText('Marked as read')
  await choose(/^Mark all communities as read$/)
  await waitFor(() => expect(screen.queryAllByText('Marked as read').length).toBeGreaterThan(0))
})

it('tells why that failed', async () => {
  render(<ForumAt path="/bbs/FORUM" calls={{ postReadAll: 'fails' }} />)
  await choose(/^Mark all as read/)
  await screen.findByRole('alert')
  expect(screen.queryByText('Marked as read')).toBeNull()
})

it('is for members only', async () => {
  render(<ForumAt path="/bbs/FORUM" viewer={null} />)
  await screen.findByRole('heading', { name: 'The Forum' })
  expect(screen.queryByRole('button', { name: 'More actions for this feed' })).toBeNull()
})
