import { createHash } from 'node:crypto'
import { accountIdsOf, foldWords, type Me, MUTES_MAX } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../accounts/index.ts'
import type { CommunityService } from '../communities/index.ts'
import { type MuteRow, muteRepository, type StoredKind } from './repository.ts'

/** What a viewer doesn't see, by id, and who may not reach each other. */
export interface MutesOfViewer {
  /** Main accounts of people whom the viewer has blocked or who have blocked the viewer. */
  blocked: ReadonlySet<string>
  /** Main accounts of people whom the viewer has blocked. Only their texts are collapsed. */
  blockedByViewer: ReadonlySet<string>
  /** Main accounts of muted people. */
  users: ReadonlySet<string>
  posts: ReadonlySet<string>
  communities: ReadonlySet<string>
  topics: ReadonlySet<string>
  /** As they were written; see `containsWord`. */
  words: readonly string[]
}

/** A block that begins or ends. Ids are main accounts. */
export interface BlockChange {
  userId: string
  otherId: string
  isBlocked: boolean
}

/** What to mute: a person by id, a post, a topic, or a word as written. */
export interface Muted {
  kind: StoredKind
  value: string
}

/** Everything that a viewer has blocked and muted. Of people, main accounts. */
export type StoredMutes = Record<MuteRow['kind'], { id: string; text: string; at: number }[]>

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  accounts: Pick<AccountService, 'get' | 'accountsOf' | 'mainIdsById' | 'mainIdsOf' | 'hold'>
  communities: Pick<CommunityService, 'idsOf'>
}

export type MuteService = ReturnType<typeof createMuteService>

/**
 * Blocks, and what people have muted. Rows stay with the accounts that created them; all accounts of a person are read
 * together.
 */
