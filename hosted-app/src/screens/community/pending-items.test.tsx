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
  const posts = await screen.findByRole('region', { name: 'Posts awaiting approval' })
  expect(within(posts).getByRole('link', { name: 'Whose boat?' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Pending/, current: 'page' })).toBeTruthy()
  const list = screen.getByRole('region', { name: 'Comments awaiting approval' })
  const [first] = within(list).getAllByRole('button', { name: 'Approve' })
  await userEvent.click(first!)
  await waitFor(() => expect(screen.queryByText('First words.')).toBeNull())
  expect(screen.getByText('More words.')).toBeTruthy()
  // The button has gone; the row that follows has the focus.
  await waitFor(() => expect(document.activeElement?.tagName).toBe('LI'))
  expect(document.activeElement?.textContent).toContain('More words.')
})

test('a comment is rejected for a reason, and that is taken back', async () => {
  show({ viewer: moderator, waiting: { comments } })
  const list = await screen.findByRole('region', { name: 'Comments awaiting approval' })
  await userEvent.click(within(list).getAllByRole('button', { name: 'Reject…' })[0]!)
  await userEvent.click(screen.getByRole('radio', { name: 'Spam' }))
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(screen.queryByText('First words.')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('First words.')).toBeTruthy()
})

test('whoever is banned with their content takes their rows along', async () => {
  const guard = exampleMe({ tokenPermissions: { FORUM: ['hideContent', 'banUser'] } })
  show({ viewer: guard, waiting: { comments } })
  await userEvent.click((await screen.findAllByRole('button', { name: /^Ban / }))[0]!)
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('checkbox'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ban' }))
  await waitFor(() => expect(screen.queryByText('First words.')).toBeNull())
  expect(screen.getByText('More words.')).toBeTruthy()
})

test('somebody who decides about stories only finds them, and requests no comments', async () => {
  const editor = exampleMe({ tokenPermissions: { FORUM: ['hidePremiumContent'] } })
  show({ viewer: editor, waiting: { posts: [post], comments } })
  const posts = await screen.findByRole('region', { name: 'Posts awaiting approval' })
  expect(within(posts).getByRole('link', { name: 'Whose boat?' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Pending/, current: 'page' })).toBeTruthy()
  expect(screen.queryByText('First words.')).toBeNull()
})

test('says so when nothing waits', async () => {
  show({ viewer: moderator })
  expect(await screen.findByText('All caught up')).toBeTruthy()
})

test.each([
  ['a member', exampleMe()],
  ['a visitor', null],
])('to %s there is no such page and no tab', async (_, viewer) => {
  show({ viewer, waiting: { posts: [post], comments } })
  expect(await screen.findByText('Page not found')).toBeTruthy()
  expect(screen.queryByText('Whose boat?')).toBeNull()
  expect(screen.queryByRole('link', { name: /^Pending/ })).toBeNull()
})
