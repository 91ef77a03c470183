import type { CallParsedInput, DeletionReceipt, Me } from '@stoa/contract'
import type { Database, Unit } from '../db/database.ts'
import type { createLeaving } from '../domains/accounts/leaving.ts'
import type { UserRow } from '../domains/accounts/repository.ts'
import type { CommentService } from '../domains/comments/service.ts'
import type { EmailProofs } from '../domains/email-sign-in/proofs.ts'
import type { FollowService } from '../domains/follows/service.ts'
import type { MailService } from '../domains/mail/service.ts'
import type { MembershipService } from '../domains/memberships/service.ts'
import type { PostService } from '../domains/posts/service.ts'
import type { SessionService } from '../domains/sessions/service.ts'
import { forgetPerson, namesInEvents } from '../events/forgetting.ts'
import { forgetInAnswers, namesInAnswers } from '../http/forgetting.ts'
import type { Clock } from '../lib/clock.ts'
import { DomainError } from '../lib/domain-error.ts'
import { deriveKey } from '../lib/keys.ts'
import type { Logger } from '../lib/logger.ts'
import { createWorkOff } from '../lib/put-off.ts'
import { openSealed, seal } from '../lib/seal.ts'
import { receiptLetter } from './receipt-letter.ts'
import { type DeletionRow, personalDataRepository } from './repository.ts'
import { PERSONAL_DATA } from './tables.ts'

interface Dependencies {
  database: Database
  /** The ids of all accounts of a person. */
  accountsOf(userId: string): Promise<string[]>
  clock: Clock
  logger: Logger
  secret: string
  leaving: ReturnType<typeof createLeaving>
  sessions: Pick<SessionService, 'assertRecent' | 'endAllOf'>
  memberships: Pick<MembershipService, 'leaveAll'>
  follows: Pick<FollowService, 'counted'>
  posts: Pick<PostService, 'countUnseenOf' | 'eraseOf'>
  comments: Pick<CommentService, 'eraseOf' | 'unnameMentioned'>
  /** Forgets some of what a merge has noted of somebody; false when there is nothing left. */
  forgetMerged(unit: Unit, userId: string): Promise<boolean>
  emailProofs: Pick<EmailProofs, 'forgetAddresses'>
  mail: Pick<MailService, 'post'>
}

/** Where the receipt goes, and what it calls the person. */
interface Addressee {
  /** Null: there is no address, or another account's receipt tells of this one. */
  to: string | null
  from: string
  username: string
  /** What others may have called them; left out where an older server began the deletion. */
  names?: string[]
}

/** Posts or comments that one transaction erases: each locks its thread until the end. */
const BATCH = 20
const OPEN_MAX = 20
/** What was on its way when the account was deleted has arrived by then. */
const SETTLED_MS = 5000

export type Deletions = ReturnType<typeof createDeletions>

/**
 * Deletes accounts. In one transaction the account is emptied, signed out everywhere, and loses all that is only its own.
 * What hangs together with others' (threads, kept events) follows in batches, by a job that goes on after a crash. Some
 * seconds later all is removed once more, because another process may have written for somebody whom it had just seen; then
 * a receipt is mailed, and the address is forgotten.
 */