export function createMuteService({ database, clock, events, accounts, communities }: Dependencies) {
  const read = (tx?: Transaction) => muteRepository(database.from(tx))
  const listeners: ((tx: Transaction, change: BlockChange) => Promise<void>)[] = []

  async function stored(accountIds: string[], tx?: Transaction): Promise<StoredMutes> {
    const rows = await read(tx).of(accountIds)
    const isPerson = ({ kind }: MuteRow) => kind === 'blocked' || kind === 'user'
    const mainIds = await accounts.mainIdsById(
      rows.filter(isPerson).map((row) => row.entity_key),
      tx,
    )
    const found: StoredMutes = { blocked: [], user: [], post: [], topic: [], word: [] }
    for (const row of rows) {
      const id = isPerson(row) ? mainIds.get(row.entity_key) : row.entity_key
      // A merge may have made somebody one person with whom they had blocked.
      if (id === undefined || accountIds.includes(id) || found[row.kind].some((one) => one.id === id)) continue
      found[row.kind].push({ id, text: row.text, at: row.at })
    }
    return found
  }

  /** Main accounts of people who have blocked a person or whom that person has blocked. */
  async function blockedWith(userId: string, tx?: Transaction): Promise<Set<string>> {
    const accountIds = await accounts.accountsOf(userId, tx)
    const [by, of] = await Promise.all([read(tx).blockersOf(accountIds), read(tx).blockedBy(accountIds)])
    const others = await accounts.mainIdsOf([...by, ...of], tx)
    return new Set(others.filter((id) => !accountIds.includes(id)))
  }

  function assertRoom(count: number): void {
    if (count >= MUTES_MAX) throw new DomainError('MUTE_LIMIT')
  }

  function tell(tx: Transaction, userId: string): void {
    events.publish(tx, { name: 'mutes.changed', payload: { userId } })
  }

  return {
    /** Adds work that is done in the transaction in which a block begins or ends. */
    onBlock(listener: (tx: Transaction, change: BlockChange) => Promise<void>): void {
      listeners.push(listener)
    },
    /** What the viewer's own profile says about it, as `Me` has it; null if there is nothing. */
    async ownOf(accountIds: string[], tx?: Transaction): Promise<NonNullable<Me['mutes']> | null> {
      const all = await stored(accountIds, tx)
      const ids = (kind: MuteRow['kind']) => all[kind].map(({ id }) => id)
      if (Object.values(all).every((list) => list.length === 0)) return null
      return {
        blocked: ids('blocked'),
        users: ids('user'),
        posts: ids('post'),
        topics: ids('topic'),
        words: all.word.map(({ text }) => text),
      }
    },
    /** What the viewer has blocked and muted, and who has blocked the viewer. Nothing for visitors. */
    async of(viewer: Me | null, tx?: Transaction): Promise<MutesOfViewer> {
      const own = viewer?.mutes
      const [blockers, communityIds] = await Promise.all([
        viewer ? read(tx).blockersOf(accountIdsOf(viewer)) : [],
        communities.idsOf(viewer?.hiddenCommunities ?? []),
      ])
      const blockerIds = blockers.length === 0 ? [] : await accounts.mainIdsOf(blockers, tx)
      return {
        blocked: new Set([...(own?.blocked ?? []), ...blockerIds.filter((id) => id !== viewer?.id)]),
        blockedByViewer: new Set(own?.blocked),
        users: new Set(own?.users),
        posts: new Set(own?.posts),
        communities: new Set(communityIds),
        topics: new Set(own?.topics),
        words: own?.words ?? [],
      }
    },
    blockedWith,
    /** Whether one of two people has blocked the other. */
    async areBlocked(userId: string, otherId: string, tx?: Transaction): Promise<boolean> {
      const [own, others] = await Promise.all([accounts.accountsOf(userId, tx), accounts.accountsOf(otherId, tx)])
      if (own[0] === others[0]) return false
      return (await read(tx).hasBlocked(own, others)) || read(tx).hasBlocked(others, own)
    },
    /** Of some people, by main account, those who have muted a person, post or topic. */
    async mutersAmong(userIds: string[], { kind, value }: Muted, tx?: Transaction): Promise<Set<string>> {
      const own = await Promise.all(userIds.map((id) => accounts.accountsOf(id, tx)))
      const keys = kind === 'user' ? await accounts.accountsOf(value, tx) : [value]
      const muters = new Set(await read(tx).mutersAmong(own.flat(), { kind, keys }))
      return new Set(userIds.filter((_, index) => own[index]?.some((id) => muters.has(id))))
    },
    stored: (viewer: Me, tx?: Transaction): Promise<StoredMutes> => stored(accountIdsOf(viewer), tx),
    /** Blocks or unblocks a person. Does nothing if that is already so. */
    async block(
      viewer: Me,
      { userId, isBlocked }: { userId: string; isBlocked: boolean },
      tx?: Transaction,
    ): Promise<void> {
      await database.transaction(async (tx) => {
        const { id: otherId } = await accounts.get(userId, tx)
        if (otherId === viewer.id) {
          throw new DomainError('VALIDATION_FAILED', [{ field: 'blockUserId', message: 'You can’t block yourself.' }])
        }
        // Locks both people, so that no message, follow or merge happens meanwhile.
        const present = await accounts.hold(tx, [viewer.id, otherId])
        if (!present.has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
        if (!present.has(otherId)) throw new DomainError('USER_NOT_FOUND')
        const repository = muteRepository(tx.connection)
        const [ownIds, otherIds] = [await accounts.accountsOf(viewer.id, tx), await accounts.accountsOf(otherId, tx)]
        if ((await repository.hasBlocked(ownIds, otherIds)) === isBlocked) return
        if (isBlocked) {
          assertRoom((await stored(ownIds, tx)).blocked.length)
          await repository.block({ blocker_id: viewer.id, blocked_id: otherId, at: clock.now() })
        } else await repository.unblock(ownIds, otherIds)
        for (const listener of listeners) await listener(tx, { userId: viewer.id, otherId, isBlocked })
        tell(tx, viewer.id)
      }, tx)
    },
    /** Mutes or unmutes a person, post, topic or word. The caller has checked that a post or topic exists. */
    async set(viewer: Me, { kind, value, isMuted }: Muted & { isMuted: boolean }, tx?: Transaction): Promise<void> {
      await database.transaction(async (tx) => {
        const otherId = kind === 'user' ? (await accounts.get(value, tx)).id : ''
        if (otherId === viewer.id) {
          throw new DomainError('VALIDATION_FAILED', [{ field: 'entityId', message: 'You can’t mute yourself.' }])
        }
        const present = await accounts.hold(tx, [viewer.id, otherId])
        if (!present.has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
        if (kind === 'user' && !present.has(otherId)) throw new DomainError('USER_NOT_FOUND')
        const repository = muteRepository(tx.connection)
        const ownIds = await accounts.accountsOf(viewer.id, tx)
        const keys = kind === 'user' ? await accounts.accountsOf(otherId, tx) : [keyOf({ kind, value })]
        const isSo = (await repository.mutersAmong(ownIds, { kind, keys })).length > 0
        if (isSo === isMuted) return
        if (isMuted) {
          assertRoom((await stored(ownIds, tx))[kind].length)
          await repository.mute({
            user_id: viewer.id,
            kind,
            entity_key: keys[0] ?? '',
            text: kind === 'word' ? value : '',
            at: clock.now(),
          })
        } else await repository.unmute(ownIds, { kind, keys })
        tell(tx, viewer.id)
      }, tx)
    },
  }
}

function keyOf({ kind, value }: Muted): string {
  return kind === 'word' ? createHash('sha256').update(foldWords(value)).digest('hex') : value
}
