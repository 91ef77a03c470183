import { createSession, StoaError } from '@stoa/client'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetWithSession } from './forget.ts'

const [posted, deleted]: unknown[][] = [[], []]

/** A page whose browser remembers that somebody is signed in. */
function open(refresh: () => Promise<unknown>) {
  vi.stubGlobal('caches', { delete: async (name: string) => deleted?.push(name) })
  const worker = { postMessage: (message: unknown) => posted?.push(message) }
  const serviceWorker = { getRegistration: async () => ({ active: worker }) }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  const storage = new Map([['stoa.session', '1']])
  const call = async (name: string) => (name === 'authRefresh' ? refresh() : {})
  const session = createSession({
    client: { call: call as never },
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    channel: null,
  })
  forgetWithSession(session)
  return session
}
const signedIn = { userId: 'u', accessToken: 'token', expiresAt: Date.now() + 600_000 }

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  posted?.splice(0)
  deleted?.splice(0)
})

test('what was read is removed when somebody signs out, not before', async () => {
  const session = open(async () => signedIn)
  await session.getAccessToken()
  expect([posted, deleted]).toEqual([[], []])
  await session.signOut()
  await vi.waitFor(() => expect([posted, deleted]).toEqual([[{ do: 'forget' }], ['stoa-lately']]))
})

test('what was read is removed when the session was ended elsewhere', async () => {
  const session = open(async () => {
    throw new StoaError('REFRESH_INVALID', { message: 'Over.' })
  })
  expect(await session.getAccessToken()).toBeNull()
  await vi.waitFor(() => expect([posted, deleted]).toEqual([[{ do: 'forget' }], ['stoa-lately']]))
})
