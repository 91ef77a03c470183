import { StoaError } from '@stoa/client'
import { createFakeRealtime } from '@stoa/client/fixtures'
import type { Activity, CallInput, QueueItem } from '@stoa/contract'
import {
  EXAMPLE_NOW,
  exampleCommunity,
  exampleHandedOver,
  exampleId,
  exampleMe,
  exampleQueue,
} from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
const moderator = exampleMe({ tokenPermissions: { FORUM: ['hideContent', 'banUser'] } })
const show = (content: ForumContent = {}) =>
  render(<ForumAt path="/bbs/FORUM/tab/reports" viewer={moderator} queue={exampleQueue.slice(0, 3)} {...content} />)
const rows = () => within(screen.getByRole('list', { name: 'Waiting for a decision' })).getAllByRole('listitem')
const decides = () =>
  vi.fn(({ itemIds }: CallInput<'queueDecide'>) => ({
    decided: itemIds.map((itemId) => ({ itemId, activityId: itemId })),
    refused: [],
  }))

test('an item shows what is needed to decide', async () => {
  show()
  const row = (await screen.findByText('Cheap boats! Look at my page.')).closest('li')
  for (const words of [
    '4 reports',
    'Replying to',
    'Whose boat is this?',
    '2 earlier removals',
    'Reported by Grey Heron',
    'Grey Heron: 8 of 10 earlier reports dismissed',
    '3 by new accounts or non-members',
  ])
    expect(row?.textContent).toContain(words)
  expect((await screen.findByText('Claimed by Kingfisher')).closest('li')?.textContent).toContain('Angry Goose')
})

test('a reported message is shown with those that were handed over, and who wrote them', async () => {
  show({ queue: [exampleHandedOver] })
  const list = await screen.findByRole('list', { name: 'Messages handed over by a member' })
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(texts[0]).toMatch(/Grey Heron.*Please stop\./)
  expect(texts[1]).toMatch(/Angry Goose.*I know where your nest is\./)
})

test('keys move through the queue, approve, and undo the last decision', async () => {
  const queueDecide = decides()
  const moderationUndo = vi.fn(({ activityIds }: CallInput<'moderationUndo'>) => ({ undone: activityIds, refused: [] }))
  show({ callResponses: { queueDecide, moderationUndo } })
  await screen.findByText('Cheap boats! Look at my page.')
  await userEvent.keyboard('jj')
  expect(document.activeElement).toBe(rows()[1])
  await userEvent.keyboard('a')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(queueDecide.mock.calls[0]?.[0]).toEqual({
    tokenName: 'FORUM',
    itemIds: [exampleId(2, 'p')],
    versions: [0],
    decision: 'approve',
  })
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Angry Goose'))
  await userEvent.keyboard('z')
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(rows()[1]?.textContent).toContain('The lock is closed on Monday')
  expect(moderationUndo.mock.calls[0]?.[0]).toEqual({ tokenName: 'FORUM', activityIds: [exampleId(2, 'p')] })
})

test('undo disappears once it is impossible', async () => {
  const moderationUndo = ({ activityIds }: CallInput<'moderationUndo'>) => ({
    undone: activityIds.slice(1),
    refused: activityIds.slice(0, 1).map((activityId) => ({ activityId, code: 'UNDO_REFUSED' as const })),
  })
  show({ callResponses: { queueDecide: decides(), moderationUndo } })
  await screen.findByText('Cheap boats! Look at my page.')
  const [first, second] = screen.getAllByRole('checkbox')
  await userEvent.click(first as HTMLElement)
  await userEvent.click(second as HTMLElement)
  await userEvent.keyboard('a')
  await waitFor(() => expect(rows()).toHaveLength(1))
  // Undo is available once the server has responded.
  await screen.findByRole('button', { name: 'Undo' })
  await userEvent.keyboard('z')
  expect(await screen.findByText('1 item couldn’t be changed.')).toBeTruthy()
  expect(rows()).toHaveLength(2)
  expect(screen.queryByText('Cheap boats! Look at my page.')).toBeNull()
})

