import { isWrite } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { allSamples } from '../../src/calls/all.samples.ts'
import { type Forum, PUBLISHER, startForum } from '../forum.ts'
import { sendRequest } from '../harness.ts'
import { createLiveClients, type LiveClients } from '../live-clients.ts'
import { sentSample, startSampleScene } from '../samples.ts'
import { type SecondProcess, startSecondProcess } from '../second-process.ts'
import { type Probe, type RightChange, rightChanges, watchedPerson } from './right-changes.ts'

const redisUrl = process.env.STOA_TEST_REDIS_URL
const OWN = 'http://localhost:3000'
const WITHIN_MS = 1000
/** Account events about something other than permissions. */
const NO_RIGHTS: Record<string, string> = {
  userUsername: 'a name',
  communityCreate: 'a community that was not there',
  authSignUp: 'an account that was not there',
  authOneTap: 'an account that was not there',
  authEmbedSso: 'an account that was not there',
  userCreateFirebaseUser: 'an account that was not there',
  communityHide: 'what one wants to see',
  notificationBlock: 'what one wants to see',
  postReadAll: 'what one has read',
  apiKeyRevoke: 'those of a key, which has tests of its own',
  totpConfirm: 'of admins alone, where they need a second factor',
  totpDelete: 'of admins alone, where they need a second factor',
}
const STEP_MS = 250

let forum: Forum
let changes: Record<string, RightChange>
/** Changes are made `here` and must take effect on both. */
let processes: Record<'here' | 'there', SecondProcess>
const clients: LiveClients[] = []

beforeAll(async () => {
  forum = await startForum()
  changes = rightChanges(forum)
  const { stoa } = forum
  processes = { here: await startSecondProcess(stoa, redisUrl), there: await startSecondProcess(stoa, redisUrl) }
  if (redisUrl) await untilJoined()
})
afterEach(() => {
  for (const each of clients.splice(0)) each.leave()
})
afterAll(async () => {
  await processes.here.close()
  await processes.there.close()
  await forum.stoa.close()
})

/**
 * Waits until the servers receive each other's events. They start before their subscriptions are active, and only an
 * arriving event shows that.
 */
async function untilJoined(): Promise<void> {
  const there = await liveAt('there', { token: forum.bea.token })
  await vi.waitFor(async () => {
    await tell(forum.bea.id)
    expect(there.names()).toContain('viewer.changed')
  })
}

function liveAt(where: keyof typeof processes, about: { token: string; origin?: string }) {
  const live = createLiveClients(processes[where].url)
  clients.push(live)
  return live.connect({ ...about, watch: { communities: ['FORUM'] } })
}

/** Publishes a private event for a person, then a public one. */
async function tell(userId: string): Promise<void> {
  const { events } = processes.here.app
  await forum.stoa.database.transaction(async (tx) => {
    events.publish(tx, { name: 'viewer.changed', room: `user:${userId}`, payload: { userId } })
    const looks = { logoImageURI: '', bannerImageURI: '', accent: '' }
    const payload = { tokenName: 'FORUM', numberOfMembers: 0, totalPosts: 0, ...looks, membersOnly: false }
    events.publish(tx, { name: 'community.changed', room: 'community:FORUM', payload })
  })
}

