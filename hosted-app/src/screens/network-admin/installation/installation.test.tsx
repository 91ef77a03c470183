import {
  EXAMPLE_NOW,
  exampleCommunity,
  exampleFailedJob,
  exampleHealth,
  exampleId,
  exampleKeptData,
  exampleMe,
} from '@stoa/contract/fixtures'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { NETWORK_ADMIN_PATH } from '../../../paths.ts'
import { ForumAt } from '../../../testing/forum-at.tsx'

afterEach(cleanup)

type Responses = NonNullable<Parameters<typeof ForumAt>[0]['callResponses']>

function open(section: string, callResponses: Responses, viewer = exampleMe({ networkAdmin: true })) {
  render(<ForumAt path={`${NETWORK_ADMIN_PATH}/${section}`} viewer={viewer} callResponses={callResponses} />)
}

const rowOf = async (name: string) => (await screen.findByText(name, { selector: 'b' })).closest('li') as HTMLElement

it('says of each part whether it works, and when the certificate ends', async () => {
  const { time } = exampleHealth()
  const certificate = { validUntil: time + 9.5 * 24 * 60 * 60 * 1000, problem: null }
  open('health', {
    networkHealth: () => ({ health: exampleHealth({ redis: false, certificate, outboxMs: 60_000 }) }),
  })
  expect((await rowOf('Database')).textContent).toContain('MySQL, responds in 0.6 ms')
  expect(within(await rowOf('Redis')).getByText('Failed')).toBeTruthy()
  const certificateRow = await rowOf('Certificate')
  expect(certificateRow.textContent).toContain('Valid for 9 more days')
  expect(within(certificateRow).getByText('Needs attention')).toBeTruthy()
  expect((await rowOf('Live updates')).textContent).toContain('60 seconds')
})

it.each([false, true])('says what waits after a restore; withdrawals: %s', async (holdsWithdrawals) => {
  open('health', { networkHealth: () => ({ health: exampleHealth({ heldSince: EXAMPLE_NOW, holdsWithdrawals }) }) })
  const text = (await screen.findByText(/restored from a backup/)).textContent
  expect(text).toContain('stoa release')
  expect(text.includes('withdrawals wait')).toBe(holdsWithdrawals)
})

it.each([
  [{ review: 0, unknown: 0, nonce: null }, 'OK', 'Nothing to look at.'],
  [{ review: 2, unknown: 1, nonce: null }, 'Needs attention', '3 withdrawals must be compared with the chain.'],
  [{ review: 1, unknown: 0, nonce: null }, 'Needs attention', '1 withdrawal must be compared with the chain.'],
  [{ review: 1, unknown: 0, nonce: { known: 41, found: 43 } }, 'Failed', 'the chain has 43 transactions'],
])('says what of withdrawals needs an operator (%#)', async (withdrawals, state, text) => {
  open('health', { networkHealth: () => ({ health: exampleHealth({ withdrawals }) }) })
  const row = await rowOf('Withdrawals')
  expect(within(row).getByText(state)).toBeTruthy()
  expect(row.textContent).toContain(text)
})

it.each([
  [[], 'OK', 'The chain holds what the books say.'],
  [[{ tokenName: 'GARDEN', amount: '12500000' }], 'Failed', 'the chain holds 12.5 GARDEN less than the books say'],
])('says what the chain lacks (%#)', async (missingTokens, state, text) => {
  const withdrawals = { review: 0, unknown: 0, nonce: null }
  open('health', { networkHealth: () => ({ health: exampleHealth({ withdrawals, missingTokens }) }) })
  const row = await rowOf('Tokens on the chain')
  expect(within(row).getByText(state)).toBeTruthy()
  expect(row.textContent).toContain(text)
})

it('says nothing of withdrawals where no token is on a chain', async () => {
  open('health', { networkHealth: () => ({ health: exampleHealth() }) })
  await rowOf('Books of money')
  expect(screen.queryByText('Withdrawals', { selector: 'b' })).toBeNull()
})

