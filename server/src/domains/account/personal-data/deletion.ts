import type { CallParsedInput, DeletionReceipt, Me } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Table } from '../../../platform/database/table.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { MailService } from '../../../platform/mail/service.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey, openSealed, seal } from '../../../platform/security/keys.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { IndexWorker, SearchedKind } from '../../content/search/index.ts'
import {
  type AccountRemoval,
  type AccountService,
  inReadersLanguage,
  type RemovedAccount,
  unnamingOf,
} from '../../people/accounts/index.ts'
import type { EmailProofs, SessionService } from '../../people/auth/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { FollowService } from '../../people/follows/index.ts'
import type { LedgerStatements } from '../../people/ledger/index.ts'
import type { MediaService } from '../../people/media/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import { type Domain, type DomainService, mailBrandOf } from '../../people/tenants/index.ts'
import type { MessageService } from '../messages/index.ts'
import type { NotificationService } from '../notifications/index.ts'
import type { PersonalData } from './personal-columns.ts'
import { receiptLetter } from './receipt-letter.ts'
import { redactResponses } from './redact-responses.ts'
import { redactTexts } from './redact-texts.ts'
import { type DeletionRow, personalDataRepository } from './repository.ts'
import { RECEIPT_KEY } from './tables.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'logger' | 'secret'> {
  /** Ids of all accounts of a person. */
  accountsOf(userId: string, tx?: Transaction): Promise<string[]>
  accounts: Pick<AccountService, 'languageOf'>
  domains: Pick<DomainService, 'all'>
  jobs: Pick<JobQueue, 'enqueue' | 'leased'>
  leaving: AccountRemoval
  sessions: Pick<SessionService, 'assertRecent' | 'endAllOf'>
  uploaded: Pick<MediaService, 'eraseOf'>
  memberships: Pick<MembershipService, 'leaveAll'>
  follows: Pick<FollowService, 'counted'>
  ledgerStatements: Pick<LedgerStatements, 'balancesOf'>
  communities: Pick<CommunityService, 'factsById'>
  posts: Pick<PostService, 'countUnseenOf' | 'eraseOf'>
  comments: Pick<CommentService, 'eraseOf' | 'redactMentions' | 'statesById'>
  searchIndex: Pick<IndexWorker, 'indexIn' | 'settle'>
  messages: Pick<MessageService, 'eraseOf'>
  emailProofs: Pick<EmailProofs, 'forgetAddresses'>
  notifications: Pick<NotificationService, 'dropPlannedMails'>
  mail: Pick<MailService, 'post' | 'forget'>
  personalData: readonly PersonalData[]
  tables: readonly Table[]
}

type Content = CallParsedInput<'userDelete'>['content']

/** The receipt's address and the person's name. */
interface Addressee {
  /** Null without an address, and where another account's receipt includes this one. */
  to: string | null
  /** Name of the domain where it was asked for; missing in deletions started by an older server. */
  domain?: string
  /** The person's language, which is gone with the account; missing in deletions started by an older server. */
  language?: string
  username: string
  /** Its usernames, also former ones; missing in deletions started by an older server. */
  usernames?: string[]
  /** The account's addresses; missing in deletions started by an older server. */
  addresses?: string[]
  isByOperator?: boolean
}

/** Posts or comments erased per transaction. Each keeps its thread locked until the commit. */
const BATCH = 20
/** By then, pending writes have arrived. */
const SETTLED_MS = 5000
const LEASE_MS = 10 * 60_000
/** Removes the remaining data of a deleted account. */
/** Tables with searched texts, by the kind of entity. */
const INDEXED: Partial<Record<string, SearchedKind>> = {
  posts: 'post',
  polls: 'post',
  users: 'user',
  communities: 'community',
}

const DELETE_CONTENT = jobKind<{ userId: string }>('delete content')

