import { StoaError, saveReferral } from '@stoa/client'
import { createStoa } from '@stoa/store'
import { describe, expect, it, vi } from 'vitest'
import { createSignInActions, type Passkeys, type SignInHost } from './sign-in-actions.ts'

const signedIn = { userId: 'u', accessToken: 't', expiresAt: 0 }
const options = { challenge: 'b' }
const assertion = { id: 'key' } as unknown as Awaited<ReturnType<Passkeys['ask']>>

function start(over: Partial<SignInHost> = {}, refusal?: StoaError) {
  const call = vi.fn(async (name: string) => {
    if (refusal && name === 'authPasskeySignIn') throw refusal
    return name === 'authPasskeyOptions' ? { options, challenge: 'c' } : signedIn
  })
  const stoa = createStoa({ client: { call: call as never }, storage: null })
  const adopt = vi.fn()
  const passkeys = {
    ask: vi.fn(async () => assertion),
    canFill: vi.fn(async () => true),
    fill: vi.fn(async () => assertion),
  }
  return { call, adopt, passkeys, actions: createSignInActions({ stoa, session: { adopt }, passkeys, ...over }) }
}

it('sends a link that returns to where it was requested, and accepts its code', async () => {
  const { actions, call, adopt } = start({ next: () => '/bbs/FORUM' })
  await actions.mail?.request('newt@example.org')
  expect(call).toHaveBeenLastCalledWith('authEmailLinkRequest', { email: 'newt@example.org', next: '/bbs/FORUM' })
  expect(adopt).not.toHaveBeenCalled()
  await actions.mail?.confirm({ email: 'newt@example.org', code: '123456' })
  expect(adopt).toHaveBeenCalledExactlyOnceWith(signedIn)
})

it('includes the referrer if a code may create an account', async () => {
  saveReferral('?refBy=ada_demo&refFrom=letter')
  const { actions, call } = start()
  const proof = { email: 'newt@example.org', code: '123456' }
  await actions.mail?.confirm(proof)
  localStorage.clear()
  expect(call).toHaveBeenLastCalledWith('authEmailLinkConfirm', { ...proof, refBy: 'ada_demo', refFrom: 'letter' })
})

it('reports every kind of sign-in', async () => {
  const onSignedIn = vi.fn(async () => {})
  const { actions } = start({ onSignedIn })
  await actions.signIn({ login: 'newt', password: 'x' })
  await actions.passkey?.signIn()
  await actions.secondFactor?.({ challenge: 'c', methods: ['totp'] }, { code: '123456' })
  expect(onSignedIn).toHaveBeenCalledTimes(3)
})

it('offers passkeys and providers only if the application supports them', () => {
  const { actions } = start({ passkeys: undefined })
  expect([actions.passkey, actions.openProvider, actions.leaveForProvider]).toEqual([undefined, undefined, undefined])
})

describe('passkeys', () => {
  it('sign in with the server’s challenge', async () => {
    const { actions, call, adopt, passkeys } = start()
    await actions.passkey?.signIn()
    expect(passkeys.ask).toHaveBeenCalledExactlyOnceWith(options)
    expect(call).toHaveBeenLastCalledWith('authPasskeySignIn', { challenge: 'c', assertion })
    expect(adopt).toHaveBeenCalledOnce()
  })

  it('are a second factor if the server provides options', async () => {
    const { actions, call } = start()
    const request = { challenge: 's', methods: ['passkey'], passkeyOptions: options } as const
    await actions.secondFactor?.(request, { passkey: true })
    expect(call).toHaveBeenLastCalledWith('authSecondFactor', { challenge: 's', assertion })
    await expect(actions.secondFactor?.({ challenge: 's', methods: [] }, { passkey: true })).rejects.toMatchObject({
      code: 'ABORTED',
    })
  })

  it('are offered in autofill where possible, and silent if nobody chooses one', async () => {
    const { actions, call, passkeys } = start()
    const { signal } = new AbortController()
    passkeys.canFill.mockResolvedValueOnce(false)
    await actions.passkey?.autofill?.(signal)
    expect(call).not.toHaveBeenCalled()
    passkeys.fill.mockRejectedValueOnce(new StoaError('ABORTED', { message: '' }))
    await expect(actions.passkey?.autofill?.(signal)).resolves.toBeUndefined()
    await actions.passkey?.autofill?.(signal)
    expect(passkeys.fill).toHaveBeenLastCalledWith(options, expect.any(AbortSignal))
    expect(call).toHaveBeenLastCalledWith('authPasskeySignIn', { challenge: 'c', assertion })
  })

  it('that were chosen in autofill and refused are reported', async () => {
    const refusal = new StoaError('PASSKEY_INVALID' as never, { message: '', status: 401 })
    const { actions } = start({}, refusal)
    await expect(actions.passkey?.autofill?.(new AbortController().signal)).rejects.toBe(refusal)
  })
})