it('tries a failed job again, and keeps the focus', async () => {
  const retry = vi.fn(() => ({ isRetried: true }))
  open('health', { networkHealth: () => ({ health: exampleHealth() }), networkJobRetry: retry })
  fireEvent.click(await screen.findByRole('button', { name: 'Try again: process media' }))
  await waitFor(() => expect(screen.getByText('No failed jobs.')).toBeTruthy())
  expect(retry).toHaveBeenCalledWith(expect.objectContaining({ jobId: exampleFailedJob().id }))
})

it('sends a failed email again', async () => {
  const retry = vi.fn(() => ({ isRetried: true }))
  const items = [exampleFailedJob({ kind: 'send mail', lastError: '552 mailbox full' })]
  open('mail', { networkMail: () => ({ items, cursor: null, hasMore: false }), networkJobRetry: retry })
  expect(await screen.findByText('552 mailbox full')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send again: send mail' }))
  const empty = await screen.findByText('No email has failed')
  await waitFor(() => expect(document.activeElement?.contains(empty)).toBe(true))
})

it('loads more failed emails, also when all of a page are sent again', async () => {
  const mail = (number: number) =>
    exampleFailedJob({ id: exampleId(number, 'j'), kind: 'send mail', lastError: `Reason ${number}` })
  const pages: Record<string, ReturnType<typeof mail>[]> = { '': [mail(1)], second: [mail(2)], third: [mail(3)] }
  const next: Record<string, string | null> = { '': 'second', second: 'third', third: null }
  const networkMail: Responses['networkMail'] = ({ cursor = '' }) => {
    const following = next[cursor] ?? null
    return { items: pages[cursor] ?? [], cursor: following, hasMore: following !== null }
  }
  open('mail', { networkMail, networkJobRetry: () => ({ isRetried: true }) })
  await screen.findByText('Reason 1')
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect([await screen.findByText('Reason 2'), screen.getByText('Reason 1')]).toHaveLength(2)
  const send = async (reason: string) => {
    const row = (await screen.findByText(reason)).closest('li') as HTMLElement
    fireEvent.click(within(row).getByRole('button', { name: 'Send again: send mail' }))
    await waitFor(() => expect(screen.queryByText(reason)).toBeNull())
  }
  await send('Reason 1')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Email' })))
  await send('Reason 2')
  expect(await screen.findByText('Reason 3')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Email' })))
})

it('loads more failed emails when the last ones are sent at the same time', async () => {
  const mail = (number: number) =>
    exampleFailedJob({ id: exampleId(number, 'j'), kind: 'send mail', lastError: `Reason ${number}` })
  const networkMail: Responses['networkMail'] = ({ cursor }) =>
    cursor === undefined
      ? { items: [mail(1), mail(2)], cursor: 'second', hasMore: true }
      : { items: [mail(3)], cursor: null, hasMore: false }
  const asked = vi.fn(networkMail)
  open('mail', { networkMail: asked, networkJobRetry: () => ({ isRetried: true }) })
  await screen.findByText('Reason 1')
  for (const button of screen.getAllByRole('button', { name: 'Send again: send mail' })) fireEvent.click(button)
  expect(await screen.findAllByText('Reason 3')).toHaveLength(1)
  expect(asked).toHaveBeenCalledTimes(2)
})

it('filters the log', async () => {
  const asked = vi.fn()
  const networkLog: Responses['networkLog'] = (input) => {
    asked(input)
    return { items: [], cursor: null, hasMore: false }
  }
  open('log', { networkLog })
  fireEvent.change(await screen.findByLabelText('About'), { target: { value: 'comments' } })
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ group: 'comments', limit: 30 }))
})

it('isn’t found by the admin of one domain', async () => {
  open('health', {}, exampleMe({ domainAdmin: true, adminDomain: 'garden', domainCommunity: null }))
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Files' })).toBeNull()
})

