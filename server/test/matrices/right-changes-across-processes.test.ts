import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Forum, startForum } from '../forum.ts'
import { createLiveClients, type LiveClients } from '../live-clients.ts'
import { type ServerProgram, startServerProgram } from '../programs/start-server-program.ts'
import { type Probe, type RightChange, rightChanges, watchedPerson } from './right-changes.ts'

const redisUrl = process.env.STOA_TEST_REDIS_URL
/** A second is promised, and the test notes how long it took. A busy machine takes longer. */
const PATIENCE_MS = 15_000
const PAUSE_MS = 20

/** Changes of `rightChanges` that are made on one process and take effect on another. */
const TRIED = [
  'a ban',
  'a permission taken',
  'a permission given',
  'signing out everywhere',
  'a partner’s site, when somebody signs out everywhere',
  'a new password',
  'a deletion',
]

describe.skipIf(!redisUrl)('two servers in separate processes', () => {
  let forum: Forum
  let here: ServerProgram
  let there: ServerProgram
  let live: LiveClients
  let changes: Record<string, RightChange>

  beforeAll(async () => {
    forum = await startForum()
    const { stoa } = forum
    // These servers use the system clock.
    stoa.clock.advance(Date.now() - stoa.clock.now())
    const { signedIn } = await stoa.app.services.sessions.begin({ userId: forum.admin.id, site: '', lasting: true })
    changes = rightChanges({ ...forum, admin: { id: forum.admin.id, token: signedIn.accessToken } })
    const settings = { ...stoa.settings, REDIS_URL: redisUrl ?? '' }
    const started = await Promise.all([startServerProgram(settings), startServerProgram(settings)])
    ;[here, there] = started
    live = createLiveClients(there.url)
  })
  afterAll(async () => {
    live.leave()
    await Promise.all([here.stop(), there.stop()])
    await forum.stoa.close()
  })

  async function ask(url: string, about: { headers: Record<string, string>; body?: object | undefined }) {
    const { headers, body } = about
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const responseBody = (await response.json()) as { code?: string }
    return response.ok ? 'ok' : (responseBody.code ?? String(response.status))
  }

  /** Monotonic time at which the last request that got the old response started. */
  async function oldUntil(probe: Probe, headers: Record<string, string>): Promise<number> {
    for (let old = 0; ; await sleep(PAUSE_MS)) {
      const began = performance.now()
      const outcome = await ask(there.url + probe.path, { headers, body: probe.body })
      if (outcome === probe.after) return old
      expect([probe.path, outcome]).toEqual([probe.path, probe.before])
      old = began
    }
  }

  /**
   * Makes the change here. Returns for each request, and for the open connection there, how many ms after the change's
   * response it still had no effect.
   */
  async function timesOf(change: RightChange, username: string): Promise<number[]> {
    const person = await watchedPerson(forum, username, change.isOfSite ?? false)
    await change.prepare?.(person)
    const site: Record<string, string> = change.isOfSite ? { origin: 'https://publisher.example' } : {}
    const headers = { ...site, authorization: `Bearer ${person.token}` }
    const probes = change.probes({ postId: await forum.newPost() })
    const { socket } = await live.connect({ token: person.token, ...site, watch: { communities: ['FORUM'] } })
    const eventTime = new Promise<number>((resolve) => socket.once(change.event, () => resolve(performance.now())))
    // Twice, so that the second one is served from caches.
    for (const _ of [1, 2])
      for (const probe of probes)
        expect(await ask(there.url + probe.path, { headers, body: probe.body })).toBe(probe.before)
    const { input, token, cookie } = await change.send(person)
    const by = {
      origin: 'http://localhost:3000',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
    }
    expect(await ask(`${here.url}/api${calls[change.call].path}`, { headers: by, body: input })).toBe('ok')
    const responseTime = performance.now()
    const times = await Promise.all([eventTime, ...probes.map((probe) => oldUntil(probe, headers))])
    return times.map((time) => Math.max(0, time - responseTime))
  }

  test('a change of permissions or sessions on one applies on the other, over HTTP and open connections', async ({
    annotate,
  }) => {
    const slowest: [what: string, ms: number][] = []
    for (const [index, what] of TRIED.entries()) {
      const change = changes[what]
      if (!change) throw new Error(`${what} no longer changes anything`)
      slowest.push([what, Math.round(Math.max(...(await timesOf(change, `felt_${index}`))))])
    }
    const summary = slowest.map(([what, ms]) => `${what}: ${ms} ms`).join('; ')
    await annotate(`felt at the other process after at most ${summary}`)
    expect(Math.max(...slowest.map(([, ms]) => ms)), summary).toBeLessThanOrEqual(PATIENCE_MS)
  })
})
