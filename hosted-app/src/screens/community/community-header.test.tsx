import { CommunityStatus } from '@stoa/contract'
import { exampleCommunity, exampleMe } from '@stoa/contract/fixtures'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'

const member = exampleMe({ joinedCommunities: ['FORUM'] })
const owner = exampleMe({ joinedCommunities: ['FORUM'], tokenOwner: ['FORUM'] })

test('leaving and undoing it keep the focus on the button', async () => {
  render(<ForumAt path="/bbs/FORUM" viewer={member} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Joined' }))
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Join' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Joined' }))
})

test('leaving an archived community moves the focus to its name', async () => {
  const community = exampleCommunity({ publishStatus: CommunityStatus.archived })
  render(<ForumAt path="/bbs/FORUM" viewer={member} communities={[community]} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Joined' }))
  await screen.findByText(/^You left/)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('settings have no button for leaving', async () => {
  render(<ForumAt path="/bbs/FORUM/tab/about" viewer={owner} />)
  expect(await screen.findByRole('button', { name: 'Joined' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
  expect(await screen.findByRole('link', { name: 'General' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Joined' })).toBeNull()
})

test('a banned member sees the ban and no button for leaving', async () => {
  const viewer = { ...member, bannedCommunities: { FORUM: 0 } }
  render(<ForumAt path="/bbs/FORUM" viewer={viewer} />)
  expect(await screen.findByText(/^This ban is permanent/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Joined' })).toBeNull()
})

test('a community’s title and description have their language where it isn’t the page’s', async () => {
  const community = exampleCommunity({ title: 'קהילת הים', about: 'מי בא לים בשבת?' })
  const { container } = render(<ForumAt path="/bbs/FORUM" viewer={null} communities={[community]} />)
  const title = await screen.findByRole('heading', { level: 1, name: 'קהילת הים' })
  const about = container.querySelector<HTMLElement>('.stoa-app-community-about')
  expect([title, about].map((element) => [element?.dir, element?.lang])).toEqual([
    ['auto', 'he'],
    ['auto', 'he'],
  ])
})