it('shows a domain’s admin people and communities of the domain, without addresses', async () => {
  const viewer = exampleMe({ domainAdmin: true, adminDomain: 'garden', domainCommunity: 'GARDEN' })
  const person = { userId: exampleId(1), username: 'ada', displayName: 'Ada Brook', slugUrl: 'ada', email: null }
  const items = [{ ...person, networkAdmin: false, adminDomain: 'garden', bans: 1, createdAt: EXAMPLE_NOW }]
  open('people', { networkPeople: () => ({ items, cursor: null, hasMore: false }) }, viewer)
  const row = (await screen.findByRole('link', { name: 'Ada Brook' })).closest('li')
  expect(row?.textContent).toContain('Admin of garden')
  expect(row?.textContent).not.toContain('email')
  expect(screen.getByText(/your domain shows/)).toBeTruthy()
  cleanup()
  const list = vi.fn(() => ({ items: [exampleCommunity({ title: 'Garden' })], cursor: null, hasMore: false }))
  open('communities', { networkCommunities: list }, viewer)
  expect(await screen.findByRole('link', { name: 'Garden' })).toBeTruthy()
  expect(list).toHaveBeenCalledWith({ limit: 30 })
})

it('asks before a shorter period deletes data, and keeps the old one when canceled', async () => {
  const items = exampleKeptData()
  const save = vi.fn(({ kind, days }: { kind: string; days: number }) => ({
    items: items.map((one) => (one.kind === kind ? { ...one, days } : one)),
  }))
  open('retention', { networkRetention: () => ({ items }), networkRetentionSet: save })
  const period = (await screen.findByLabelText('Keep for: Former versions')) as HTMLSelectElement
  expect(period.value).toBe('0')
  expect([...period.options].map(({ text }) => text)).toContain('30 days')
  fireEvent.change(period, { target: { value: '30' } })
  expect(await screen.findByRole('alertdialog', { name: 'Delete data older than 30 days?' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect([period.value, save.mock.calls.length]).toEqual(['0', 0])
  fireEvent.change(period, { target: { value: '30' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete older data' }))
  await waitFor(() => expect(period.value).toBe('30'))
  expect(save).toHaveBeenCalledWith(expect.objectContaining({ kind: 'revisions', days: 30 }))
  fireEvent.change(period, { target: { value: '365' } })
  await waitFor(() => expect(period.value).toBe('365'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('names acts of admins and operators from their code and values, those of newer servers in English', async () => {
  const entry = {
    ...{ at: EXAMPLE_NOW, action: null, detail: '', act: null, about: '', days: null, tokenName: '' },
    ...{ actor: 'cleo', person: '', postId: null, commentId: null },
  }
  const items = [
    { ...entry, act: 'keeps' as const, about: 'log', days: 400 },
    { ...entry, act: 'keeps' as const, about: 'revisions', days: 0 },
    { ...entry, act: 'viewedAs' as const, about: 'moderator' },
    { ...entry, act: 'changedWebhooks' as const, about: 'default' },
    { ...entry, act: 'renamed' as const, actor: '', person: 'ada' },
    { ...entry, act: 'paintedHouse' as never, detail: 'painted house of default' },
    { ...entry, action: 'commentHidden' as const, detail: 'spam' },
    { ...entry, action: 'commentHidden' as const, detail: 'מי בא לים בשבת?' },
  ].map((one, index) => ({ ...one, id: exampleId(index) }))
  open('log', { networkLog: () => ({ items, cursor: null, hasMore: false }) })
  const list = await screen.findByRole('list', { name: 'Log' })
  expect([...list.querySelectorAll('b')].slice(0, 6).map(({ textContent }) => textContent)).toEqual([
    'Admin: Log of admins and operators: keep for 400 days',
    'Admin: Former versions: keep forever',
    'Admin: viewed the forum as a moderator',
    'Admin: changed webhooks of default',
    'Operator: renamed the account',
    'Admin: painted house of default',
  ])
  expect(within(list).getByText('Spam').lang).toBe('')
  expect(within(list).getByText('מי בא לים בשבת?').lang).toBe('he')
})
