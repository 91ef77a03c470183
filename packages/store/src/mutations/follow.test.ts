import { type ApiCall, StoaError } from '@stoa/client'
import { exampleId, exampleMe } from '@stoa/contract/fixtures'
import { beforeEach, expect, test } from 'vitest'
import { resumeSavedIntent, saveIntent } from '../actions.ts'
import { loadFollow } from '../load.ts'
import { createStoa, type Stoa } from '../stoa.ts'
import { follow } from './index.ts'

const OTHER = exampleId(7, 'u')
let server: { follows: boolean; followers: number }
let isRefusing: boolean
let callNames: string[]
let stoa: Stoa
const call = (async (name: string, { follow }: { follow?: boolean }) => {
  callNames.push(name)
  await Promise.resolve()
  if (isRefusing) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
  if (name === 'userFollow' && follow !== server.follows) {
    server = { follows: follow === true, followers: server.followers + (follow ? 1 : -1) }
  }
  return { ...server }
}) as ApiCall
const followState = () => stoa.state.getState().follows[OTHER]

beforeEach(async () => {
  server = { follows: false, followers: 4 }
  isRefusing = false
  callNames = []
  stoa = createStoa({ client: { call }, storage: null })
  stoa.state.setState({ viewer: exampleMe() })
  await loadFollow(stoa, OTHER)
})

test('following shows at once and settles to the server’s response', async () => {
  server.followers = 10
  const promise = follow(stoa, { userId: OTHER, follow: true })
  expect(followState()).toEqual({ follows: true, followers: 5 })
  await promise
  expect(followState()).toEqual({ follows: true, followers: 11 })
  await follow(stoa, { userId: OTHER, follow: false })
  expect(followState()).toEqual({ follows: false, followers: 10 })
})

test('a refusal is rolled back', async () => {
  isRefusing = true
  const request = follow(stoa, { userId: OTHER, follow: true })
  expect(followState()?.follows).toBe(true)
  await expect(request).rejects.toMatchObject({ code: 'NETWORK' })
  expect(followState()).toEqual({ follows: false, followers: 4 })
})

test('a response requested earlier does not undo it', async () => {
  const early = loadFollow(stoa, OTHER)
  const promise = follow(stoa, { userId: OTHER, follow: true })
  await early
  expect(followState()?.follows).toBe(true)
  await promise
  expect(followState()?.follows).toBe(true)
})

test('a visitor signs in first, without a request, and then follows, also on the next page load', async () => {
  stoa.state.setState({ viewer: null })
  callNames.length = 0
  await expect(follow(stoa, { userId: OTHER, follow: true })).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
  expect(callNames).toEqual([])
  expect(stoa.state.getState().intent).toMatchObject({ kind: 'sign-in', action: 'follow' })
  saveIntent(stoa)
  stoa.state.setState({ viewer: exampleMe({ joinedCommunities: [] }) })
  await resumeSavedIntent(stoa)
  expect([server.follows, followState()?.follows]).toEqual([true, true])
})

test('nobody follows themselves, even if the viewer is known only later', async () => {
  stoa.state.setState({ viewer: exampleMe({ id: OTHER }) })
  callNames.length = 0
  await follow(stoa, { userId: OTHER, follow: true })
  expect(callNames).toEqual([])
})