test('undoing can be retried after an error', async () => {
  const moderationUndo = vi.fn(({ activityIds }: CallInput<'moderationUndo'>) => {
    if (moderationUndo.mock.calls.length === 1) throw new StoaError('NETWORK', { message: 'Offline.' })
    return { undone: activityIds, refused: [] }
  })
  show({ callResponses: { queueDecide: decides(), moderationUndo } })
  const row = (await screen.findByText('Cheap boats! Look at my page.')).closest('li') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: 'Keep' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  // Keys are disabled until the response arrives.
  await screen.findByRole('button', { name: 'Undo' })
  await userEvent.keyboard('z')
  await waitFor(() => expect(moderationUndo).toHaveBeenCalledTimes(1))
  await waitFor(async () => {
    await userEvent.keyboard('z')
    expect(rows()).toHaveLength(3)
  })
  expect(moderationUndo).toHaveBeenCalledTimes(2)
})

test('several items are hidden with one reason', async () => {
  const queueDecide = decides()
  show({ callResponses: { queueDecide } })
  await screen.findByText('Cheap boats! Look at my page.')
  const [first, second] = screen.getAllByRole('checkbox')
  await userEvent.click(first as HTMLElement)
  await userEvent.click(second as HTMLElement)
  expect(screen.getByText('2 selected')).toBeTruthy()
  await userEvent.keyboard('h')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Spam' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(queueDecide.mock.calls[0]?.[0]).toMatchObject({
    decision: 'hide',
    reason: 'spam',
    itemIds: [exampleId(1, 'q'), exampleId(2, 'p')],
  })
})

test('an item that somebody else has decided disappears, with their name', async () => {
  const by = { userId: exampleId(5, 'u'), displayName: 'Kingfisher', slugUrl: 'kingfisher', imageUrl: '' }
  const queueDecide = () => {
    const error = new StoaError('QUEUE_DECIDED', { message: 'Decided.' })
    Object.assign(error, {
      details: { decision: { activityId: exampleId(1, 'a'), action: 'commentHidden', by, at: 0 } },
    })
    throw error
  }
  show({ callResponses: { queueDecide } })
  const row = (await screen.findByText('Cheap boats! Look at my page.')).closest('li') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: 'Keep' }))
  expect(await screen.findByText('Kingfisher has already hidden this.')).toBeTruthy()
  expect(rows()).toHaveLength(2)
})

test('an item that its author has edited is updated and not approved', async () => {
  const [item] = exampleQueue
  const comment = { ...item?.comment, content: 'Cheaper boats!' } as QueueItem['comment']
  const queueDecide = vi.fn((input: CallInput<'queueDecide'>) => {
    if (input.versions?.[0] === 7) return decides()(input)
    throw Object.assign(new StoaError('QUEUE_CHANGED', { message: 'Changed.' }), {
      details: { changed: { version: 7, post: null, comment } },
    })
  })
  show({ callResponses: { queueDecide } })
  const row = (await screen.findByText('Cheap boats! Look at my page.')).closest('li') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: 'Keep' }))
  expect(await within(row).findByText('Cheaper boats!')).toBeTruthy()
  expect(within(row).getByText('Just edited')).toBeTruthy()
  await userEvent.click(within(row).getByRole('button', { name: 'Keep' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
})

test('the old list of what needs approval is a filter of the queue', async () => {
  const queueList = vi.fn(() => ({ items: exampleQueue.slice(1, 2), cursor: null, hasMore: false, reasons: [] }))
  render(<ForumAt path="/bbs/FORUM/tab/pending" viewer={moderator} callResponses={{ queueList }} />)
  expect(await screen.findByText('The lock is closed on Monday')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pending', current: 'page' })).toBeTruthy()
  const tabs = screen.getByRole('navigation', { name: 'The Forum' })
  expect(within(tabs).getByRole('link', { current: 'page' }).textContent).toMatch(/^Moderation/)
  expect(queueList).toHaveBeenCalledWith({ tokenName: 'FORUM', kind: 'pending' })
})

test('the log is part of the workspace, and a community has at most eight tabs', async () => {
  const staff = exampleMe({
    tokenOwner: ['FORUM'],
    tokenPermissions: { FORUM: ['hideContent', 'editBBS'] },
    joinedCommunities: ['FORUM'],
  })
  render(<ForumAt path="/bbs/FORUM/tab/activity" viewer={staff} />)
  expect(await screen.findByRole('heading', { level: 2, name: 'Moderation' })).toBeTruthy()
  const parts = screen.getByRole('navigation', { name: 'Filter the queue' })
  expect(within(parts).getByRole('link', { current: 'page' }).textContent).toBe('Moderation log')
  const tabs = within(screen.getByRole('navigation', { name: 'The Forum' })).getAllByRole('link')
  expect(tabs.map((tab) => tab.textContent)).not.toContain('Moderation log')
  expect(tabs).toHaveLength(8)
  expect(tabs.at(-1)?.getAttribute('aria-current')).toBe('page')
})

test('the workspace of all communities leads to the log of each', async () => {
  const viewer = exampleMe({ tokenPermissions: { FORUM: ['hideContent'], GARDEN: ['hideContent'] } })
  render(<ForumAt path="/bbs/moderation?kind=log" viewer={viewer} />)
  const link = await screen.findByRole('link', { name: 'GARDEN' })
  expect(link.getAttribute('href')).toBe('/bbs/GARDEN/tab/activity')
})

test('a claim shows that the viewer is working on an item, and can be released', async () => {
  show()
  const row = (await screen.findByText('Cheap boats! Look at my page.')).closest('li') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: 'Claim' }))
  await within(row).findByText('Claimed by you')
  await userEvent.click(within(row).getByRole('button', { name: 'Release' }))
  await within(row).findByRole('button', { name: 'Claim' })
})

