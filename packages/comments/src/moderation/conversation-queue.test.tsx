import { StoaError } from '@stoa/client'
import { createFakeRealtime } from '@stoa/client/fixtures'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { exampleWaiting, ModeratedConversation, type Responses } from '../testing/moderated-conversation.tsx'

afterEach(cleanup)

const [item] = exampleWaiting
const row = async () => (await screen.findByText(item?.comment?.content ?? '')).closest('li') as HTMLElement
const press = async (name: string | RegExp, within_: HTMLElement | null = null) =>
  fireEvent.click(await (within_ ? within(within_) : screen).findByRole('button', { name }))
const show = (responses: Responses = {}) => render(<ModeratedConversation responses={responses} />)
const opened = (subjectId: string) =>
  ({ userId: 'u', tokenName: 'FORUM', change: 'opened', subjectIds: [subjectId], by: NOBODY, until: 0 }) as never
const NOBODY = { id: '', displayName: '' }

test('an item is decided for a saved reason, leaves the list, keeps the focus there and can be taken back', async () => {
  const queueDecide = vi.fn(() => ({ decided: [{ itemId: item?.id, activityId: 'A' }], refused: [] }))
  const { container } = show({ queueDecide })
  await press('Hide…', await row())
  const dialog = await screen.findByRole('dialog', { name: 'Hide comment?' })
  fireEvent.click(within(dialog).getByRole('radio', { name: /^Advertising/ }))
  await press('Hide', dialog)
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  expect(queueDecide).toHaveBeenCalledWith({
    tokenName: 'FORUM',
    itemIds: [item?.id],
    versions: [0],
    decision: 'hide',
    reason: 'other',
    reasonText: 'No advertisements, please.',
  })
  await waitFor(() => expect(document.activeElement).toBe(container.querySelector('.stoa-queue')))
  await press('Undo')
  expect(await row()).toBeTruthy()
  await waitFor(async () => expect(document.activeElement).toBe(await row()))
})

test('what another moderator has decided is named, and leaves the list', async () => {
  const by = { userId: 'u', displayName: 'Kingfisher', slugUrl: 'kingfisher', imageUrl: '' }
  const decision = { activityId: 'A', action: 'reportKept', by, at: 0 }
  show({
    queueDecide: () => {
      throw new StoaError('QUEUE_DECIDED', { message: 'Decided.', status: 409, details: { decision } as never })
    },
  })
  await press('Keep', await row())
  expect(await screen.findByText('Kingfisher has already kept this.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
})

test('its author is banned by naming the comment, and the ban can be taken back', async () => {
  const userBan = vi.fn(({ banUserId }: Record<string, unknown>) => ({
    standing: { userId: banUserId, contentHidden: false },
    activityId: 'B',
  }))
  const moderationUndo = vi.fn(() => ({ undone: ['B'], refused: [] }))
  show({ userBan, moderationUndo })
  await press('Ban…', await row())
  const dialog = await screen.findByRole('dialog', { name: 'Ban River Otter' })
  await press('Ban for 1 day', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(userBan.mock.calls[0]?.[0]).toMatchObject({
    tokenName: 'FORUM',
    banUserId: item?.person?.userId,
    ban: true,
    timeframe: 1,
    commentId: item?.comment?.id,
  })
  await press('Undo')
  expect(moderationUndo).toHaveBeenCalledWith({ tokenName: 'FORUM', activityIds: ['B'] })
  expect(await screen.findByText('Decision undone')).toBeTruthy()
})

test('bans and time-outs offer the saved reasons', async () => {
  const userBan = vi.fn(({ banUserId }: Record<string, unknown>) => ({
    standing: { userId: banUserId, contentHidden: false },
    activityId: 'B',
  }))
  show({ userBan })
  await press('Ban…', await row())
  const dialog = await screen.findByRole('dialog', { name: 'Ban River Otter' })
  fireEvent.change(within(dialog).getByLabelText('Insert a reason'), { target: { value: '0' } })
  await press('Ban for 1 day', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(userBan.mock.calls[0]?.[0]).toMatchObject({ reason: 'No advertisements, please.' })
  cleanup()
  show({ userBan })
  await press('Manage River Otter', await row())
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Time out…' }))
  const pause = await screen.findByRole('dialog', { name: 'Time out River Otter' })
  expect(within(pause).getByLabelText('Insert a reason')).toBeTruthy()
})

test('a list that did not load is tried again', async () => {
  const queueList = vi.fn().mockRejectedValueOnce(new TypeError('offline'))
  queueList.mockResolvedValue({ items: exampleWaiting, cursor: null, hasMore: false, reasons: [] })
  show({ queueList })
  await press('Try again')
  expect(await row()).toBeTruthy()
  expect(document.activeElement?.contains(await row())).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('what is reported meanwhile arrives, and a repeat of what is shown asks for nothing', async () => {
  const live = createFakeRealtime()
  const queueList = vi.fn().mockResolvedValueOnce({ items: [], cursor: null, hasMore: false, reasons: [] })
  queueList.mockResolvedValue({ items: exampleWaiting, cursor: null, hasMore: false, reasons: [] })
  render(<ModeratedConversation responses={{ queueList }} realtime={() => live.realtime} />)
  await waitFor(() => expect(live.isUnheard()).toBe(false))
  await waitFor(() => expect(queueList).toHaveBeenCalledTimes(1))
  live.tell('queue.changed', opened(item?.subjectId ?? ''))
  expect(await row()).toBeTruthy()
  expect(queueList).toHaveBeenCalledTimes(2)
  live.tell('queue.changed', opened(item?.subjectId ?? ''))
  expect(queueList).toHaveBeenCalledTimes(2)
})