/**
 * Deletes accounts. One transaction clears the account, revokes its sessions and removes everything that belongs only
 * to it. A job then removes, in batches, data connected with other people's, such as threads and stored responses. Some
 * seconds later a second job removes everything once more, because another process may have written for a person it had
 * just authenticated. Finally it mails a receipt and deletes the address.
 */
export function createDeletions(dependencies: Dependencies) {
  const { database, clock, logger, jobs, leaving, sessions, memberships, posts, comments, mail } = dependencies
  const { accountsOf, accounts, emailProofs, messages, follows, notifications, personalData } = dependencies
  const { ledgerStatements, communities } = dependencies
  const key = deriveKey(dependencies.secret, RECEIPT_KEY)

  jobs.leased(DELETE_CONTENT, {
    leaseMs: LEASE_MS,
    // Deletions are retried forever.
    maxTries: Number.POSITIVE_INFINITY,
    async run({ payload }) {
      const row = await personalDataRepository(database.read).openDeletion(payload.userId)
      if (row) await finish(row)
    },
  })

  /** Removes rows that belong only to the account; returns the counts by kind. */
  async function removeRows(tx: Transaction, userId: string): Promise<Record<string, number>> {
    const repository = personalDataRepository(tx.connection)
    const removed: Record<string, number> = {}
    await notifications.dropPlannedMails(tx, userId)
    for (const data of personalData) {
      const { atDeletion, table, archive } = data
      if (atDeletion === 'removed') {
        removed[camelCase('file' in archive ? archive.file : table)] = await repository.remove(data, userId)
      } else if ('emptied' in atDeletion) await repository.empty(data, { userId, columns: atDeletion.emptied })
    }
    return removed
  }

  /** Counts public content and unpublished posts. */
  async function countContent(tx: Transaction, userId: string) {
    const repository = personalDataRepository(tx.connection)
    const counts: Record<string, number> = {}
    for (const data of personalData) {
      if ('file' in data.archive && SEEN.has(data.archive.file)) {
        counts[data.archive.file] = await repository.count(data, userId)
      }
    }
    const drafts = await posts.countUnseenOf(tx, userId)
    const { reactions = 0, votes = 0, posts: postCount = 0, comments: commentCount = 0 } = counts
    return { drafts, choices: { reactions, votes }, texts: { posts: postCount - drafts, comments: commentCount } }
  }

  /** Clears one account. Returns what was removed and what remains without a name. */
  async function emptyAccount(tx: Transaction, account: RemovedAccount, isKept: boolean): Promise<Counts> {
    const { drafts, choices, texts } = await countContent(tx, account.id)
    const addresses = [account.email, account.pending_email].filter((address) => address !== null)
    await emailProofs.forgetAddresses(tx, addresses)
    await leaving.anonymise(tx, account)
    await sessions.endAllOf(account.id, tx)
    const membershipCount = await memberships.leaveAll(tx, account.id)
    const removed = { ...(await removeRows(tx, account.id)), memberships: membershipCount, drafts }
    return {
      removed: isKept ? removed : { ...removed, ...texts },
      keptWithoutName: isKept ? { ...texts, ...choices } : choices,
    }
  }

  async function insertDeletion(
    tx: Transaction,
    about: Omit<DeletionRow, 'requested_at' | 'finished_at'>,
  ): Promise<DeletionRow> {
    const row = { ...about, requested_at: clock.now(), finished_at: 0 }
    await personalDataRepository(tx.connection).insertDeletion(row)
    for (const runAt of [row.requested_at, row.requested_at + SETTLED_MS]) {
      jobs.enqueue(tx, DELETE_CONTENT, { payload: { userId: row.user_id }, runAt })
    }
    return row
  }

  /** One step of the remaining work; false if there is none. */
  async function step({ user_id: publisherId, content }: DeletionRow): Promise<boolean> {
    return database.transaction(async (tx) => {
      const isUnseenOnly = content === 'keep'
      if ((await posts.eraseOf(tx, { publisherId, isUnseenOnly, limit: BATCH })) > 0) return true
      if (!isUnseenOnly && (await comments.eraseOf(tx, { publisherId, limit: BATCH })) > 0) return true
      return (await messages.eraseOf(tx, { senderId: publisherId, all: !isUnseenOnly, limit: BATCH })) > 0
    })
  }

  function addresseeOf({ user_id, sealed }: DeletionRow): Addressee {
    const nobody = { to: null, username: '' }
    // An older server stored nothing here for accounts without an address.
    if (sealed === '') return nobody
    try {
      return JSON.parse(openSealed(key, sealed))
    } catch (error) {
      // If the secret has changed, delete the data anyway, without a receipt.
      logger.error({ err: error, userId: user_id }, "the receipt of a deletion can't be addressed")
      return nobody
    }
  }

  /** The domain in the person's language. */
  function readerOf({ domain: name, language = '' }: Addressee): Domain {
    const domain = dependencies.domains.all.find((one) => one.name === name) ?? dependencies.domains.all[0]
    return inReadersLanguage(domain, language)
  }

  /** Removes private data once more. */
  async function removeLate({ user_id: userId }: DeletionRow): Promise<void> {
    await database.transaction(async (tx) => {
      await leaving.emptyAgain(tx, userId)
      await sessions.endAllOf(userId, tx)
      await memberships.leaveAll(tx, userId)
      await follows.counted(tx, [userId], () => removeRows(tx, userId))
    })
  }

  /** The remaining work; repeated while writes may be pending. */
  async function finish(row: DeletionRow): Promise<void> {
    const isSettled = clock.now() >= Number(row.requested_at) + SETTLED_MS
    if (isSettled) await removeLate(row)
    while (await step(row));
    await database.transaction((tx) => dependencies.uploaded.eraseOf(tx, row.user_id))
    const addressee = addresseeOf(row)
    const { to, username, usernames = [username], addresses = [], isByOperator = false } = addressee
    const { user_id: userId, requested_at: before } = row
    const names = usernames.filter((name) => name !== '')
    const { searchIndex, tables } = dependencies
    const origins = dependencies.domains.all.map(({ origin }) => origin)
    const unnaming = unnamingOf({ userId, names, origins })
    await comments.redactMentions({ userId, unnaming }, (tx, id) => searchIndex.indexIn(tx, 'comment', [id]))
    if (isSettled) {
      await redactTexts({ database, tables }, unnaming, async (tx, table, [id]) => {
        const kind = INDEXED[table]
        if (kind) await searchIndex.indexIn(tx, kind, [String(id)])
      })
    }
    await searchIndex.settle()
    await redactResponses({ database, comments }, { userId, unnaming, before, words: row.content === 'remove' })
    await mail.forget({ accounts: [userId], addresses })
    if (!isSettled) return
    await database.transaction(async (tx) => {
      const isOurs = await personalDataRepository(tx.connection).finish(row.user_id, clock.now())
      if (!isOurs || to === null) return
      const reader = readerOf(addressee)
      const letter = receiptLetter(receiptOf(row), { reader, username, isByOperator })
      const from = reader.config.domainDisplayName
      await mail.post(tx, {
        ...{ userId: null, outlivesAccount: true, to, from, brand: mailBrandOf(reader), reader, letter },
      })
    })
  }

  return {
    /**
     * Deletes the viewer's account. `domain`: where they ask for it. Throws REAUTHENTICATION_REQUIRED, VALIDATION_FAILED.
     */
    async request(
      viewer: Me,
      input: Pick<CallParsedInput<'userDelete'>, 'confirm' | 'content'>,
      about: { sessionId: string; domain: Domain; tx?: Transaction | undefined },
    ): Promise<DeletionReceipt> {
      return database.transaction(async (tx) => {
        const account = await leaving.lock(tx, viewer.id)
        await sessions.assertRecent(about.sessionId, tx)
        if (!account) throw new DomainError('FORBIDDEN')
        const { confirm, content } = input
        if (confirm !== undefined && confirm.trim().toLowerCase() !== account.username.toLowerCase()) {
          throw new DomainError('VALIDATION_FAILED', [{ field: 'confirm', message: 'Type your username.' }])
        }
        return begin(tx, account, { content, domain: about.domain, isByOperator: false })
      }, about.tx)
    },
    /** For an operator: deletes an account. Throws USER_NOT_FOUND. */
    async requestFor(tx: Transaction, userId: string, about: { content: Content; domain: Domain }): Promise<void> {
      const account = await leaving.lock(tx, userId)
      if (!account) throw new DomainError('USER_NOT_FOUND')
      await begin(tx, account, { ...about, isByOperator: true })
    },
    /** Counts an account's public posts and comments, as deleting it would. */
    async contentOf(tx: Transaction, userId: string): Promise<{ postCount: number; commentCount: number }> {
      const { posts: postCount, comments: commentCount } = (await countContent(tx, userId)).texts
      return { postCount, commentCount }
    },
  }

  /** Clears a locked account and those merged into it, and enqueues the rest. */
  async function begin(
    tx: Transaction,
    account: RemovedAccount,
    about: { content: Content; domain: Domain; isByOperator: boolean },
  ): Promise<DeletionReceipt> {
    const { content, domain, isByOperator } = about
    // Who asks reads the page in its language.
    const language = (await accounts.languageOf(account.id, tx)) || (isByOperator ? '' : domain.config.language)
    const isKept = content === 'keep'
    const sealedFor = async (row: RemovedAccount, to: string | null) => {
      const addresses = [row.email, row.pending_email].filter((address) => address !== null)
      const usernames = await leaving.usernamesOf(tx, row)
      const about = { domain: domain.name, language, username: row.username, usernames, addresses, isByOperator }
      const addressee: Addressee = { to, ...about }
      return seal(key, JSON.stringify(addressee))
    }
    const sealed = await sealedFor(account, account.email)
    // Includes merged accounts; the viewer's own list may be stale.
    const ids = await accountsOf(account.id, tx)
    const counts = await follows.counted(tx, ids, async () => {
      const all = await emptyAccount(tx, account, isKept)
      for (const id of ids) {
        if (id === account.id) continue
        const merged = await leaving.lock(tx, id)
        if (!merged) continue
        const part = { user_id: id, content, sealed: await sealedFor(merged, null) }
        const more = await emptyAccount(tx, merged, isKept)
        all.removed = sum(all.removed, more.removed)
        all.keptWithoutName = sum(all.keptWithoutName, more.keptWithoutName)
        await insertDeletion(tx, { ...part, counts: JSON.stringify(more) })
      }
      return all
    })
    const lost = await walletOf(tx, ids)
    const row = { user_id: account.id, content, sealed, counts: JSON.stringify({ ...counts, ...(lost && { lost }) }) }
    return receiptOf(await insertDeletion(tx, row))
  }

  /** What the accounts have, credit included, by token name. Nobody has it from now on. */
  async function walletOf(tx: Transaction, ids: string[]): Promise<DeletionReceipt['lost']> {
    const sums = Array.from(await ledgerStatements.balancesOf(ids, tx), ([id, { balance, credit }]) => {
      return [id, balance + credit] as const
    }).filter(([, units]) => units > 0)
    if (sums.length === 0) return undefined
    const facts = await communities.factsById(
      sums.map(([id]) => id),
      tx,
    )
    return Object.fromEntries(sums.map(([id, units]) => [facts.get(id)?.tokenName ?? '', String(units)]))
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

/** Files of the export with public content. */
const SEEN = new Set(['posts', 'comments', 'reactions', 'votes'])

function receiptOf({ user_id, content, counts, requested_at }: DeletionRow): DeletionReceipt {
  return { userId: user_id, content, requestedAt: Number(requested_at), ...JSON.parse(counts) }
}

/** Converts a file or table name to a field name of the receipt. */
function camelCase(name: string): string {
  return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
}