async function ask(
  where: keyof typeof processes,
  path: string,
  about: { body?: object | undefined; headers: Record<string, string> },
): Promise<string> {
  const { body, headers } = about
  const { status, text } = await sendRequest(processes[where].url + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { code } = JSON.parse(text) as { code?: string }
  return status < 300 ? 'ok' : (code ?? String(status))
}

let personCount = 0

/** Makes a change here; returns for each request after how much clock time it takes effect at `where`. */
async function timesOf(change: RightChange, where: keyof typeof processes): Promise<number[]> {
  const { clock } = forum.stoa
  const person = await watchedPerson(forum, `watched_${(personCount += 1)}`, change.isOfSite ?? false)
  await change.prepare?.(person)
  clock.advance(2 * WITHIN_MS)
  const site: Record<string, string> = change.isOfSite ? { origin: PUBLISHER.origin } : {}
  const probes = change.probes({ postId: await forum.newPost() })
  const isOpen = where === 'here' || redisUrl !== undefined
  const live = isOpen ? await liveAt(where, { token: person.token, ...site }) : null
  const headers = { ...site, authorization: `Bearer ${person.token}` }
  const answerTo = ({ path, body }: Probe) => ask(where, path, { body, headers })
  // Twice, so that the second one is served from caches.
  for (const _ of [1, 2])
    for (const probe of probes) expect([probe.path, await answerTo(probe)]).toEqual([probe.path, probe.before])
  const request = await change.send(person)
  const { path } = calls[change.call]
  const outcome = await ask('here', `/api${path}`, {
    body: request.input,
    headers: {
      origin: OWN,
      ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
      ...(request.cookie ? { cookie: request.cookie } : {}),
    },
  })
  expect(outcome).toBe('ok')
  if (live) await expectEvents(change, live, person.userId)
  const times: number[] = []
  const pendingProbes = new Set(probes)
  for (let passed = 0; passed <= WITHIN_MS; passed += STEP_MS) {
    for (const probe of pendingProbes) {
      if ((await answerTo(probe)) !== probe.after) continue
      pendingProbes.delete(probe)
      times.push(passed)
    }
    if (pendingProbes.size > 0) clock.advance(STEP_MS)
  }
  expect([...pendingProbes].map((probe) => probe.path)).toEqual([])
  return times
}

/** What the open connection receives before the clock moves; after its session ends, nothing private. */
async function expectEvents(
  change: RightChange,
  live: Awaited<ReturnType<typeof liveAt>>,
  userId: string,
): Promise<void> {
  const count = (name: string) => live.names().filter((each) => each === name).length
  await vi.waitFor(() => expect(live.names()).toContain(change.event))
  if (change.event !== 'session.ended') return
  await vi.waitFor(async () => {
    const before = { viewerEvents: count('viewer.changed'), everybodys: count('community.changed') }
    await tell(userId)
    await vi.waitFor(() => expect(count('community.changed')).toBeGreaterThan(before.everybodys))
    expect(count('viewer.changed')).toBe(before.viewerEvents)
  })
}

const names = Object.keys(rightChanges({ stoa: {}, admin: {} } as Forum))

describe.each(names)('%s', (name) => {
  const change = () => changes[name] as RightChange

  test('takes effect at once where it is made, over HTTP and open connections', async () => {
    expect(new Set(await timesOf(change(), 'here'))).toEqual(new Set([0]))
  })

  test('takes effect within a second in another process', async () => {
    expect(Math.max(...(await timesOf(change(), 'there')))).toBeLessThanOrEqual(WITHIN_MS)
  })
})

test('every call that changes permissions or ends sessions is tested here', async () => {
  const { stoa } = forum
  const scene = await startSampleScene(forum)
  const telling = new Set<string>()
  let current: string | null = null
  stoa.app.events.subscribe(({ name }) => {
    if (current !== null && (name === 'viewer.changed' || name === 'session.ended')) telling.add(current)
  })
  /** Waits for the jobs and events of a call, which must not count as those of the next. */
  const settle = async () => {
    await stoa.app.background.settled()
    await stoa.app.events.flush()
  }
  for (const { name, make } of allSamples.filter((sample) => isWrite(calls[sample.name]))) {
    const { path, ...init } = sentSample(name, await make(scene))
    await settle()
    current = name
    await fetch(stoa.url + path, init)
    await settle()
    current = null
  }
  const coveredCalls = Object.values(changes).map(({ call }) => call as string)
  const missingCalls = [...telling].filter((name) => !coveredCalls.includes(name) && !(name in NO_RIGHTS))
  expect(missingCalls.toSorted()).toEqual([])
})
