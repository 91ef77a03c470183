import { randomId, readReferral } from '@stoa/client'
import type { CallInput, CallOutput } from '@stoa/contract'
import type { Stoa } from './stoa.ts'

/** Creates an account and signs in. */
export type SignUp = (account: CallInput<'authSignUp'>) => Promise<CallOutput<'authSignUp'>>

/**
 * Sign-up of an application: `stoa.singleton(createSignUp)`. If the response is lost, the account may exist, so the
 * same input is sent with the same idempotency key and gets the first response instead of "this name is taken". The
 * server records no refusals, so the key can stay after one.
 */
export function createSignUp(stoa: Stoa): SignUp {
  // In memory only: it holds the password.
  let lastAttempt: { account: string; idempotencyKey: string } | null = null
  return async (input) => {
    const account = { ...readReferral(), ...input }
    const { username, email, password, refBy, refFrom } = account
    const same = JSON.stringify([username, email, password, refBy, refFrom])
    if (lastAttempt?.account !== same) lastAttempt = { account: same, idempotencyKey: randomId() }
    const response = await stoa.client.call('authSignUp', account, { idempotencyKey: lastAttempt.idempotencyKey })
    lastAttempt = null
    return response
  }
}
