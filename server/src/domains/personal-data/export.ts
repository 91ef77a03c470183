import { randomBytes } from 'node:crypto'
import { type CallOutput, EXPORT_LINK_TTL_MS, EXPORTS_PER_DAY, type Me } from '@stoa/contract'
import type { FileAnswer } from '../../platform/calls/mount.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { sha256 } from '../../platform/security/keys.ts'
import type { AccountService } from '../accounts/service.ts'
import type { SessionService } from '../auth/sessions/service.ts'
import type { CommunityService } from '../communities/service.ts'
import { PERSONAL_DATA, type PersonalData } from './all-tables.ts'
import { type ArchiveFile, zipped } from './archive.ts'
import { indexPage, type Readable, readablesOf } from './index-page.ts'
import { type AnyRow, personalDataRepository } from './repository.ts'
import { shownRow } from './shown-row.ts'

interface Dependencies {
  database: Database
  clock: Clock
  sessions: Pick<SessionService, 'assertRecent'>
  accounts: Pick<AccountService, 'accountsOf' | 'lock' | 'profilesById'>
  communities: Pick<CommunityService, 'factsById'>
}

/** Rows read by one query: what is in memory at a time. */
const ROWS = 500
const DAY_MS = 24 * 60 * 60 * 1000

export type Exports = ReturnType<typeof createExports>

/** Archives of what is kept of somebody: asked for with a fresh proof of who one is, fetched once by a link. */
export function createExports({ database, clock, sessions, accounts, communities }: Dependencies) {
  const read = () => personalDataRepository(database.read)

  /** Some rows at a time of what a table holds of a person, by whichever of their accounts. */
  async function* rowsOf(place: PersonalData, accountIds: string[]): AsyncGenerator<AnyRow[]> {
    const { by = 'id' } = place
    for (const userId of accountIds) {
      for (let after = ''; ; ) {
        const rows = await read().page(place, { userId, after, limit: ROWS })
        yield rows
        if (rows.length < ROWS) break
        after = String(rows.at(-1)?.[by])
      }
    }
  }

  async function tokenNamesIn(rows: AnyRow[]): Promise<Map<string, string>> {
    const ids = rows.flatMap(({ community_id: id }) => (id ? [String(id)] : []))
    return new Map([...(await communities.factsById(ids))].map(([id, { tokenName }]) => [id, tokenName]))
  }

  async function* asJson(place: PersonalData, about: { ids: string[]; count(rows: number): void }) {
    const { without = [], json = [] } = 'file' in place.archive ? place.archive : {}
    let before = '['
    for await (const rows of rowsOf(place, about.ids)) {
      about.count(rows.length)
      const tokenNames = await tokenNamesIn(rows)
      for (const row of rows) {
        yield `${before}\n${JSON.stringify(shownRow(row, { without, json, tokenNames }))}`
        before = ','
      }
    }
    yield before === '[' ? '[]\n' : '\n]\n'
  }

  async function* filesOf(ids: string[], username: string): AsyncGenerator<ArchiveFile> {
    const counts = new Map<string, number>()
    for (const place of PERSONAL_DATA) {
      if (!('file' in place.archive)) continue
      const name = `${place.archive.file}.json`
      const count = (rows: number) => counts.set(name, (counts.get(name) ?? 0) + rows)
      yield { name, parts: asJson(place, { ids, count }) }
    }
    yield { name: 'index.html', parts: indexPage({ username, counts, madeAt: clock.now(), texts: () => texts(ids) }) }
  }

  /** What the person wrote, for the page to read the archive by. */
  async function* texts(ids: string[]): AsyncGenerator<Readable> {
    for (const place of PERSONAL_DATA) {
      if (!('file' in place.archive)) continue
      for await (const rows of rowsOf(place, ids)) yield* readablesOf(place.archive.file, rows)
    }
  }

  return {
    /** A link that is good once. Throws REAUTHENTICATION_REQUIRED, or RATE_LIMITED after a few a day. */
    async request(viewer: Me, sessionId: string, tx?: Transaction): Promise<CallOutput<'userExport'>> {
      const now = clock.now()
      const token = randomBytes(32).toString('base64url')
      const expiresAt = now + EXPORT_LINK_TTL_MS
      await database.transaction(async (tx) => {
        // Of several at once each must see the others.
        await accounts.lock(tx, viewer.id)
        await sessions.assertRecent(sessionId, tx)
        const repository = personalDataRepository(tx.connection)
        const made = await repository.exportsSince(viewer.id, now - DAY_MS)
        const oldest = made[0]
        if (oldest !== undefined && made.length >= EXPORTS_PER_DAY) {
          throw new DomainError('RATE_LIMITED', { retryAfterMs: oldest + DAY_MS - now })
        }
        await repository.insertExport({
          token_hash: sha256(token),
          user_id: viewer.id,
          created_at: now,
          expires_at: expiresAt,
          used_at: 0,
        })
      }, tx)
      return { url: `/api/user/export/${token}`, expiresAt }
    },
    /** The archive of a link, which is used up by this; throws NOT_FOUND for one that is no good, all alike. */
    async download(token: string): Promise<FileAnswer> {
      const userId = await database.transaction(({ connection }) =>
        personalDataRepository(connection).useExport(sha256(token), clock.now()),
      )
      if (userId === null) throw new DomainError('NOT_FOUND')
      const ids = await accounts.accountsOf(userId)
      const username = (await accounts.profilesById([userId])).get(userId)?.username ?? ''
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      return { name: `${username}-${day}.zip`, type: 'application/zip', parts: zipped(filesOf(ids, username)) }
    },
    /** Ends all links of a user that were not used yet. */
    async revokeLinks(tx: Transaction, userId: string): Promise<void> {
      await personalDataRepository(tx.connection).revokeExports(userId, clock.now())
    },
    /** Job: forgets links that count no more. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) =>
        personalDataRepository(connection).forgetExports(clock.now() - DAY_MS),
      )
    },
  }
}
