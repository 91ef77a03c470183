import { createHash } from 'node:crypto'
import { accountIdsOf, foldWords, type Me, MUTES_MAX, type MuteCause, type MutePlace, muteEffect } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../accounts/index.ts'
import type { CommunityService } from '../communities/index.ts'
import { type MuteRow, muteRepository, type StoredKind } from './repository.ts'

/** What a viewer doesn't see, by id, and who may not reach each other. */
export interface MutesOfViewer {
  /** Main accounts of people whom the viewer has blocked. */
  blocked: ReadonlySet<string>
  /** Main accounts of people who have blocked the viewer. */
  blockedBy: ReadonlySet<string>
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
export type StoredMutes = Record<MuteRow['kind'], { id: string; keys: string[]; text: string; at: number }[]>

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  accounts: Pick<AccountService, 'get' | 'accountsOf' | 'mainIdsById' | 'mainIdsOf' | 'ownersOfAccounts' | 'hold'>
  communities: Pick<CommunityService, 'idsOf' | 'topicsById'>
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
    const topics = rows.flatMap(({ kind, entity_key }) => (kind === 'topic' ? entity_key : []))
    // Posts of a merged topic belong to another one.
    const topicsById = await communities.topicsById(topics, tx)
    for (const row of rows) {
      const topicId = topicsById.get(row.entity_key)?.id
      const id = isPerson(row) ? mainIds.get(row.entity_key) : row.kind === 'topic' ? topicId : row.entity_key
      // A merge may have made somebody one person with whom they had blocked.
      if (id === undefined || accountIds.includes(id)) continue
      const same = found[row.kind].find((one) => one.id === id)
      if (same) same.keys.push(row.entity_key)
      else found[row.kind].push({ id, keys: [row.entity_key], text: row.text, at: row.at })
    }
    return found
  }

  /** Main accounts of people with whom a place refuses a person something, because one has blocked the other. */
  async function refusedWith(place: MutePlace, userId: string, tx?: Transaction): Promise<Set<string>> {
    const accountIds = await accounts.accountsOf(userId, tx)
    const [by, of] = await Promise.all([
      isRefused(place, 'blockedBy') ? read(tx).blockersOf(accountIds) : [],
      isRefused(place, 'blocked') ? read(tx).blockedBy(accountIds) : [],
    ])
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
        communities.idsOf(viewer?.hiddenCommunities ?? [], tx),
      ])
      const blockerIds = blockers.length === 0 ? [] : await accounts.mainIdsOf(blockers, tx)
      return {
        blocked: new Set(own?.blocked),
        blockedBy: new Set(blockerIds.filter((id) => id !== viewer?.id)),
        users: new Set(own?.users),
        posts: new Set(own?.posts),
        communities: new Set(communityIds),
        topics: new Set(own?.topics),
        words: own?.words ?? [],
      }
    },
    refusedWith,
    /** Whether a place refuses what the first person does to the second, because one has blocked the other. */
    async refuses(place: MutePlace, [userId, otherId]: [string, string], tx?: Transaction): Promise<boolean> {
      const [own, others] = await Promise.all([accounts.accountsOf(userId, tx), accounts.accountsOf(otherId, tx)])
      if (own[0] === others[0]) return false
      if (isRefused(place, 'blocked') && (await read(tx).hasBlocked(own, others))) return true
      return isRefused(place, 'blockedBy') && read(tx).hasBlocked(others, own)
    },
    /**
     * Tells which people don't hear of an actor or a post: one has blocked the other, or the person has muted the actor
     * or the post. People and actors by main account. A constant number of queries.
     */
    async unheardAmong(
      { userIds, actorIds, postIds }: { userIds: string[]; actorIds: string[]; postIds: string[] },
      tx?: Transaction,
    ): Promise<(userId: string, about: { actorId: string; postId: string }) => boolean> {
      const mainIds = [...new Set([...userIds, ...actorIds])]
      if (actorIds.length === 0 && postIds.length === 0) return () => false
      const owners = await accounts.ownersOfAccounts(mainIds, tx)
      const pairs = new Set<string>()
      const add = (from: string, to: readonly string[]) => {
        for (const one of owners.get(from) ?? []) for (const other of to) pairs.add(`${one} ${other}`)
      }
      const accountIds = [...owners.keys()]
      const repository = read(tx)
      for (const { blocker_id, blocked_id } of await repository.blocksAmong(accountIds)) {
        if (isUnheard('blocked')) add(blocker_id, owners.get(blocked_id) ?? [])
        if (isUnheard('blockedBy')) add(blocked_id, owners.get(blocker_id) ?? [])
      }
      const kinds = (['user', 'post'] as const).filter(isUnheard)
      const keys = [...accountIds, ...postIds]
      for (const { user_id, entity_key } of await repository.mutesAmong(kinds, accountIds, keys)) {
        add(user_id, owners.get(entity_key) ?? [entity_key])
      }
      return (userId, { actorId, postId }) => pairs.has(`${userId} ${actorId}`) || pairs.has(`${userId} ${postId}`)
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
    /** Makes mutes of a merged post apply to its new post as well. */
    async follow(
      tx: Transaction,
      { fromPostId, intoPostId }: { fromPostId: string; intoPostId: string },
    ): Promise<void> {
      const repository = muteRepository(tx.connection)
      const rows = await repository.mutersOf('post', fromPostId)
      for (const row of rows) await repository.mute({ ...row, kind: 'post', entity_key: intoPostId, text: '' })
      const userIds = rows.map((row) => row.user_id)
      for (const userId of await accounts.mainIdsOf(userIds, tx)) tell(tx, userId)
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
        const existing = (await stored(ownIds, tx))[kind]
        const id = otherId || keyOf({ kind, value })
        const same = existing.find((one) => one.id === id)
        if ((same !== undefined) === isMuted) return
        if (same) await repository.unmute(ownIds, { kind, keys: same.keys })
        else {
          assertRoom(existing.length)
          const text = kind === 'word' ? value : ''
          await repository.mute({ user_id: viewer.id, kind, entity_key: id, text, at: clock.now() })
        }
        tell(tx, viewer.id)
      }, tx)
    },
  }
}

function isRefused(place: MutePlace, cause: MuteCause): boolean {
  return muteEffect(place, cause) === 'refused'
}

/** Whether a cause keeps notices from being stored. Those that depend on words, topics and communities are left out when read. */
function isUnheard(cause: 'blocked' | 'blockedBy' | 'user' | 'post'): boolean {
  return muteEffect('notices', cause) === 'leftOut'
}

function keyOf({ kind, value }: Muted): string {
  return kind === 'word' ? createHash('sha256').update(foldWords(value)).digest('hex') : value
}
