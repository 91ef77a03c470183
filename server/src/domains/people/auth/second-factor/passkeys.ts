import { type CallOutput, type CallParsedInput, type Me, type Passkey, SECOND_FACTOR_TTL_MS } from '@stoa/contract'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import type { AccountService } from '../../accounts/index.ts'
import type { Domain } from '../../tenants/index.ts'
import type { SessionService } from '../sessions/service.ts'
import type { Challenges } from './challenges.ts'
import type { AssertSignInMethod } from './last-sign-in-method.ts'
import { bytesOf, describe, hostOf, webAuthn } from './passkey-proofs.ts'
import { type PasskeyRow, passkeyRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  challenges: Challenges
  accounts: Pick<AccountService, 'accountsOf' | 'lock'>
  sessions: Pick<SessionService, 'assertRecent' | 'forgetOtherProofs'>
  assertWayIn: AssertSignInMethod
}

export type Passkeys = ReturnType<typeof createPasskeys>

/** Adds, renames and removes passkeys of an account. */
export function createPasskeys(dependencies: Dependencies) {
  const { database, clock, ids, challenges, accounts, sessions, assertWayIn } = dependencies
  const allOf = async (userId: string, tx?: Transaction) =>
    passkeyRepository(database.from(tx)).of(await accounts.accountsOf(userId, tx))

  /** Includes those of merged accounts. */
  async function listOf(userId: string, tx?: Transaction): Promise<Passkey[]> {
    return (await allOf(userId, tx)).map(presentPasskey)
  }

  async function insert(tx: Transaction, row: PasskeyRow): Promise<void> {
    try {
      await passkeyRepository(tx.connection).insert(row)
    } catch (error) {
      // Already registered, perhaps to another account.
      if (database.dialect.isUniqueViolation(error)) throw new DomainError('PASSKEY_INVALID')
      throw error
    }
  }

  return {
    listOf,
    /** Options for creating a passkey. Existing ones are excluded. Throws REAUTHENTICATION_REQUIRED. */
    async registerOptions(
      viewer: Me,
      { sessionId, domain }: { sessionId: string; domain: Domain },
    ): Promise<CallOutput<'passkeyRegisterOptions'>> {
      await sessions.assertRecent(sessionId)
      const facts = { userId: viewer.id }
      const { challenge, nonce } = challenges.make('register', { facts, goodForMs: SECOND_FACTOR_TTL_MS })
      const host = hostOf(domain)
      const existingPasskeys = (await allOf(viewer.id)).filter((row) => row.host === host)
      const { generateRegistrationOptions } = await webAuthn()
      const options = await generateRegistrationOptions({
        rpName: domain.config.domainDisplayName,
        rpID: host,
        userID: new TextEncoder().encode(viewer.id),
        userName: viewer.username,
        userDisplayName: viewer.displayName,
        challenge: bytesOf(nonce),
        timeout: SECOND_FACTOR_TTL_MS,
        attestationType: 'none',
        excludeCredentials: existingPasskeys.map(describe),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      })
      return { options: options as CallOutput<'passkeyRegisterOptions'>['options'], challenge }
    },
    /** Adds a passkey created by the browser; throws PASSKEY_INVALID. */
    async register(
      { viewer, domain }: { viewer: Me; domain: Domain },
      input: CallParsedInput<'passkeyRegister'>,
      tx: Transaction,
    ): Promise<Passkey[]> {
      const challenge = challenges.read('register', input.challenge)
      if (challenge?.facts.userId !== viewer.id) throw new DomainError('PASSKEY_INVALID')
      const { verifyRegistrationResponse } = await webAuthn()
      const { authenticatorAttachment: _, response, ...rest } = input.attestation
      const { transports = [], ...attestationResponse } = response
      const verified = await verifyRegistrationResponse({
        response: { ...rest, response: attestationResponse },
        expectedChallenge: challenge.nonce,
        expectedOrigin: domain.origin,
        expectedRPID: hostOf(domain),
        requireUserVerification: true,
      }).catch(() => null)
      const info = verified?.registrationInfo
      if (!info) throw new DomainError('PASSKEY_INVALID')
      const row: PasskeyRow = {
        id: ids.next(),
        user_id: viewer.id,
        credential_hash: sha256(info.credential.id),
        credential_id: info.credential.id,
        public_key: Buffer.from(info.credential.publicKey).toString('base64url'),
        counter: info.credential.counter,
        transports: transports.filter((name) => TRANSPORTS.has(name)).join(' '),
        host: hostOf(domain),
        name: input.name,
        synced: Number(info.credentialDeviceType === 'multiDevice'),
        created_at: clock.now(),
        used_at: 0,
      }
      await database.transaction(async (tx) => {
        await challenges.use(challenge, tx).catch(asInvalid)
        await insert(tx, row)
      }, tx)
      return listOf(viewer.id, tx)
    },
    /** Throws PASSKEY_NOT_FOUND, also for another person's passkey. */
    async rename(
      userId: string,
      { passkeyId, name }: CallParsedInput<'passkeyEdit'>,
      tx?: Transaction,
    ): Promise<Passkey[]> {
      await database.transaction(async (tx) => {
        const userIds = await accounts.accountsOf(userId, tx)
        const isTheirs = await passkeyRepository(tx.connection).rename({ id: passkeyId, userIds, name })
        if (!isTheirs) throw new DomainError('PASSKEY_NOT_FOUND')
      }, tx)
      return listOf(userId, tx)
    },
    /** Throws PASSKEY_NOT_FOUND, or LAST_WAY_IN. */
    async delete(
      userId: string,
      about: { passkeyId: string; domain: Domain; sessionId: string },
      tx?: Transaction,
    ): Promise<Passkey[]> {
      await database.transaction(async (tx) => {
        // Of two concurrent removals, one must leave a sign-in method.
        await accounts.lock(tx, userId)
        const userIds = await accounts.accountsOf(userId, tx)
        const wasTheirs = await passkeyRepository(tx.connection).delete({ id: about.passkeyId, userIds })
        if (!wasTheirs) throw new DomainError('PASSKEY_NOT_FOUND')
        await assertWayIn(tx, userId, about.domain)
        // Other sessions may have been authenticated with it.
        await sessions.forgetOtherProofs(tx, userId, about.sessionId)
      }, tx)
      return listOf(userId, tx)
    },
  }
}

/** The transports browsers know. */
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

function asInvalid(error: unknown): never {
  throw error instanceof DomainError ? new DomainError('PASSKEY_INVALID') : error
}

function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: Number(row.created_at),
    usedAt: Number(row.used_at) || null,
    synced: Boolean(row.synced),
  }
}