test('the author is banned from the queue', async () => {
  show()
  const row = (await screen.findByText('Angry Goose')).closest('li') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: 'Ban…' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ban for 1 day' }))
  expect(await screen.findByText('Angry Goose was banned.')).toBeTruthy()
  expect(rows()).toHaveLength(2)
})

test('an appeal is granted or denied without a reason, by another moderator than the first', async () => {
  const queueDecide = decides()
  const [, , , appealed] = exampleQueue
  const ownAppeal = { ...appealed, id: exampleId(9, 'z'), appeal: { ...appealed?.appeal, isOwn: true } } as QueueItem
  show({ queue: [appealed as QueueItem, ownAppeal], callResponses: { queueDecide } })
  const [first, second] = await screen.findAllByText(/The rules allow one private sale/)
  const row = first?.closest('li') as HTMLElement
  expect(row.textContent).toContain('Grey Heron hid this comment')
  expect(within(second?.closest('li') as HTMLElement).queryByRole('button', { name: 'Grant' })).toBeNull()
  await userEvent.click(within(row).getByRole('button', { name: 'Deny' }))
  expect(await screen.findByText('Appeal denied')).toBeTruthy()
  expect(queueDecide.mock.calls[0]?.[0]).toMatchObject({ decision: 'hide', itemIds: [appealed?.id] })
})

test('the combined queue names each item’s community, and is for moderators', async () => {
  const { unmount } = render(<ForumAt path="/bbs/moderation" viewer={moderator} queue={exampleQueue} />)
  const list = await screen.findByRole('list', { name: 'Waiting for a decision' })
  expect(within(list).getAllByRole('link', { name: 'The Forum' }).length).toBeGreaterThan(2)
  unmount()
  render(<ForumAt path="/bbs/moderation" viewer={exampleMe()} calls={{ accountSecurity: 'fails' }} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Only moderators see this' })).toBeTruthy()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Browse communities' })).toBeTruthy()
})

