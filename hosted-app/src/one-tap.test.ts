import { StoaError, saveReferral } from '@stoa/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HostedApp } from './hosted-app.ts'
import { askOneTap } from './one-tap.ts'

const signedIn = { userId: 'u', accessToken: 't', expiresAt: 0 }
const get = vi.fn(async (): Promise<unknown> => ({ token: 'credential' }))

beforeEach(() => {
  vi.stubGlobal('IdentityCredential', class {})
  vi.stubGlobal('navigator', { credentials: { get } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.sessionStorage.clear()
  get.mockClear()
})

function start(refusal?: StoaError, oneTapClientId: string | undefined = 'client') {
  const call = vi.fn(async (name: string) => {
    if (name === 'authOneTapNonce') return { nonce: 'n', clientId: 'client' }
    if (refusal) throw refusal
    return signedIn
  })
  const adopt = vi.fn()
  const app = { stoa: { client: { call } }, session: { adopt }, config: { oneTapClientId } } as unknown as HostedApp
  return { call, adopt, ask: () => askOneTap(app, new AbortController().signal) }
}

test('one tap signs in with the browser’s token, bound to the server’s nonce', async () => {
  const { ask, adopt, call } = start()
  expect(await ask()).toBeNull()
  expect(get).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      identity: expect.objectContaining({
        providers: [expect.objectContaining({ clientId: 'client', nonce: 'n', params: { nonce: 'n' } })],
      }),
    }),
  )
  expect(call).toHaveBeenLastCalledWith('authOneTap', { credential: 'credential' })
  expect(adopt).toHaveBeenCalledExactlyOnceWith(signedIn)
})

test('it includes the referrer', async () => {
  saveReferral('?refBy=ada_demo')
  const { ask, call } = start()
  await ask()
  window.localStorage.clear()
  expect(call).toHaveBeenLastCalledWith('authOneTap', { credential: 'credential', refBy: 'ada_demo' })
})

test('it is offered once per tab, and only if the domain enables it', async () => {
  const { ask, call } = start()
  await ask()
  await ask()
  expect(get).toHaveBeenCalledOnce()
  window.sessionStorage.clear()
  await start(undefined, '').ask()
  expect(get).toHaveBeenCalledOnce()
  expect(call).toHaveBeenCalledTimes(2)
})

test('a dismissed prompt does not return, and browser errors are ignored', async () => {
  get.mockRejectedValueOnce(new DOMException('no', 'NetworkError'))
  const { ask, adopt } = start()
  expect(await ask()).toBeNull()
  window.sessionStorage.clear()
  get.mockResolvedValueOnce(null)
  expect(await ask()).toBeNull()
  expect(adopt).not.toHaveBeenCalled()
})

test('a refusal or a second factor leads to the sign-in page', async () => {
  const inUse = new StoaError('PROVIDER_EMAIL_IN_USE', { message: '' })
  expect(await start(inUse).ask()).toBe('/bbs/login?next=%2F&error=PROVIDER_EMAIL_IN_USE')
  window.sessionStorage.clear()
  const details = { challenge: 'c', methods: ['totp'], expiresAt: 0 } as never
  const secondFactorError = new StoaError('SECOND_FACTOR_REQUIRED', { message: '', details })
  expect(await start(secondFactorError).ask()).toBe('/bbs/login?next=%2F#secondFactor=c&methods=totp')
})
