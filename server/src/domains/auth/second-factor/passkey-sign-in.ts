import { type CallOutput, type CallParsedInput, SECOND_FACTOR_TTL_MS } from '@stoa/contract'
import type { RecordResponse } from '../../../platform/calls/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import { DomainError, isDomainError } from '../../../platform/domain-error.ts'
import type { AccountService } from '../../accounts/service.ts'
import type { Domain } from '../../tenants/domain-config.ts'
import type { SignInContext } from '../sessions/sign-in-context.ts'
import type { SignInOutcome, SignIns } from '../sessions/sign-ins.ts'
import type { Challenges } from './challenges.ts'
import type { PasskeyProofs } from './passkey-proofs.ts'

interface Dependencies {
  database: Database
  accounts: Pick<AccountService, 'ownFacts'>
  signIns: SignIns
  challenges: Challenges
  passkeyProofs: PasskeyProofs
}

export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>

/** Signing in with a passkey that the browser finds by itself: without a name, so that nothing tells who has one. */
export function createPasskeySignIn({ database, accounts, signIns, challenges, passkeyProofs }: Dependencies) {
  return {
    async options(domain: Domain): Promise<CallOutput<'authPasskeyOptions'>> {
      const { challenge, nonce } = challenges.make('sign in', { facts: {}, goodForMs: SECOND_FACTOR_TTL_MS })
      return { options: await passkeyProofs.options(domain, { userId: null, nonce }), challenge }
    },
    /** Throws PASSKEY_INVALID, whatever is wrong. */
    async signIn(
      input: CallParsedInput<'authPasskeySignIn'>,
      place: SignInContext,
      keep: RecordResponse<SignInOutcome>,
    ) {
      const challenge = challenges.read('sign in', input.challenge)
      const proof = challenge && (await passkeyProofs.look(place.domain, { assertion: input.assertion, challenge }))
      const isThere = proof && (await accounts.ownFacts(proof.userId).then(Boolean, unlessMissing))
      if (!challenge || !proof || !isThere) throw new DomainError('PASSKEY_INVALID')
      return database.transaction(async (tx) => {
        await challenges.use(challenge, tx).catch((error: unknown) => {
          throw isDomainError(error) ? new DomainError('PASSKEY_INVALID') : error
        })
        if (!(await proof.use(tx))) throw new DomainError('PASSKEY_INVALID')
        const begun = await signIns.begin(tx, { userId: proof.userId, method: 'passkey', place })
        keep(tx, begun)
        return begun
      })
    },
  }
}

function unlessMissing(error: unknown): false {
  if (isDomainError(error)) return false
  throw error
}
