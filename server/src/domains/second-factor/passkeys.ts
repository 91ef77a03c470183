import { type CallOutput, type CallParsedInput, type Me, type Passkey, SECOND_FACTOR_TTL_MS } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { Ids } from '../../lib/ids.ts'
import { sha256 } from '../../lib/keys.ts'
import type { AccountService } from '../accounts/service.ts'
import type { Domain } from '../domains/domain-config.ts'
import type { SessionService } from '../sessions/service.ts'
import type { Challenges } from './challenges.ts'
import { bytesOf, describe, hostOf, webAuthn } from './passkey-proofs.ts'
import { type PasskeyRow, passkeyRepository } from './passkey-repository.ts'
import type { AssertWayIn } from './ways-in.ts'

interface Dependencies {
  database: Database
  clock: Clock
  ids: Ids
  challenges: Challenges
  accounts: Pick<AccountService, 'accountsOf' | 'lock'>
  sessions: Pick<SessionService, 'forgetOtherProofs'>
  assertWayIn: AssertWayIn
}

export type Passkeys = ReturnType<typeof createPasskeys>

/** Passkeys of an account: added, named, taken away. */
export function createPasskeys(dependencies: Dependencies) {
  const { database, clock, ids, challenges, accounts, sessions, assertWayIn } = dependencies
  const allOf = async (userId: string) => passkeyRepository(database.read).of(await accounts.accountsOf(userId))

  /** Also those of accounts that were merged into the person's. */
  async function listOf(userId: string): Promise<Passkey[]> {
    return (await allOf(userId)).map(presentPasskey)
  }

  async function insert(unit: Unit, row: PasskeyRow): Promise<void> {
    try {
      await passkeyRepository(unit.connection).insert(row)
    } catch (error) {
      // Somebody has added it already, perhaps to another account.
      if (database.dialect.isUniqueViolation(error)) throw new DomainError('PASSKEY_INVALID')
      throw error
    }
  }

  return {
    listOf,
    /** What the browser makes a passkey of; one that is there already is not made again. */
    async registerOptions(viewer: Me, domain: Domain): Promise<CallOutput<'passkeyRegisterOptions'>> {
      const facts = { userId: viewer.id }
      const { challenge, nonce } = challenges.make('register', { facts, goodForMs: SECOND_FACTOR_TTL_MS })
      const host = hostOf(domain)
      const known = (await allOf(viewer.id)).filter((row) => row.host === host)
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
        excludeCredentials: known.map(describe),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      })
      return { options: options as CallOutput<'passkeyRegisterOptions'>['options'], challenge }
    },
    /** Adds a passkey that the browser has made; throws PASSKEY_INVALID. */
    async register(viewer: Me, domain: Domain, input: CallParsedInput<'passkeyRegister'>): Promise<Passkey[]> {
      const known = challenges.read('register', input.challenge)
      if (known?.facts.userId !== viewer.id) throw new DomainError('PASSKEY_INVALID')
      const { verifyRegistrationResponse } = await webAuthn()
      const { authenticatorAttachment: _, response, ...rest } = input.attestation
      const { transports = [], ...made } = response
      const verified = await verifyRegistrationResponse({
        response: { ...rest, response: made },
        expectedChallenge: known.nonce,
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
      await database.transaction(async (unit) => {
        await challenges.use(known).catch(asInvalid)
        await insert(unit, row)
      })
      return listOf(viewer.id)
    },
    /** Throws PASSKEY_NOT_FOUND, the same for somebody else's as for none. */
    async rename(userId: string, { passkeyId, name }: CallParsedInput<'passkeyEdit'>): Promise<Passkey[]> {
      await database.transaction(async ({ connection }) => {
        const userIds = await accounts.accountsOf(userId)
        const isTheirs = await passkeyRepository(connection).rename({ id: passkeyId, userIds, name })
        if (!isTheirs) throw new DomainError('PASSKEY_NOT_FOUND')
      })
      return listOf(userId)
    },
    /** Throws PASSKEY_NOT_FOUND, or LAST_WAY_IN. */
    async delete(userId: string, about: { passkeyId: string; domain: Domain; sessionId: string }): Promise<Passkey[]> {
      await database.transaction(async (unit) => {
        // Of two ways in that are taken away at once, one must stay.
        await accounts.lock(unit, userId)
        const userIds = await accounts.accountsOf(userId)
        const wasTheirs = await passkeyRepository(unit.connection).delete({ id: about.passkeyId, userIds })
        if (!wasTheirs) throw new DomainError('PASSKEY_NOT_FOUND')
        await assertWayIn(userId, about.domain)
        // It may have proved it there.
        await sessions.forgetOtherProofs(unit, userId, about.sessionId)
      })
      return listOf(userId)
    },
  }
}

/** Those that browsers know. */
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
