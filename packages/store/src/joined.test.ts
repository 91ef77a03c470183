import { type ApiCall, StoaError } from '@stoa/client'
import type { CallInput } from '@stoa/contract'
import { exampleMe } from '@stoa/contract/fixtures'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subscribeToJoined, visitCommunity } from './joined.ts'
import { createStoa, type Stoa } from './stoa.ts'

let server: { tokenName: string; hasNew: boolean }[]
let visits: string[]
let isRefusing: boolean
let now: number
let stoa: Stoa
let end: () => void

const call = (async (name: string, input: object) => {
  await Promise.resolve()
  if (isRefusing) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
  if (name === 'communityVisit') visits.push((input as CallInput<'communityVisit'>).tokenName)
  const link = { title: 'A community', urlSlug: 'a-community', logoImageURI: '' }
  return name === 'joinedList' ? { items: server.map((one) => ({ ...link, ...one })) } : {}
}) as ApiCall
const marks = () => stoa.state.getState().joined?.map(({ tokenName, hasNew }) => `${tokenName}${hasNew ? ' new' : ''}`)

beforeEach(() => {
  vi.useFakeTimers()
  server = [
    { tokenName: 'FORUM', hasNew: false },
    { tokenName: 'BOATS', hasNew: true },
  ]
  visits = []
  isRefusing = false
  now = 1_000_000
  stoa = createStoa({ client: { call }, storage: null, clock: () => now })
  stoa.state.setState({ viewer: exampleMe({ joinedCommunities: ['FORUM', 'BOATS'] }) })
  end = subscribeToJoined(stoa)
})
afterEach(() => {
  end()
  stoa.destroy()
  vi.useRealTimers()
})

test('a community that was joined is added, and the others keep their places', async () => {
  await vi.runAllTimersAsync()
  expect(marks()).toEqual(['FORUM', 'BOATS new'])
  server = [{ tokenName: 'SHEDS', hasNew: false }, ...server.toReversed()]
  stoa.state.setState({ viewer: exampleMe({ joinedCommunities: ['FORUM', 'BOATS', 'SHEDS'] }) })
  await vi.runAllTimersAsync()
  expect(marks()).toEqual(['FORUM', 'BOATS new', 'SHEDS'])
})

test('the list is reloaded when the page is seen again after a minute', async () => {
  await vi.runAllTimersAsync()
  server = [{ tokenName: 'FORUM', hasNew: true }]
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.runAllTimersAsync()
  expect(marks()).toEqual(['FORUM', 'BOATS new'])
  now += 60_000
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.runAllTimersAsync()
  expect(marks()).toEqual(['FORUM new'])
})

test('a visit removes the mark; without a mark it is sent once a minute', async () => {
  await vi.runAllTimersAsync()
  for (const tokenName of ['BOATS', 'BOATS', 'FORUM', 'FORUM', 'SHEDS']) await visitCommunity(stoa, tokenName)
  expect(marks()).toEqual(['FORUM', 'BOATS'])
  expect(visits).toEqual(['BOATS', 'FORUM'])
  now += 60_000
  await visitCommunity(stoa, 'FORUM')
  expect(visits).toEqual(['BOATS', 'FORUM', 'FORUM'])
})

test('a visit that failed is sent again', async () => {
  isRefusing = true
  await visitCommunity(stoa, 'FORUM')
  isRefusing = false
  await visitCommunity(stoa, 'FORUM')
  expect(visits).toEqual(['FORUM'])
})

test('the list of somebody else is not used', async () => {
  await vi.runAllTimersAsync()
  end()
  stoa.state.setState({ joined: null })
  end = subscribeToJoined(stoa)
  stoa.state.setState({ viewer: exampleMe({ id: exampleMe().id.replace(/.$/, 'z'), joinedCommunities: [] }) })
  await vi.advanceTimersByTimeAsync(1)
  expect(marks()).toBeUndefined()
})
