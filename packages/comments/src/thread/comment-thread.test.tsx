import { deny } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleThread } from '@stoa/contract/fixtures'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadWriterTools, showThread } from '../testing/member-thread.tsx'

beforeAll(loadWriterTools)

it('shows comments as articles named by their author, and replies with the person replied to', () => {
  showThread()
  const names = screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'))
  expect(names).toEqual([
    'Comment by Grey Heron',
    'Comment by River Otter',
    'Reply by Grey Heron to River Otter',
    'Comment by Winter Wren',
    'Comment by anonymous',
  ])
})

it('renders links, mentions, quotes and line breaks as elements, and no other markup', () => {
  const content = '<b onclick=alert(1)>hi</b>\nhttps://example.org/a @river_otter'
  const mentions = [{ userId: 'u0000000000000000001', username: 'river_otter', slugUrl: 'river_otter' }]
  showThread({ comments: [exampleBranch(exampleComment('wren', { content: `> old\n${content}`, mentions }))] })
  const text = document.querySelector('.stoa-comment-text')
  expect(text?.querySelector('b')).toBeNull()
  expect(text?.querySelector('blockquote')?.textContent).toBe('old')
  expect(text?.querySelectorAll('br')).toHaveLength(1)
  const link = screen.getByRole('link', { name: 'https://example.org/a' })
  expect(link.getAttribute('rel')).toBe('nofollow ugc noopener')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(screen.getByRole('link', { name: '@river_otter' }).getAttribute('href')).toBe('/author/river_otter')
})

it('keeps the replies of a hidden comment readable below a placeholder', () => {
  const hidden = exampleComment('otter', { content: null, status: 2 })
  showThread({ comments: [exampleBranch(hidden, [exampleComment('wren', { content: 'I agree.' })])] })
  expect(screen.getByText('This comment was deleted by its author.')).toBeTruthy()
  expect(screen.getByText('I agree.')).toBeTruthy()
})

it('marks pending comments, and shows moderators the score', async () => {
  const waiting = exampleComment('newt', { content: 'mine', status: 5 })
  const scored = exampleComment('wren', { content: 'rude', moderationScore: 80 })
  showThread({ comments: [exampleBranch(waiting), exampleBranch(scored)] })
  expect(await screen.findByText('Pending approval')).toBeTruthy()
  expect(await screen.findByText('Moderation score 80')).toBeTruthy()
})

it('tells the author of a hidden comment who hid it and why, without restoring what others hid', async () => {
  const hidden = exampleComment('newt', {
    content: 'mine',
    status: 1,
    hidden: { reason: 'nudity', by: 'community' },
  })
  showThread({ comments: [exampleBranch(hidden)] })
  expect(await screen.findByText(/^Hidden by a moderator for nudity\. Only/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
})

it('shows the number of remaining replies and loads them', async () => {
  const loadReplies = vi.fn()
  const branch = exampleBranch(exampleComment('heron', { numComments: 9 }), [exampleComment('otter')], true)
  showThread({ comments: [branch] }, { loadReplies })
  await userEvent.click(screen.getByRole('button', { name: 'Show 8 more replies' }))
  expect(loadReplies).toHaveBeenCalledWith(branch.id)
})

it('moves focus to the first new comment when nothing more can be loaded', async () => {
  const more = exampleBranch(exampleComment('wren', { content: 'the last one' }))
  const view = showThread(
    { hasMore: true },
    { loadMore: () => view.change({ hasMore: false, comments: [...exampleThread(), more] }) },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Load more comments' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('the last one'))
})

it('announces new comments and shows them only on demand', async () => {
  const showNewItems = vi.fn()
  showThread({ newItems: { p1: ['1', '2', '3'] } }, { showNewItems })
  const button = within(screen.getByRole('status')).getByRole('button', { name: '3 new comments' })
  expect(showNewItems).not.toHaveBeenCalled()
  await userEvent.click(button)
  expect(showNewItems).toHaveBeenCalledWith(null)
})

it('offers a retry after an error, and an invitation when there are no comments yet', async () => {
  const reload = vi.fn()
  const view = showThread({ comments: [], status: 'error' }, { reload })
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
  view.change({ comments: [], status: 'ready', total: 0 })
  expect(screen.getByText('No comments yet.')).toBeTruthy()
})

it('reacts', async () => {
  const react = vi.fn()
  const [first] = exampleThread()
  if (!first) return
  showThread({ comments: [first], reactions: { [first.id]: 'thumb-up' } }, { react })
  await userEvent.click(screen.getByRole('button', { name: 'Like, 48 people', pressed: true }))
  expect(react).toHaveBeenCalledWith(first.id, null)
})

it.each([
  ['COMMENTS_LOCKED', 'A moderator locked the comments.'],
  ['COMMENTS_OFF', 'The author turned off comments.'],
  ['COMMUNITY_ARCHIVED', 'This community is archived.'],
  ['POST_CLOSED', 'Comments are closed.'],
] as const)('says why nobody may comment: %s', (code, text) => {
  showThread({ permission: deny(code) })
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})
