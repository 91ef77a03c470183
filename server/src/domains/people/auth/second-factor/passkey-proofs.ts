import {
  type CallOutput,
  type CallParsedInput,
  type PasskeyAssertion,
  type PasskeyRequestOptions,
  SECOND_FACTOR_TTL_MS,
} from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import type { Database, Transaction } from '../../../../platform/database/database.ts'
import { DomainError, isDomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import type { AccountService } from '../../accounts/index.ts'
import type { Domain } from '../../tenants/index.ts'
import type { SignInContext } from '../sessions/sign-in-context.ts'
import type { SignInOutcome, SignIns } from '../sessions/sign-ins.ts'
import type { Challenge, Challenges } from './challenges.ts'
import { type PasskeyRow, passkeyRepository } from './repository.ts'

/** A verified passkey response. */
export interface PasskeyProof {
  userId: string
  /** Advances the passkey's counter in the transaction. Returns false if another request was faster. */
  use(tx: Transaction): Promise<boolean>
}

export type PasskeyProofs = ReturnType<typeof createPasskeyProofs>

/** Loaded when first needed, because many processes never use passkeys. */
export const webAuthn = () => import('@simplewebauthn/server')

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  accounts: Pick<AccountService, 'accountsOf' | 'mainOf'>
}

/** Requests and verifies passkey assertions. Passkeys of merged accounts belong to the person. */
export function createPasskeyProofs({ database, clock, accounts }: Dependencies) {
  const allOf = async (userId: string, tx?: Transaction) =>
    passkeyRepository(database.from(tx)).of(await accounts.accountsOf(userId, tx))
  return {
    /** Options for the browser, for one person or, if null, for any passkey of this domain. */
    async options(
      domain: Domain,
      about: { userId: string | null; nonce: string },
      tx?: Transaction,
    ): Promise<PasskeyRequestOptions> {
      const { userId, nonce } = about
      const passkeys = userId === null ? [] : await allOf(userId, tx)
      const { generateAuthenticationOptions } = await webAuthn()
      const host = hostOf(domain)
      const options = await generateAuthenticationOptions({
        rpID: host,
        challenge: bytesOf(nonce),
        timeout: SECOND_FACTOR_TTL_MS,
        userVerification: 'required',
        allowCredentials: passkeys.filter((row) => row.host === host).map(describe),
      })
      return options as PasskeyRequestOptions
    },
    /** Whether the person has a passkey for the domain. */
    async has(userId: string, domain: Domain, tx?: Transaction): Promise<boolean> {
      const host = hostOf(domain)
      return (await allOf(userId, tx)).some((row) => row.host === host)
    },
    /** The proof in a browser's response; null if anything is wrong. */
    async look(
      domain: Domain,
      about: { assertion: PasskeyAssertion; challenge: Challenge },
    ): Promise<PasskeyProof | null> {
      const { assertion, challenge } = about
      const row = await passkeyRepository(database.read).byCredential(sha256(assertion.id))
      if (row?.host !== hostOf(domain)) return null
      const { userHandle } = assertion.response
      const isNamed = userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === row.user_id
      if (!isNamed) return null
      const counter = await counterOf(assertion, { row, domain, challenge })
      if (counter === null) return null
      const use = (tx: Transaction) => passkeyRepository(tx.connection).used(row, { counter, used_at: clock.now() })
      return { userId: await accounts.mainOf(row.user_id), use }
    },
  }
}

/** The passkey's new counter. Null if signature, origin, host or challenge is wrong, or the counter went back. */
async function counterOf(
  { authenticatorAttachment: _, response, ...rest }: PasskeyAssertion,
  about: { row: PasskeyRow; domain: Domain; challenge: Challenge },
): Promise<number | null> {
  const { row, domain, challenge } = about
  const { userHandle: _handle, ...signed } = response
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...rest, response: signed },
    expectedChallenge: challenge.nonce,
    expectedOrigin: domain.origin,
    expectedRPID: row.host,
    credential: { id: row.credential_id, publicKey: bytesOf(row.public_key), counter: Number(row.counter) },
    requireUserVerification: true,
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

/** Passkeys are valid for one host only, not for other domains of the installation. */
export function hostOf({ origin }: Pick<Domain, 'origin'>): string {
  return new URL(origin).hostname
}

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}

/** A passkey's descriptor for browsers. */
export function describe({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id, ...(transports === '' ? {} : { transports: transports.split(' ') }) }
}

interface SignInDependencies {
  database: Database
  accounts: Pick<AccountService, 'ownFacts'>
  signIns: SignIns
  challenges: Challenges
  passkeyProofs: PasskeyProofs
}

/** Sign-in with a discoverable passkey. Asks for no name, so that nothing reveals who has a passkey. */
export function createPasskeySignIn({ database, accounts, signIns, challenges, passkeyProofs }: SignInDependencies) {
  return {
    async options(domain: Domain): Promise<CallOutput<'authPasskeyOptions'>> {
      const { challenge, nonce } = challenges.make('sign in', { facts: {}, goodForMs: SECOND_FACTOR_TTL_MS })
      return { options: await passkeyProofs.options(domain, { userId: null, nonce }), challenge }
    },
    /** Throws PASSKEY_INVALID for any failure. */
    async signIn(
      input: CallParsedInput<'authPasskeySignIn'>,
      signInContext: SignInContext,
      record: RecordResponse<SignInOutcome>,
    ) {
      const challenge = challenges.read('sign in', input.challenge)
      const proof =
        challenge && (await passkeyProofs.look(signInContext.domain, { assertion: input.assertion, challenge }))
      const isThere = proof && (await accounts.ownFacts(proof.userId).then(Boolean, unlessMissing))
      if (!challenge || !proof || !isThere) throw new DomainError('PASSKEY_INVALID')
      return database.transaction(async (tx) => {
        await challenges.use(challenge, tx).catch((error: unknown) => {
          throw isDomainError(error) ? new DomainError('PASSKEY_INVALID') : error
        })
        if (!(await proof.use(tx))) throw new DomainError('PASSKEY_INVALID')
        const begun = await signIns.begin(tx, { userId: proof.userId, method: 'passkey', signInContext })
        record(tx, begun)
        return begun
      })
    },
  }
}

function unlessMissing(error: unknown): false {
  if (isDomainError(error)) return false
  throw error
}
