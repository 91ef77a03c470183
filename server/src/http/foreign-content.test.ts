import type { CallName } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseDigest } from '../../test/databases/database-digest.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { requestAsHost } from '../../test/request-as-host.ts'
import { type SampleScene, sentSample, startSampleScene } from '../../test/samples.ts'
import { startTokenIssuer, type TokenIssuer } from '../../test/token-issuer.ts'
import { withoutRequest } from '../../test/without-request.ts'
import { allSamples } from '../calls/all.samples.ts'

/** Both domains have ads and money. */
const SETTINGS = { ads: { provider: 'house' }, money: true }
const GARDEN = { origin: 'http://garden.example', defaultTokenName: 'GARDEN', isSingleTokenDomain: true, ...SETTINGS }
const NOBODY = '0'.repeat(20)
/** Fields that identify posts or comments. */
const FIELDS = [
  'postId',
  'commentId',
  'entityId',
  'idOrSlug',
  'postIds',
  'commentIds',
  'parentPostId',
  'parentCommentId',
]
/** Their field `idOrSlug` identifies a person. */
const ABOUT_PEOPLE: CallName[] = ['userGet', 'userReputation', 'followList']
/** Tables that a refused call may change. */
const REQUESTS = ['sessions', 'event_counts', 'outbox', 'idempotency_keys', 'jobs']

let stoa: TestApp
let issuer: TokenIssuer
let scenes: Record<'FORUM' | 'GARDEN', SampleScene>
beforeAll(async () => {
  issuer = await startTokenIssuer()
  stoa = await startTestApp(
    { STOA_URL: 'http://forum.example' },
    { files: { 'config.json': SETTINGS, 'domains/garden.json': GARDEN } },
  )
  scenes = {
    FORUM: await startSampleScene({ stoa, issuer }, { tokenName: 'FORUM' }),
    GARDEN: await startSampleScene({ stoa, issuer }, { tokenName: 'GARDEN' }),
  }
})
afterAll(async () => {
  await stoa.close()
  await issuer.close()
})

/** People belong to no community. */
const isAboutPerson = (input: object) => 'entityType' in input && input.entityType === 'user'
const isAboutContent = (input: object) => FIELDS.some((field) => field in input) && !isAboutPerson(input)

/** Calls that find posts or comments without naming a community. `named-communities.test.ts` tests the others. */
const names = (Object.keys(calls) as CallName[]).filter((name) => {
  const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> =
    'shape' in calls[name].input ? calls[name].input.shape : {}
  const isNaming = shape.tokenName?.safeParse(undefined).success === false
  return !isNaming && isAboutContent(shape) && !ABOUT_PEOPLE.includes(name)
})

async function send(name: CallName, host: string, request: { input: object; by: { token: string } | null }) {
  const { path, headers, body } = sentSample(name, { input: request.input as never, by: request.by })
  const about = { headers: { host, ...headers }, ...(body === undefined ? {} : { requestBody: body }) }
  const response = await requestAsHost(stoa, path, about)
  return { status: response.status, body: withoutRequest(response.body) }
}

/** What is stored, once earlier work has ended. */
async function digest() {
  await stoa.app.background.settled()
  await stoa.app.events.flush()
  return databaseDigest(stoa, REQUESTS)
}

/** The same about nothing. */
const withNobody = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, FIELDS.includes(key) ? NOBODY : value]))

/** Requests about the scene's content that name no community. */
async function requestsOf(name: CallName, scene: SampleScene) {
  const requests = []
  for (const sample of allSamples.filter((one) => one.name === name)) {
    const request = await sample.make(scene)
    if (!('tokenName' in request.input) && isAboutContent(request.input)) requests.push(request)
  }
  return requests
}

test.each(names)('%s treats another community’s content as missing, and changes nothing there', async (name) => {
  const requests = await requestsOf(name, scenes.FORUM)
  expect(requests.length, 'samples that name no community').toBeGreaterThan(0)
  for (const { input, by } of requests) {
    const missing = withNobody(input)
    const before = await digest()
    for (const sender of [by, null]) {
      // Twice: the second response may come from a cache.
      for (const _ of [1, 2]) {
        const there = await send(name, 'garden.example', { input, by: sender })
        expect(there).toEqual(await send(name, 'garden.example', { input: missing, by: sender }))
      }
    }
    expect(await digest()).toEqual(before)
    const here = await send(name, 'forum.example', { input, by })
    expect(here).not.toEqual(await send(name, 'forum.example', { input: missing, by }))
  }
  for (const { input, by } of await requestsOf(name, scenes.GARDEN)) {
    const there = await send(name, 'garden.example', { input, by })
    expect(there).not.toEqual(await send(name, 'garden.example', { input: withNobody(input), by }))
  }
})
