import { randomBytes } from 'node:crypto'
import {
  API_KEY_PREFIX,
  API_KEYS_MAX,
  type ApiKey,
  type CallOutput,
  type CallParsedInput,
  KEY_SCOPES,
  type Me,
  situationMessages,
} from '@stoa/contract'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../../../../platform/clock.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { wordsIn } from '../../../../platform/languages/words.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import type { Domain } from '../../tenants/index.ts'
import type { OwnerNotice } from '../second-factor/owner-notice.ts'
import type { KeyHolder, Viewers } from '../sessions/viewers.ts'
import { type ApiKeyRow, apiKeyRepository, scopesOf } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'events' | 'background'> {
  viewers: Pick<Viewers, 'byKeyHash'>
  ownerNotice: OwnerNotice
}

const keyMessages = {
  'mail.notice.apiKeyCreated.after': 'If this wasn’t you, revoke the key in your settings and change your password.',
} as const

const SECRET_BYTES = 32
/** Longer ones have an ending of an earlier version. */
const KEY = new RegExp(`^${API_KEY_PREFIX}(?:[0-9a-f]{${SECRET_BYTES * 2}}|[0-9a-f]{96})$`)
/** Characters that its owner sees: the common prefix and eight of its own. */
const SHOWN_LENGTH = API_KEY_PREFIX.length + 8
/** The last use is stored once in this time. */
const USE_STORED_EVERY_MS = MINUTE_MS
const USES_REMEMBERED = 5000

/**
 * Keys with which programs act for a person. Format: `stoa_<256 random bits in hexadecimal>`. Only a hash is stored. That
 * many random bits need no secret of the server, so keys outlast a change of `STOA_SECRET`.
 */
export function createApiKeys(dependencies: Dependencies) {
  const { database, clock, ids, events, background, viewers, ownerNotice } = dependencies
  const uses = new LRUCache<string, number>({ max: USES_REMEMBERED })

  return {
    async list(viewer: Me, tx?: Transaction): Promise<CallOutput<'apiKeyList'>> {
      return { items: (await apiKeyRepository(database.from(tx)).of(viewer.id)).map(present) }
    },
    /** Throws REAUTHENTICATION_REQUIRED. The owner gets a mail. */
    create(
      viewer: Me,
      input: Pick<CallParsedInput<'apiKeyCreate'>, 'name' | 'scopes' | 'expiresAt'>,
      about: { sessionId: string; domain: Domain; tx: Transaction },
    ): Promise<CallOutput<'apiKeyCreate'>> {
      const details = (reader: Domain) => ({ after: [wordsIn(reader, keyMessages)('mail.notice.apiKeyCreated.after')] })
      return ownerNotice('apiKeyCreated', { userId: viewer.id, details, ...about }, async (tx) => {
        if (input.expiresAt !== null && input.expiresAt <= clock.now())
          throw new DomainError('VALIDATION_FAILED', [{ field: 'expiresAt', message: 'Must be in the future.' }])
        const repository = apiKeyRepository(tx.connection)
        if ((await repository.of(viewer.id)).length >= API_KEYS_MAX) throw new DomainError('API_KEY_LIMIT')
        const key = `${API_KEY_PREFIX}${randomBytes(SECRET_BYTES).toString('hex')}`
        const row: ApiKeyRow = {
          id: ids.next(),
          user_id: viewer.id,
          name: input.name,
          prefix: key.slice(0, SHOWN_LENGTH),
          key_hash: sha256(key),
          scopes: KEY_SCOPES.filter((scope) => input.scopes.includes(scope)).join(' '),
          created_at: clock.now(),
          expires_at: input.expiresAt ?? 0,
          used_at: 0,
        }
        await repository.insert(row)
        return { secret: key, apiKey: present(row) }
      })
    },
    async revoke(viewer: Me, keyId: string, tx: Transaction): Promise<void> {
      if (!(await apiKeyRepository(tx.connection).delete(keyId, viewer.id))) throw new DomainError('NOT_FOUND')
      // All processes forget who holds it.
      events.publish(tx, { name: 'viewer.changed', payload: { userId: viewer.id } })
    },
    /** Whether a bearer token is meant to be an API key. */
    isKey: (token: string): boolean => token.startsWith(API_KEY_PREFIX),
    /** Who holds a key now. Throws AUTH_REQUIRED. */
    async holderOf(key: string): Promise<KeyHolder> {
      const holder = KEY.test(key) ? await viewers.byKeyHash(sha256(key)) : null
      if (!holder) throw new DomainError('AUTH_REQUIRED', undefined, { message: situationMessages.invalidApiKey })
      return holder
    },
    /** Notes that a key was used. */
    noteUse({ keyId }: Pick<KeyHolder, 'keyId'>): void {
      const now = clock.now()
      const last = uses.get(keyId)
      if (last !== undefined && now - last < USE_STORED_EVERY_MS) return
      uses.set(keyId, now)
      background.run('note the use of an API key', () =>
        database.transaction(({ connection }) => apiKeyRepository(connection).used(keyId, now)),
      )
    },
  }
}

function present(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: scopesOf(row),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at) || null,
    usedAt: Number(row.used_at) || null,
  }
}