export function createDeletions(dependencies: Dependencies) {
  const { database, clock, logger, leaving, sessions, memberships, posts, comments, mail } = dependencies
  const { accountsOf, forgetMerged, emailProofs, follows } = dependencies
  const key = deriveKey(dependencies.secret, 'stoa deletion receipt')
  const workOff = createWorkOff<DeletionRow>({ name: 'finish deletions', idOf: (row) => row.user_id, clock, logger })

  /** Removes the rows that are nobody else's; returns how many of each kind. */
  async function removeRows(unit: Unit, userId: string): Promise<Record<string, number>> {
    const repository = personalDataRepository(unit.connection)
    const removed: Record<string, number> = {}
    for (const place of PERSONAL_DATA) {
      const { atDeletion, table, archive } = place
      if (atDeletion === 'removed') {
        removed[inOneWord('file' in archive ? archive.file : table)] = await repository.remove(place, userId)
      } else if ('emptied' in atDeletion) await repository.empty(place, { userId, columns: atDeletion.emptied })
    }
    return removed
  }

  /** How much of what others see there is, and how much of it they have not seen yet. */
  async function countContent(unit: Unit, userId: string) {
    const repository = personalDataRepository(unit.connection)
    const counts: Record<string, number> = {}
    for (const place of PERSONAL_DATA) {
      if ('file' in place.archive && SEEN.has(place.archive.file)) {
        counts[place.archive.file] = await repository.count(place, userId)
      }
    }
    const drafts = await posts.countUnseenOf(unit, userId)
    const { reactions = 0, votes = 0, posts: all = 0, comments: said = 0 } = counts
    return { drafts, choices: { reactions, votes }, texts: { posts: all - drafts, comments: said } }
  }

  /** Empties one account; returns what of it is removed and what stays without a name. */
  async function emptyAccount(unit: Unit, account: UserRow, isKept: boolean): Promise<Counts> {
    const { drafts, choices, texts } = await countContent(unit, account.id)
    const addresses = [account.email, account.pending_email].filter((address) => address !== null)
    await emailProofs.forgetAddresses(unit, addresses)
    await leaving.anonymise(unit, account)
    await sessions.endAllOf(account.id)
    const left = await memberships.leaveAll(unit, account.id)
    const removed = { ...(await removeRows(unit, account.id)), memberships: left, drafts }
    return {
      removed: isKept ? removed : { ...removed, ...texts },
      keptWithoutName: isKept ? { ...texts, ...choices } : choices,
    }
  }

  async function insertDeletion(
    unit: Unit,
    about: Omit<DeletionRow, 'requested_at' | 'finished_at'>,
  ): Promise<DeletionRow> {
    const row = { ...about, requested_at: clock.now(), finished_at: 0 }
    await personalDataRepository(unit.connection).insertDeletion(row)
    return row
  }

  /** One step of what is left to do; false when there is nothing left. */
  async function step({ user_id: publisherId, content }: DeletionRow): Promise<boolean> {
    return database.transaction(async (unit) => {
      const isUnseenOnly = content === 'keep'
      if ((await posts.eraseOf(unit, { publisherId, isUnseenOnly, limit: BATCH })) > 0) return true
      if (!isUnseenOnly && (await comments.eraseOf(unit, { publisherId, limit: BATCH })) > 0) return true
      return forgetMerged(unit, publisherId)
    })
  }

  function addresseeOf({ user_id, sealed }: DeletionRow): Addressee {
    const nobody = { to: null, from: '', username: '' }
    // An older server sealed nothing where there was no address.
    if (sealed === '') return nobody
    try {
      return JSON.parse(openSealed(key, sealed))
    } catch (error) {
      // The secret was changed meanwhile: what is to be removed goes, receipt or not.
      logger.error({ err: error, userId: user_id }, 'the receipt of a deletion can’t be addressed')
      return nobody
    }
  }

  /** What only the account itself had, once more. */
  async function removeLate({ user_id: userId }: DeletionRow): Promise<void> {
    await database.transaction(async (unit) => {
      await leaving.emptyAgain(unit, userId)
      await sessions.endAllOf(userId)
      await memberships.leaveAll(unit, userId)
      await follows.counted(unit, [userId], () => removeRows(unit, userId))
    })
  }

  /** All that is left to do; again while something may still be on its way. */
  async function goOn(row: DeletionRow): Promise<void> {
    const isSettled = clock.now() >= Number(row.requested_at) + SETTLED_MS
    if (isSettled) await removeLate(row)
    while (await step(row));
    const { to, from, username, names = [] } = addresseeOf(row)
    const { user_id: userId, requested_at: before } = row
    // What they were called before stands in what is kept, beside their id at first and without it later.
    const former = [...(await namesInEvents(database, userId)), ...(await namesInAnswers(database, userId))]
    const forgotten = { userId, before, names: [...new Set([...names, ...former])], words: row.content === 'remove' }
    await comments.unnameMentioned(row.user_id)
    await forgetPerson(database, forgotten)
    await forgetInAnswers(database, forgotten)
    if (!isSettled) return
    await database.transaction(async (unit) => {
      const isOurs = await personalDataRepository(unit.connection).finish(row.user_id, clock.now())
      if (!isOurs || to === null) return
      await mail.post(unit, { userId: null, to, from, letter: receiptLetter(receiptOf(row), username) })
    })
  }

  return {
    /** Deletes the viewer's account; `from` names the forum. Throws REAUTHENTICATION_REQUIRED, VALIDATION_FAILED. */
    async request(
      viewer: Me,
      input: Pick<CallParsedInput<'userDelete'>, 'confirm' | 'content'>,
      about: { sessionId: string; from: string },
    ): Promise<DeletionReceipt> {
      return database.transaction(async (unit) => {
        const account = await leaving.lock(unit, viewer.id)
        await sessions.assertRecent(about.sessionId)
        if (!account) throw new DomainError('FORBIDDEN')
        const { confirm } = input
        if (confirm !== undefined && confirm.trim().toLowerCase() !== account.username.toLowerCase()) {
          throw new DomainError('VALIDATION_FAILED', [{ field: 'confirm', message: 'Type your username.' }])
        }
        const isKept = input.content === 'keep'
        const sealedFor = async (row: UserRow, to: string | null) => {
          const names = await leaving.namesOf(unit, row)
          return seal(key, JSON.stringify({ to, from: about.from, username: row.username, names }))
        }
        const sealed = await sealedFor(account, account.email)
        // What was merged into the account is the same person's, as of now: the viewer's own list may be a moment old.
        const ids = await accountsOf(viewer.id)
        const counts = await follows.counted(unit, ids, async () => {
          const all = await emptyAccount(unit, account, isKept)
          for (const id of ids) {
            if (id === viewer.id) continue
            const merged = await leaving.lock(unit, id)
            if (!merged) continue
            const part = { user_id: id, content: input.content, sealed: await sealedFor(merged, null) }
            const more = await emptyAccount(unit, merged, isKept)
            all.removed = sum(all.removed, more.removed)
            all.keptWithoutName = sum(all.keptWithoutName, more.keptWithoutName)
            await insertDeletion(unit, { ...part, counts: JSON.stringify(more) })
          }
          return all
        })
        const row = { user_id: account.id, content: input.content, sealed, counts: JSON.stringify(counts) }
        return receiptOf(await insertDeletion(unit, row))
      })
    },
    /** Job: does what is left of the deletions that were asked for. */
    async resume(): Promise<void> {
      await workOff((except) => personalDataRepository(database.read).openDeletions(OPEN_MAX, except), goOn)
    },
  }
}

interface Counts {
  removed: Record<string, number>
  keptWithoutName: Record<string, number>
}

function sum(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries(Array.from(kinds, (kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]))
}

/** Files of the archive that hold what others see. */
const SEEN = new Set(['posts', 'comments', 'reactions', 'votes'])

function receiptOf({ user_id, content, counts, requested_at }: DeletionRow): DeletionReceipt {
  return { userId: user_id, content, requestedAt: Number(requested_at), ...JSON.parse(counts) }
}

/** The name of a file or table as a field of the receipt. */
function inOneWord(name: string): string {
  return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
}
