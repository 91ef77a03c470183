import { CommentStatus, PostStatus } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const moderator = exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } })
const post = exampleSummary({ status: PostStatus.pending, title: 'Whose boat?' })
const comments = ['First words.', 'More words.'].map((content) =>
  exampleBranch(
    exampleComment(content === 'More words.' ? 'otter' : 'wren', { content, status: CommentStatus.pending }),
  ),
)

const show = (content: ForumContent) => render(<ForumAt path="/bbs/FORUM/tab/pending" {...content} />)

test('a moderator finds what waits by a tab of the community, and approves a comment there', async () => {
  show({ viewer: moderator, waiting: { posts: [post], comments } })
  const posts = await screen.findByRole('region', { name: 'Posts that wait for approval' })
  expect(within(posts).getByRole('link', { name: 'Whose boat?' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Waiting', current: 'page' })).toBeTruthy()
  const list = screen.getByRole('region', { name: 'Comments that wait for approval' })
  const [first] = within(list).getAllByRole('button', { name: 'Approve' })
  await userEvent.click(first!)
  await waitFor(() => expect(screen.queryByText('First words.')).toBeNull())
  expect(screen.getByText('More words.')).toBeTruthy()
  // The button has gone; the focus stays with the list.
  expect(document.activeElement?.contains(list)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('whoever decides about stories only finds them, and asks for no comments', async () => {
  const editor = exampleMe({ tokenPermissions: { FORUM: ['hidePremiumContent'] } })
  show({ viewer: editor, waiting: { posts: [post], comments } })
  const posts = await screen.findByRole('region', { name: 'Posts that wait for approval' })
  expect(within(posts).getByRole('link', { name: 'Whose boat?' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Waiting', current: 'page' })).toBeTruthy()
  expect(screen.queryByText('First words.')).toBeNull()
})

test('says so when nothing waits', async () => {
  show({ viewer: moderator })
  expect(await screen.findByText('Nothing waits for approval')).toBeTruthy()
})

test.each([
  ['a member', exampleMe()],
  ['a visitor', null],
])('to %s there is no such page and no tab', async (_, viewer) => {
  show({ viewer, waiting: { posts: [post], comments } })
  expect(await screen.findByText('This page is not here')).toBeTruthy()
  expect(screen.queryByText('Whose boat?')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Waiting' })).toBeNull()
})
