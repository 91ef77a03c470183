// @vitest-environment node
import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAppCheck } from './app-check.ts'
import type { ApiCall } from './client.ts'
import { solveChallenge } from './solve-challenge.ts'
import { StoaError } from './stoa-error.ts'

const hmacKey = 'only for this test'

afterEach(() => void vi.restoreAllMocks())

describe('the proof of work', () => {
  test.each([0, 1, 63, 64, 65, 999, 1000])('the server’s library accepts the solution %i', async (number) => {
    const challenge = await createChallenge({ hmacKey, algorithm: 'SHA-256', maxnumber: 1000, number })
    const solution = await solveChallenge({ ...challenge, maxnumber: 1000 })
    expect(await verifySolution(solution, hmacKey)).toBe(true)
    expect(await verifySolution(solution, 'another key')).toBe(false)
    expect(JSON.parse(atob(solution))).toMatchObject({ number })
  })

  test('an unsolvable challenge is refused, not searched forever', async () => {
    const challenge = await createChallenge({ hmacKey, algorithm: 'SHA-256', maxnumber: 1000, number: 900 })
    await expect(solveChallenge({ ...challenge, maxnumber: 500 })).rejects.toMatchObject({ code: 'APP_CHECK_REQUIRED' })
  })

  test('the page gets a turn after each small batch, with digests running in parallel', async () => {
    const challenge = await createChallenge({ hmacKey, algorithm: 'SHA-256', maxnumber: 5000, number: 4900 })
    const digest = vi.spyOn(crypto.subtle, 'digest')
    // Counted, not timed: the duration depends on the machine.
    let most = 0
    let before = 0
    let isDone = false
    const turn = () => {
      most = Math.max(most, digest.mock.calls.length - before)
      before = digest.mock.calls.length
      if (!isDone) setImmediate(turn)
    }
    turn()
    await solveChallenge({ ...challenge, maxnumber: 5000 })
    isDone = true
    expect(digest.mock.calls.length).toBeGreaterThan(4900)
    expect(most).toBeLessThanOrEqual(64)
  })
})

describe('the token', () => {
  function createServer() {
    const server = { now: 0, challenges: 0, isDown: false }
    const call = (async (name: string) => {
      if (server.isDown) throw new StoaError('NETWORK', { message: 'Down.' })
      if (name === 'appCheckChallenge') {
        server.challenges += 1
        const challenge = await createChallenge({ hmacKey, algorithm: 'SHA-256', maxnumber: 50, number: 7 })
        return { ...challenge, maxnumber: 50 }
      }
      return { token: `token ${server.challenges}`, expiresAt: server.now + 600_000 }
    }) as ApiCall
    return Object.assign(server, { call })
  }

  test('it is fetched on first use and kept until shortly before it expires', async () => {
    const server = createServer()
    const appCheck = createAppCheck({ client: server, origin: 'https://a.example', clock: () => server.now })
    expect(server.challenges).toBe(0)
    expect(await Promise.all([appCheck.getToken(), appCheck.getToken()])).toEqual(['token 1', 'token 1'])
    server.now = 570_000
    expect(await appCheck.getToken()).toBe('token 1')
    server.now = 590_000
    expect(await Promise.all([appCheck.getToken(), appCheck.getToken()])).toEqual(['token 2', 'token 2'])
  })

  test('a refused token is dropped', async () => {
    const server = createServer()
    const appCheck = createAppCheck({ client: server, origin: 'https://a.example', clock: () => server.now })
    await appCheck.getToken()
    appCheck.reset()
    expect(await appCheck.getToken()).toBe('token 2')
  })

  test('a failure is not cached', async () => {
    const server = createServer()
    const appCheck = createAppCheck({ client: server, origin: 'https://a.example', clock: () => server.now })
    server.isDown = true
    await expect(appCheck.getToken()).rejects.toMatchObject({ code: 'NETWORK' })
    server.isDown = false
    expect(await appCheck.getToken()).toBe('token 1')
    server.now = 590_000
    server.isDown = true
    await expect(appCheck.getToken()).rejects.toMatchObject({ code: 'NETWORK' })
    server.isDown = false
    expect(await appCheck.getToken()).toBe('token 2')
  })
})
