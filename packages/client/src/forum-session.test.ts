// @vitest-environment node
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ApiCall } from './client.ts'
import { createSession } from './forum-session.ts'
import { StoaError } from './stoa-error.ts'

const MINUTE = 60_000

/** A server with one refresh cookie for all tabs; reusing a spent one would end the session. */
function createServer({ isSignedIn = true, now = (): number => 0 } = {}) {
  const server = { isSignedIn, refreshes: 0, offline: false }
  const call = (async (name: string) => {
    await Promise.resolve()
    if (server.offline) throw new StoaError('NETWORK', { message: 'Offline.' })
    if (name === 'authSignOut') {
      server.isSignedIn = false
      return {}
    }
    server.refreshes += 1
    if (!server.isSignedIn) throw new StoaError('REFRESH_INVALID', { message: 'Over.', status: 401 })
    return { userId: 'U', accessToken: `t${server.refreshes}`, expiresAt: now() + 10 * MINUTE }
  }) as ApiCall
  return Object.assign(server, { call })
}

function memory(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

const signedInBefore = { 'stoa.session': '1' }

/** Broadcast channels connecting tabs. */
function tabs() {
  const open: { onmessage: BroadcastChannel['onmessage']; postMessage(data: unknown): void }[] = []
  return () => {
    const channel: (typeof open)[number] = {
      onmessage: null,
      postMessage(data) {
        for (const other of open) {
          if (other !== channel) other.onmessage?.call(other as never, { data } as MessageEvent)
        }
      },
    }
    open.push(channel)
    return channel
  }
}

describe('tokens', () => {
  test('a visitor who never signed in here makes no request', async () => {
    const server = createServer()
    const session = createSession({ client: server, storage: memory(), channel: null })
    expect(await session.getAccessToken()).toBeNull()
    expect(server.refreshes).toBe(0)
  })

  test('the cookie gives a token, which is used until shortly before it expires', async () => {
    let now = 0
    const server = createServer({ now: () => now })
    const session = createSession({ client: server, storage: memory(signedInBefore), channel: null, clock: () => now })
    expect(await session.getAccessToken()).toBe('t1')
    now = 9 * MINUTE
    expect(await session.getAccessToken()).toBe('t1')
    now = 9.6 * MINUTE
    expect(await session.getAccessToken()).toBe('t2')
  })

  test('concurrent callers share one refresh', async () => {
    const server = createServer()
    const session = createSession({ client: server, storage: memory(signedInBefore), channel: null, clock: () => 0 })
    const all = await Promise.all([session.getAccessToken(), session.refresh(), session.getAccessToken()])
    expect(all).toEqual(['t1', 't1', 't1'])
    expect(server.refreshes).toBe(1)
  })

  test('a clock that is a day fast does not refresh on every call', async () => {
    const server = createServer({ now: () => 0 })
    const session = createSession({
      client: server,
      storage: memory(signedInBefore),
      channel: null,
      clock: () => 24 * 60 * MINUTE,
    })
    await session.getAccessToken()
    await session.getAccessToken()
    expect(server.refreshes).toBe(1)
  })

  test('an ended session is reported once and then makes no requests', async () => {
    const server = createServer({ isSignedIn: false })
    const session = createSession({ client: server, storage: memory(signedInBefore), channel: null })
    const onChange = vi.fn()
    session.onChange(onChange)
    expect(await session.getAccessToken()).toBeNull()
    expect(await session.getAccessToken()).toBeNull()
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(server.refreshes).toBe(1)
  })

  test('being offline is not being signed out', async () => {
    const server = createServer()
    server.offline = true
    const session = createSession({ client: server, storage: memory(signedInBefore), channel: null, clock: () => 0 })
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: 'NETWORK' })
    server.offline = false
    expect(await session.getAccessToken()).toBe('t1')
  })
})

