import type { Activity, CallInput } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId, exampleMe } from '@stoa/contract/fixtures'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../../testing/forum-at.tsx'

const guard = exampleMe({ tokenPermissions: { FORUM: ['banUser'] } })
const person = { userId: exampleId(2, 'u'), username: 'otter', displayName: 'River Otter', slugUrl: 'otter' }
const lifted = {
  id: exampleId(2, 'a'),
  tokenName: 'FORUM',
  at: EXAMPLE_NOW,
  action: 'unbanned',
  reason: '',
  until: null,
  actor: null,
  person,
  postId: null,
  commentId: null,
  post: null,
  given: [],
  taken: [],
  changes: [],
  undoes: null,
  undone: false,
  reinstated: false,
  canUndo: true,
  undoBlock: null,
  bansAgain: { kind: 'ban', until: 0, reason: 'Sells boats', contentHidden: true },
} satisfies Activity
const bannedAgain = {
  ...lifted,
  id: exampleId(3, 'a'),
  action: 'banned',
  until: 0,
  undoes: lifted.id,
  bansAgain: null,
} satisfies Activity

const show = (callResponses: NonNullable<ForumContent['callResponses']>) =>
  render(<ForumAt path="/bbs/FORUM/tab/activity" viewer={guard} callResponses={callResponses} />)
const entries = () => within(screen.getByRole('list', { name: 'Moderation log' })).getAllByRole('listitem')

test('undoing a lifted ban first says what it does, then shows the new entry, and the entry has focus', async () => {
  let items: Activity[] = [lifted]
  const communityActivity = () => ({ items, cursor: null, hasMore: false })
  const moderationUndo = vi.fn(({ activityIds }: CallInput<'moderationUndo'>) => {
    items = [bannedAgain, { ...lifted, undone: true, canUndo: false, bansAgain: null }]
    return { undone: activityIds, refused: [] }
  })
  show({ communityActivity, moderationUndo })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ban River Otter again?' })
  for (const words of ['The ban is permanent.', 'Sells boats', 'will be hidden']) {
    expect(dialog.textContent).toContain(words)
  }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(moderationUndo).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Undo…' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ban again' }))
  await waitFor(() => expect(entries()).toHaveLength(2))
  expect(moderationUndo).toHaveBeenCalledWith({ tokenName: 'FORUM', activityIds: [lifted.id] })
  expect(entries()[0]?.textContent).toContain('reinstated River Otter’s ban')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(within(entries()[1] as HTMLElement).getByText('Undone')).toBeTruthy()
  expect(document.activeElement).toBe(entries()[1])
})

test('entries loaded earlier stay below the new ones', async () => {
  const older = { ...lifted, id: exampleId(1, 'a'), action: 'warned', bansAgain: null, canUndo: false } as const
  let first: Activity[] = [{ ...lifted, bansAgain: null }]
  const communityActivity = ({ cursor }: { cursor?: string | undefined }) =>
    cursor ? { items: [older], cursor: null, hasMore: false } : { items: first, cursor: 'c', hasMore: true }
  const moderationUndo = ({ activityIds }: CallInput<'moderationUndo'>) => {
    first = [bannedAgain, { ...lifted, undone: true, bansAgain: null }]
    return { undone: activityIds, refused: [] }
  }
  show({ communityActivity, moderationUndo })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(entries()).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(entries()).toHaveLength(3))
  expect(entries()[2]?.textContent).toContain('warned River Otter')
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('after a retry the focus is on the list', async () => {
  const communityActivity = vi.fn(() => ({ items: [lifted], cursor: null, hasMore: false }))
  communityActivity.mockImplementationOnce(() => {
    throw new TypeError('offline')
  })
  communityActivity.mockImplementationOnce(() => {
    throw new TypeError('offline')
  })
  show({ communityActivity })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(communityActivity).toHaveBeenCalledTimes(2))
  expect(document.activeElement).not.toBe(document.body)
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(entries()).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Moderation log' })))
})

test('waits are named as in the settings', async () => {
  const edited = {
    ...lifted,
    action: 'communityEdited',
    bansAgain: null,
    canUndo: false,
    undoBlock: 'kind',
    changes: [
      { setting: 'slowMode', before: '60', after: '0' },
      { setting: 'slowMode', before: '90', after: '3600' },
    ],
  } satisfies Activity
  show({ communityActivity: () => ({ items: [edited], cursor: null, hasMore: false }) })
  await screen.findByText('Slow mode: 1 minute → off')
  expect(screen.getByText('Slow mode: 90 seconds → 1 hour')).toBeTruthy()
})
