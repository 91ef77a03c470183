import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { expect, it } from 'vitest'
import { createSignUp } from './sign-up.ts'
import { createStoa } from './stoa.ts'

const account = { username: 'newt', email: 'newt@example.org', password: 'Abcdef1!' }
const response = { userId: 'u', accessToken: 't', expiresAt: 0 }

/** Signs up with a server that responds in this order; an error code is an error. */
function signingUp(...ends: ('NETWORK' | 'RATE_LIMITED' | 'USERNAME_EXISTS' | 'ok')[]) {
  const keys: (string | undefined)[] = []
  const call = async (_: string, __: object, options?: { idempotencyKey?: string }) => {
    keys.push(options?.idempotencyKey)
    const end = ends.shift() ?? 'ok'
    if (end === 'ok') return response
    throw new StoaError(end, end === 'NETWORK' ? { message: 'no' } : errors[end])
  }
  const stoa = createStoa({ client: { call: call as never }, storage: null })
  return { keys, signUp: stoa.singleton(createSignUp) }
}

it('repeats the same request for the same account, so that a lost response doesn’t make the name "taken"', async () => {
  const { keys, signUp } = signingUp('NETWORK', 'RATE_LIMITED', 'ok')
  await expect(signUp(account)).rejects.toMatchObject({ code: 'NETWORK' })
  await expect(signUp({ ...account })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(await signUp({ ...account })).toEqual(response)
  expect(keys[0]).toMatch(/\w{20}/)
  expect(new Set(keys).size).toBe(1)
})

it.each([{ username: 'newt_2' }, { email: 'other@example.org' }, { password: 'Abcdef2!' }])(
  'is a new request for another account: %o',
  async (change) => {
    const { keys, signUp } = signingUp('USERNAME_EXISTS')
    await expect(signUp(account)).rejects.toMatchObject({ code: 'USERNAME_EXISTS' })
    await signUp({ ...account, ...change })
    expect(keys[0]).not.toBe(keys[1])
  },
)

it('starts anew after a success', async () => {
  const { keys, signUp } = signingUp()
  await signUp(account)
  await signUp(account)
  expect(keys[0]).not.toBe(keys[1])
})