describe('sign-in and sign-out', () => {
  test('a sign-in is known here and in other tabs', async () => {
    const server = createServer()
    const channel = tabs()
    const here = createSession({ client: server, storage: memory(), channel: channel(), clock: () => 0 })
    const there = createSession({ client: server, storage: memory(), channel: channel(), clock: () => 0 })
    const onChange = vi.fn()
    there.onChange(onChange)
    here.adopt({ userId: 'U', accessToken: 'fresh', expiresAt: 10 * MINUTE })
    expect(await here.getAccessToken()).toBe('fresh')
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(await there.getAccessToken()).toBe('t1')
  })

  test('a page from the browser’s history asks again who is signed in', async () => {
    const server = createServer()
    const storage = memory(signedInBefore)
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    onTestFinished(() => void vi.unstubAllGlobals())
    const session = createSession({ client: server, storage, channel: null, clock: () => 0 })
    const onChange = vi.fn()
    session.onChange(onChange)
    expect(await session.getAccessToken()).toBe('t1')
    const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    show(false)
    expect(await session.getAccessToken()).toBe('t1')
    show(true)
    expect(onChange).toHaveBeenLastCalledWith('in')
    expect(await session.getAccessToken()).toBe('t2')
    storage.removeItem('stoa.session')
    show(true)
    expect(onChange).toHaveBeenLastCalledWith('gone')
    expect(await session.getAccessToken()).toBeNull()
  })

  test('a sign-in in another tab during a request leaves nobody a visitor', async () => {
    const server = createServer()
    const channel = tabs()
    const options = { client: server, clock: () => 0 }
    const here = createSession({ ...options, storage: memory(), channel: channel() })
    const there = createSession({ ...options, storage: memory(signedInBefore), channel: channel() })
    const token = there.getAccessToken()
    here.adopt({ userId: 'V', accessToken: 'fresh', expiresAt: 10 * MINUTE })
    // The first response may belong to the former session.
    expect([await token, await there.getAccessToken()]).toEqual(['t2', 't2'])
  })

  test('a sign-out ends it in all tabs', async () => {
    const server = createServer()
    const channel = tabs()
    const options = { client: server, clock: () => 0 }
    const here = createSession({ ...options, storage: memory(signedInBefore), channel: channel() })
    const there = createSession({ ...options, storage: memory(signedInBefore), channel: channel() })
    await there.getAccessToken()
    await here.signOut()
    expect(await here.getAccessToken()).toBeNull()
    expect(await there.getAccessToken()).toBeNull()
  })

  test('after signing out no request is made, whenever the live connection reports it', async () => {
    const server = createServer()
    const session = createSession({ client: server, storage: memory(signedInBefore), channel: null, clock: () => 0 })
    await session.getAccessToken()
    const signOut = session.signOut()
    const earlierRefresh = session.refresh()
    await signOut
    expect(await earlierRefresh).toBeNull()
    expect(await session.refresh()).toBeNull()
    expect(server.refreshes).toBe(1)
  })

  test('a tab whose storage doesn’t know yet that another has signed out waits for its message', async () => {
    const server = createServer()
    let last = Promise.resolve<unknown>(null)
    const request = (_: string, work: () => Promise<unknown>) => (last = last.then(work))
    vi.stubGlobal('navigator', { locks: { request } })
    const channels = [new BroadcastChannel('tabs'), new BroadcastChannel('tabs')] as const
    onTestFinished(() => {
      vi.unstubAllGlobals()
      for (const channel of channels) channel.close()
    })
    const tab = (channel: BroadcastChannel) =>
      createSession({ client: server, storage: memory(signedInBefore), channel, clock: () => 0 })
    const [here, there] = [tab(channels[0]), tab(channels[1])]
    await there.getAccessToken()
    const signOut = here.signOut()
    expect(await there.refresh()).toBeNull()
    await signOut
    expect(server.refreshes).toBe(1)
  })

  test('a tab that learns of another tab’s sign-out from the live connection first makes no request', async () => {
    const server = createServer()
    const storage = memory(signedInBefore)
    const there = createSession({ client: server, storage, channel: null, clock: () => 0 })
    await there.getAccessToken()
    await createSession({ client: server, storage, channel: null, clock: () => 0 }).signOut()
    const onChange = vi.fn()
    there.onChange(onChange)
    expect(await there.refresh()).toBeNull()
    expect(server.refreshes).toBe(1)
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  test('a session that has ended in another tab is not taken for a sign-out', async () => {
    const server = createServer()
    const storage = memory(signedInBefore)
    const there = createSession({ client: server, storage, channel: null, clock: () => 0 })
    await there.getAccessToken()
    const onChange = vi.fn()
    there.onChange(onChange)
    storage.removeItem('stoa.session')
    expect(await there.refresh()).toBeNull()
    expect(onChange.mock.calls).toEqual([['gone']])
  })

  test('a failed sign-out leaves the session unchanged', async () => {
    const server = createServer()
    const session = createSession({ client: server, storage: memory(signedInBefore), channel: null, clock: () => 0 })
    await session.getAccessToken()
    server.offline = true
    await expect(session.signOut()).rejects.toMatchObject({ code: 'NETWORK' })
    server.offline = false
    expect(await session.refresh()).toBe('t2')
  })

  test('a refresh that completes after the sign-out brings nobody back', async () => {
    const server = createServer()
    const session = createSession({ client: server, storage: memory(signedInBefore), channel: null, clock: () => 0 })
    const late = session.refresh()
    session.adopt({ userId: 'V', accessToken: 'other person', expiresAt: 10 * MINUTE })
    expect(await late).toBe('other person')
    expect(await session.getAccessToken()).toBe('other person')
  })

  test('an unsubscribed listener is not called', () => {
    const session = createSession({ client: createServer(), storage: memory(), channel: null, clock: () => 0 })
    const onChange = vi.fn()
    session.onChange(onChange)()
    session.adopt({ userId: 'U', accessToken: 'a', expiresAt: MINUTE })
    expect(onChange).not.toHaveBeenCalled()
  })
})

describe('a sign-in by redirect', () => {
  test('is read from the cookie, and other tabs are notified', async () => {
    const server = createServer()
    const channel = tabs()
    const other = createSession({ client: server, storage: memory(), channel: channel() as never })
    const onChange = vi.fn()
    other.onChange(onChange)
    const storage = memory()
    const session = createSession({ client: server, storage, channel: channel() as never })
    expect(await session.getAccessToken()).toBeNull()
    expect(await session.arrive()).toBe(true)
    expect(await session.getAccessToken()).toBe('t1')
    expect(storage.getItem('stoa.session')).toBe('1')
    expect(onChange).toHaveBeenCalledOnce()
  })

  test('leaves a visitor a visitor if there is none', async () => {
    const storage = memory()
    const session = createSession({ client: createServer({ isSignedIn: false }), storage, channel: null })
    expect(await session.arrive()).toBe(false)
    expect(await session.getAccessToken()).toBeNull()
    expect(storage.getItem('stoa.session')).toBeNull()
  })
})
