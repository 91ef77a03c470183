import { randomId } from '@stoa/client'
import type { CallInput, CallOutput } from '@stoa/contract'
import { readReferral } from './referral.ts'
import type { Stoa } from './stoa.ts'

/** Makes an account and signs in. */
export type SignUp = (account: CallInput<'authSignUp'>) => Promise<CallOutput<'authSignUp'>>

/**
 * The one way of an application to sign up: `stoa.part(createSignUp)`. When its answer was lost, the account may be
 * there, so the same account sent again is the same request: it gets the first answer, not "this name is taken". A
 * refusal keeps no answer, so after one the key can stay, too.
 */
export function createSignUp(stoa: Stoa): SignUp {
  // In memory only: it holds the password.
  let tried: { account: string; idempotencyKey: string } | null = null
  return async (given) => {
    const account = { ...readReferral(), ...given }
    const { username, email, password, refBy, refFrom } = account
    const same = JSON.stringify([username, email, password, refBy, refFrom])
    if (tried?.account !== same) tried = { account: same, idempotencyKey: randomId() }
    const answer = await stoa.client.call('authSignUp', account, { idempotencyKey: tried.idempotencyKey })
    tried = null
    return answer
  }
}
