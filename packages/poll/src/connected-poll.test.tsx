import type { CallName, Me } from '@stoa/contract'
import { exampleId, exampleMe, examplePoll, exampleSummary } from '@stoa/contract/fixtures'
import { createStoa, putEntities } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConnectedPoll } from './connected-poll.tsx'
import { StoredPoll } from './stored-poll.tsx'

const CLOSES_AT = 60_000
beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

function show() {
  const poll = examplePoll([
    ['Yes', 3],
    ['No', 1],
  ])
  const pollSettings = { closesAt: CLOSES_AT, results: 'afterClose', voters: 'anonymous' } as const
  const post = exampleSummary({ id: 'P'.repeat(20), ...poll, pollSettings })
  const call = vi.fn(async (_: CallName) => ({ post: { ...post, postContent: '[]', revision: 0 } }))
  const stoa = createStoa({ client: { call: call as never }, storage: null })
  putEntities(stoa, { posts: { [post.id]: { ...post, pollValues: null } } })
  stoa.state.setState({ viewer: null })
  render(
    <StoaProvider stoa={stoa}>
      <ConnectedPoll postId={post.id} />
    </StoaProvider>,
  )
  return { stoa, call }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const choice = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Yes/ })

it('shows the results of a poll that closes while visible, without moving anything', async () => {
  const { call } = show()
  await pass(CLOSES_AT - 1)
  expect([choice().disabled, screen.getByText('Choose one').className]).toEqual([false, 'stoa-poll-hint'])
  expect(screen.getByText('Results appear when the poll closes')).toBeTruthy()
  await pass(1)
  expect(choice().disabled).toBe(true)
  await vi.waitFor(() => expect(choice().textContent).toContain('75.00%'))
  expect(screen.getByText('Voting has ended').className).toBe('stoa-poll-hint')
  expect(call.mock.calls.map(([name]) => name)).toEqual(['postGet'])
})

it('shows that results are loading', async () => {
  const { call } = show()
  call.mockRejectedValueOnce(new Error('offline'))
  await pass(CLOSES_AT)
  expect(screen.getByText('Voting has ended. Results are coming soon.')).toBeTruthy()
  await pass(5_000)
  expect(choice().textContent).toContain('75.00%')
})

it('closes by the server’s clock if known', async () => {
  const { stoa } = show()
  act(() => stoa.state.setState({ clockOffset: -30_000 }))
  await pass(CLOSES_AT)
  expect(choice().disabled).toBe(false)
  await pass(30_000)
  expect(choice().disabled).toBe(true)
})

const [pest, wren] = [exampleId(8, 'v'), exampleId(9, 'v')]
const NOTHING = { blocked: [], users: [], posts: [], topics: [], words: [] }

it.each<[string, Partial<Me>, string[]]>([
  ['everybody', {}, ['Pest', 'Wren']],
  ['nobody blocked', { mutes: { ...NOTHING, blocked: [pest] } }, ['Wren']],
  ['nobody muted', { mutes: { ...NOTHING, users: [pest] } }, ['Wren']],
  ['voters despite a muted word', { mutes: { ...NOTHING, words: ['Pest'] } }, ['Pest', 'Wren']],
  ['nobody where it isn’t known who is blocked', { site: 'https://paper.example', hasMutes: true }, []],
])('shows the faces of %s, and counts all votes', (_, changes, names) => {
  const poll = examplePoll([['Yes', 3]])
  const lastVoters = [
    { userId: pest, username: 'pest', displayName: 'Pest', slugUrl: 'pest', imageUrl: '' },
    { userId: wren, username: 'wren', displayName: 'Wren', slugUrl: 'wren', imageUrl: '' },
  ]
  const pollSettings = { closesAt: null, results: 'always', voters: 'public' } as const
  const post = exampleSummary({ ...poll, pollSettings, pollValues: [{ count: 3, lastVoters }], pollTotalVoters: 3 })
  const stoa = createStoa({ client: { call: vi.fn() as never }, storage: null })
  putEntities(stoa, { posts: { [post.id]: post } })
  stoa.state.setState({ viewer: exampleMe(changes) })
  render(
    <StoaProvider stoa={stoa}>
      <StoredPoll postId={post.id} />
    </StoaProvider>,
  )
  const voters = screen.getByRole('group', { name: 'Latest votes for Yes' })
  expect(
    within(voters)
      .queryAllByRole('link')
      .map(({ title }) => title),
  ).toEqual(names)
  expect(voters.textContent).toContain(`+${3 - names.length}`)
  expect(choice().getAttribute('aria-label')).toContain('3')
})