test('n opens the author’s card for a note, which the row counts', async () => {
  show()
  await screen.findByText('Cheap boats! Look at my page.')
  await userEvent.keyboard('jn')
  const dialog = await screen.findByRole('dialog', { name: 'River Otter' })
  const profile = await within(dialog).findByRole('link', { name: '@river_otter' })
  expect(profile.getAttribute('href')).toBe('/author/river-otter')
  expect(within(dialog).queryByRole('link', { name: 'River Otter' })).toBeNull()
  const field = await within(dialog).findByRole('textbox', { name: 'Add a note' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(dialog.textContent).toContain('Shares a device with an account banned here.')
  await userEvent.type(field, 'Sells boats')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(within(dialog).getByText('Sells boats')).toBeTruthy())
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  expect(rows()[0]?.textContent).toContain('3 notes')
})

test('a canned reason hides by its number, or is chosen in the dialog', async () => {
  const queueDecide = decides()
  const reasons = [{ title: 'Off topic', text: 'This belongs into another community.' }]
  const checks = { entries: [], newcomerLinks: { days: 0, links: 0, action: 'hold' as const }, reasons }
  show({ callResponses: { queueDecide }, checks: { ...checks, holdFrom: null, storm: null, revision: 1 } })
  await screen.findByText('Cheap boats! Look at my page.')
  await userEvent.keyboard('jh')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(await within(dialog).findByRole('radio', { name: 'Off topic' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // Keys are for the item that has focus.
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
  await userEvent.keyboard('1')
  await waitFor(() => expect(rows()).toHaveLength(1))
  for (const [input] of queueDecide.mock.calls) {
    expect(input).toMatchObject({ decision: 'hide', reason: 'other', reasonText: reasons[0]?.text })
  }
})

test('z undoes a ban before earlier decisions, and its row comes back', async () => {
  const moderationUndo = vi.fn(({ activityIds }: CallInput<'moderationUndo'>) => ({ undone: activityIds, refused: [] }))
  show({ callResponses: { queueDecide: decides(), moderationUndo } })
  await screen.findByText('Cheap boats! Look at my page.')
  await userEvent.keyboard('ja')
  await waitFor(() => expect(rows()).toHaveLength(2))
  const row = screen.getByText('Angry Goose').closest('li') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: 'Ban…' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ban for 1 day' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
  // One message at a time, with undo for its own decision.
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
  await userEvent.keyboard('z')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[1]?.textContent).toContain('Angry Goose')
  expect(moderationUndo.mock.calls.map(([{ activityIds }]) => activityIds)).toEqual([[exampleId(2, 'a')]])
})

test('a second Enter on “Select all” decides nothing, and appeals are judged one by one', async () => {
  const queueDecide = decides()
  show({ queue: exampleQueue, callResponses: { queueDecide } })
  const all = await screen.findByRole('button', { name: 'Select all' })
  all.focus()
  await userEvent.keyboard('{Enter}{Enter}')
  const count = screen.getByText('3 selected').parentElement
  expect(document.activeElement).toBe(count)
  expect(queueDecide).not.toHaveBeenCalled()
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select all' }))
})

test('keys decide nothing unless a row has focus', async () => {
  const queueDecide = decides()
  show({ callResponses: { queueDecide } })
  await screen.findByText('Cheap boats! Look at my page.')
  await userEvent.keyboard('akcbhx')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(queueDecide).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(document.body)
})

test('a claim ends by itself', async () => {
  const [first, second, third] = exampleQueue as QueueItem[]
  const until = EXAMPLE_NOW + 40
  const claimed = { ...third, claim: { ...third?.claim, until } } as QueueItem
  show({ queue: [first, second, claimed] as QueueItem[] })
  const row = (await screen.findByText('Angry Goose')).closest('li') as HTMLElement
  await within(row).findByRole('button', { name: 'Claim' })
  expect(row.textContent).not.toContain('Claimed by Kingfisher')
})

test('a report about the viewer is left to others', async () => {
  const queueDecide = decides()
  const [first] = exampleQueue as QueueItem[]
  const ownReport = { ...first, report: { ...first?.report, isOwn: true } } as QueueItem
  show({ queue: [ownReport], callResponses: { queueDecide } })
  const row = (await screen.findByText('Cheap boats! Look at my page.')).closest('li') as HTMLElement
  expect(row.textContent).toContain('Someone else reviews reports about you')
  expect(within(row).queryByRole('button', { name: 'Keep' })).toBeNull()
  await userEvent.keyboard('ja')
  expect(queueDecide).not.toHaveBeenCalled()
})

const hidden = {
  id: exampleId(1, 'a'),
  tokenName: 'FORUM',
  at: EXAMPLE_NOW,
  action: 'commentHidden',
  reason: 'spam',
  until: null,
  changes: [],
  actor: null,
  person: null,
  postId: exampleId(1, 'p'),
  commentId: exampleId(1, 'c'),
  given: [],
  taken: [],
  post: null,
  undoes: null,
  undone: false,
  reinstated: false,
  canUndo: true,
  undoBlock: null,
  bansAgain: null,
} satisfies Activity

test('decisions are listed with undo', async () => {
  const queueDecided = vi.fn(() => ({ items: [hidden], cursor: null, hasMore: false }))
  render(<ForumAt path="/bbs/FORUM/tab/reports?kind=decided" viewer={moderator} callResponses={{ queueDecided }} />)
  const list = await screen.findByRole('list', { name: 'Recent decisions' })
  expect(screen.getByRole('link', { name: 'Decided', current: 'page' })).toBeTruthy()
  await userEvent.click(within(list).getByRole('button', { name: 'Undo' }))
  expect(await within(list).findByText('Undone')).toBeTruthy()
  expect(queueDecided).toHaveBeenCalledWith({ tokenName: 'FORUM' })
})

test('decisions of all moderated communities, or of one of them, are listed and can be undone', async () => {
  const elsewhere = { ...hidden, id: exampleId(2, 'a'), tokenName: 'GARDEN' }
  const queueDecided = vi.fn(() => ({ items: [elsewhere, hidden], cursor: null, hasMore: false }))
  const moderationUndo = vi.fn(({ activityIds }: CallInput<'moderationUndo'>) => ({ undone: activityIds, refused: [] }))
  const rights = { FORUM: ['hideContent' as const], GARDEN: ['hideContent' as const] }
  const viewer = exampleMe({ tokenPermissions: rights })
  const communityList = () => {
    const garden = exampleCommunity({ tokenName: 'GARDEN', title: 'The Allotment Table' })
    return { items: [exampleCommunity(), garden], cursor: null, hasMore: false }
  }
  const callResponses = { queueDecided, moderationUndo, communityList }
  render(<ForumAt path="/bbs/moderation?kind=decided" viewer={viewer} callResponses={callResponses} />)
  const list = await screen.findByRole('list', { name: 'Recent decisions' })
  const [row] = within(list).getAllByRole('listitem')
  expect(await within(row as HTMLElement).findByRole('link', { name: 'The Allotment Table' })).toBeTruthy()
  expect(queueDecided).toHaveBeenLastCalledWith({})
  await userEvent.click(within(row as HTMLElement).getByRole('button', { name: 'Undo' }))
  expect(moderationUndo).toHaveBeenCalledWith({ tokenName: 'GARDEN', activityIds: [elsewhere.id] })
  await userEvent.selectOptions(await screen.findByLabelText('Community'), 'GARDEN')
  await waitFor(() => expect(queueDecided).toHaveBeenLastCalledWith({ tokenName: 'GARDEN' }))
})

test('when hiding several items, reports about members are left out with a message, and stay selected', async () => {
  const queueDecide = decides()
  show({ callResponses: { queueDecide } })
  await userEvent.click(await screen.findByRole('button', { name: 'Select all' }))
  await userEvent.click(
    within(screen.getByText('3 selected').closest('b')?.parentElement as HTMLElement).getByText('Hide…'),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Hide 2 items?' })
  expect(dialog.textContent).toContain('1 report about a member can’t be hidden and stays in the queue.')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Spam' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  const tools = screen.getByText('1 selected').closest('b')?.parentElement as HTMLElement
  expect((within(tools).getByRole('button', { name: 'Hide…' }) as HTMLButtonElement).disabled).toBe(true)
})

test('the message names the action with the buttons’ texts', async () => {
  show({ callResponses: { queueDecide: decides() } })
  const row = (await screen.findByText('Cheap boats! Look at my page.')).closest('li') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: 'Keep' }))
  expect(await screen.findByText('Comment kept')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Post approved')).toBeTruthy()
})

test('an empty filter says so, and links to the other items', async () => {
  const queueList = vi.fn(({ kind }: CallInput<'queueList'>) => {
    return { items: kind === 'appealed' ? [] : [...exampleQueue], cursor: null, hasMore: false, reasons: [] }
  })
  render(<ForumAt path="/bbs/FORUM/tab/reports?kind=appealed" viewer={moderator} callResponses={{ queueList }} />)
  expect(await screen.findByText('No appeals')).toBeTruthy()
  const all = await screen.findByRole('link', { name: 'Show everything' })
  expect(all.getAttribute('href')).toBe('/bbs/FORUM/tab/reports')
  cleanup()
  queueList.mockReturnValue({ items: [], cursor: null, hasMore: false, reasons: [] })
  render(<ForumAt path="/bbs/FORUM/tab/reports?kind=pending" viewer={moderator} callResponses={{ queueList }} />)
  expect(await screen.findByText('Nothing needs approval')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Show everything' })).toBeNull()
})

test('new reports are offered, and focus moves to the list', async () => {
  const live = createFakeRealtime()
  let items = exampleQueue.slice(0, 1)
  const queueList = () => ({ items: [...items], cursor: null, hasMore: false, reasons: [] })
  show({ callResponses: { queueList }, realtime: () => live.realtime })
  await screen.findByText('Cheap boats! Look at my page.')
  await waitFor(() => expect(live.isUnheard()).toBe(false))
  items = exampleQueue.slice(0, 3)
  const event = {
    userId: moderator.id,
    tokenName: 'FORUM',
    change: 'opened',
    until: 0,
    by: { id: '', displayName: '' },
  }
  live.tell('queue.changed', { ...event, subjectIds: [items[1]?.subjectId ?? ''] } as never)
  await userEvent.click(await screen.findByRole('button', { name: 'Show new items' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(screen.queryByRole('button', { name: 'Show new items' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
})

test('after undoing from the toast, the restored row has focus', async () => {
  const moderationUndo = ({ activityIds }: CallInput<'moderationUndo'>) => ({ undone: activityIds, refused: [] })
  show({ callResponses: { queueDecide: decides(), moderationUndo } })
  const row = (await screen.findByText('Cheap boats! Look at my page.')).closest('li') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: 'Keep' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  const button = await screen.findByRole('button', { name: 'Undo' })
  await waitFor(() => expect(rows()).toContain(document.activeElement))
  button.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(rows()).toHaveLength(3))
  await waitFor(() => expect(rows()).toContain(document.activeElement))
  expect(document.activeElement?.textContent).toContain('Cheap boats!')
})

test('a queue that failed to load can be retried, and gets focus', async () => {
  const queueList = vi.fn(() => ({ items: exampleQueue.slice(0, 1), cursor: null, hasMore: false, reasons: [] }))
  queueList.mockImplementationOnce(() => {
    throw new TypeError('offline')
  })
  queueList.mockImplementationOnce(() => {
    throw new TypeError('offline')
  })
  show({ callResponses: { queueList: queueList as never } })
  const retries = await screen.findAllByRole('button', { name: 'Try again' })
  await userEvent.click(retries[0] as HTMLElement)
  await screen.findByText('Cheap boats! Look at my page.')
  expect(document.activeElement?.contains(rows()[0] as HTMLElement)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('what was written has its language: post, comment, parent and a reporter’s text', async () => {
  const [item] = exampleQueue
  if (!item?.post || !item.comment || !item.parent || !item.report) throw new Error('The example has changed.')
  const queue = [
    {
      ...item,
      post: { ...item.post, title: 'שאלה לשבת' },
      comment: { ...item.comment, content: 'מי בא לים בשבת?' },
      parent: { ...item.parent, content: 'אני באה' },
      report: { ...item.report, texts: ['זה פרסום'] },
    },
  ]
  show({ queue })
  const row = (await screen.findByText('מי בא לים בשבת?')).closest('li')
  const written = [...(row?.querySelectorAll<HTMLElement>('[lang="he"]') ?? [])].map(({ textContent }) => textContent)
  expect(written.toSorted()).toEqual(['אני באה', 'זה פרסום', 'מי בא לים בשבת?', 'שאלה לשבת'].toSorted())
})
