import { createFakeRealtime } from '@stoa/client/fixtures'
import type { CallInput, CashierRequest } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId, exampleMe } from '@stoa/contract/fixtures'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'

const cleo = {
  ...{ id: exampleId(1, 'u'), username: 'cleo', displayName: 'Cleo' },
  slugUrl: 'cleo',
  profileImageUrl: '',
}
const example = (number: number, change: Partial<CashierRequest> = {}): CashierRequest => ({
  ...{ id: exampleId(number, 'r'), at: EXAMPLE_NOW, kind: 'cashOut', amount: `${number}000000`, status: 'waiting' },
  ...{ position: number, person: cleo, receiver: null, postId: null, commentId: null, details: '', needsTwo: false },
  ...{ claimedBy: null, approvedBy: null, claimUntil: null, cancelUntil: null, decidedAt: null, reason: '', ...change },
})
const cashier = exampleMe({ tokenOwner: ['FORUM'], joinedCommunities: ['FORUM'] })
const PAGE = 2

let requests: CashierRequest[]
let live: ReturnType<typeof createFakeRealtime>
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  live = createFakeRealtime()
})

const cashierList = vi.fn(({ cursor = '0', limit = PAGE }: CallInput<'cashierList'>) => {
  const end = Number(cursor) + Number(limit)
  const hasMore = end < requests.length
  return {
    ...{ items: requests.slice(Number(cursor), end), cursor: hasMore ? String(end) : null, hasMore },
    ...{ cashierBalance: '0', minimum: '100000000' },
  }
})

async function show(path: string, content: ForumContent = {}) {
  const callResponses = { cashierList, ...content.callResponses }
  render(
    <ForumAt
      path={path}
      viewer={cashier}
      config={{ money: true }}
      {...content}
      callResponses={callResponses}
      realtime={() => live.realtime}
    />,
  )
  await waitFor(() => expect(live.isUnheard()).toBe(false))
}
const tell = (requestId: string | null, tokenName = 'FORUM') =>
  act(() =>
    live.tell('cashier.changed', { id: '1', at: EXAMPLE_NOW, userId: cashier.id, tokenName, requestId } as never),
  )
const amounts = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector(':is(.stoa-app-cashier-amount, .stoa-wallet-amount) bdi')?.textContent)

test('an open cashier’s page shows what others ask and decide, in the pages it has loaded', async () => {
  requests = [1, 2, 3, 4].map((number) => example(number))
  await show('/bbs/FORUM/admin-settings/cashier')
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(amounts('Requests')).toEqual(['1', '2', '3', '4']))
  const [one, ...rest] = requests
  requests = [...rest, example(5)]
  const calls = cashierList.mock.calls.length
  tell(one?.id ?? '', 'GARDEN')
  expect(cashierList.mock.calls.length).toBe(calls)
  tell(one?.id ?? '')
  await waitFor(() => expect(amounts('Requests')).toEqual(['2', '3', '4', '5']))
})

test('news wait while a cashier answers a question', async () => {
  requests = [example(1)]
  await show('/bbs/FORUM/admin-settings/cashier')
  await userEvent.click(await screen.findByRole('button', { name: 'Reject…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Reject 1 FORUM/ }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'No such account')
  requests = [example(2)]
  tell(exampleId(2, 'r'))
  expect((dialog.getByRole('textbox', { name: 'Reason' }) as HTMLTextAreaElement).value).toBe('No such account')
  expect(amounts('Requests')).toEqual(['1'])
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(amounts('Requests')).toEqual(['2']))
})

test('the focus stays in the list when the request that has it is decided elsewhere', async () => {
  requests = [example(1), example(2)]
  await show('/bbs/FORUM/admin-settings/cashier')
  const [reject] = await screen.findAllByRole('button', { name: 'Reject…' })
  reject?.focus()
  requests = requests.slice(1)
  tell(exampleId(1, 'r'))
  await waitFor(() => expect(amounts('Requests')).toEqual(['2']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Requests' })))
})

test('a member’s wallet follows the queue, and shows older requests', async () => {
  requests = [example(3), example(4), example(5, { status: 'refused', position: null, decidedAt: EXAMPLE_NOW })]
  let balance = '5000000'
  const walletList = vi.fn(() => ({
    ...{ items: [{ id: cashier.id, balance: { FORUM: balance }, creditBalance: {} }], cursor: null, hasMore: false },
  }))
  const walletHistory = vi.fn(() => ({ items: [], cursor: null, hasMore: false }))
  await show('/bbs/wallet', { callResponses: { walletList, walletHistory } })
  await screen.findByText('Number 3 in the queue')
  expect(amounts('Your requests')).toEqual(['3', '4'])
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(amounts('Your requests')).toEqual(['3', '4', '5']))

  // Only the place has changed: the wallet is as it was.
  const loaded = [walletList, walletHistory].map(({ mock }) => mock.calls.length)
  requests = requests.map((request) => ({ ...request, position: request.position && request.position - 1 }))
  tell(null)
  expect(await screen.findByText('Number 2 in the queue')).toBeTruthy()
  expect([walletList, walletHistory].map(({ mock }) => mock.calls.length)).toEqual(loaded)
  expect(amounts('Your requests')).toEqual(['3', '4', '5'])

  // Refused: the amount is back.
  balance = '8000000'
  requests = requests.map((request, index) =>
    index === 0 ? { ...request, status: 'refused', position: null, reason: 'Wrong account' } : request,
  )
  tell(exampleId(3, 'r'))
  expect(await screen.findByText('Wrong account', {}, { timeout: 4000 })).toBeTruthy()
  expect(await screen.findByText('8')).toBeTruthy()
})
