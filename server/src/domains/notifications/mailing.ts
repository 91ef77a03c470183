import { accountIdsOf, type Me, type Notification } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { AccountService } from '../accounts/service.ts'
import type { Domain } from '../domains/domain-config.ts'
import type { DomainService } from '../domains/service.ts'
import type { Letter } from '../mail/letter.ts'
import type { MailService } from '../mail/service.ts'
import type { PostService } from '../posts/service.ts'
import type { WithCauses } from './judging.ts'
import { digestLetter, type Mailed, type MailKind, threadLetter } from './mail-letters.ts'
import type { NotificationReader } from './reading.ts'
import { notificationRepository } from './repository.ts'
import type { Unsubscribing } from './unsubscribing.ts'
import { type DueMailRow, workRepository } from './work-repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  logger: Logger
  accounts: Pick<AccountService, 'hold' | 'recipientsById' | 'emailsById' | 'viewer'>
  domains: Pick<DomainService, 'homeOf'>
  posts: Pick<PostService, 'summariesById'>
  mail: Pick<MailService, 'post'>
  reader: Pick<NotificationReader, 'judge' | 'show'>
  unsubscribing: Pick<Unsubscribing, 'urlFor'>
}

/** A letter and the forum that writes it. */
interface Written {
  domain: Domain
  letter: Letter
}

const AT_ONCE = 20
/** Causes that a letter about a thread looks at. */
const CAUSES_MAX = 50
/** Causes that a digest looks at. */
const MISSED_MAX = 200
/** Notifications that one letter tells of. */
const TOLD_MAX = 10
const RETRY_MS = 60 * 60 * 1000
const TRIES_MAX = 24

/**
 * Mails what people are told: a planned mail is taken, written and posted by one transaction, so that of any number of
 * processes one posts it, and a process that dies leaves it to another one. Everything is looked at then, not when it
 * was planned: what may be seen and was not read, the switches, and the address.
 */
export function createMailing(dependencies: Dependencies) {
  const { database, clock, logger, accounts, domains, posts, mail, reader, unsubscribing } = dependencies

  /** Who gets a mail of a kind, by the main account; null when nobody may get it. */
  async function addresseeOf(unit: Unit, row: DueMailRow): Promise<{ viewer: Me; to: string } | null> {
    const { recipient_id: userId } = row
    // Whoever goes or turns this off meanwhile waits, and takes out what was posted.
    await accounts.hold(unit, [userId])
    const recipient = (await accounts.recipientsById([userId])).get(userId)
    if (!recipient || !recipient.settings.email[row.kind as MailKind]) return null
    const { userId: mainId } = recipient
    const [emails, viewer] = await Promise.all([accounts.emailsById([mainId]), accounts.viewer(mainId, '')])
    const to = emails.get(mainId)
    // Whoever reads the mailbox reads what a member may, not what an admin may.
    return to && viewer ? { viewer: { ...viewer, networkAdmin: false }, to } : null
  }

  async function mailedOf(items: Notification[]): Promise<Mailed[]> {
    const summaries = await posts.summariesById(items.flatMap(({ post }) => post?.id ?? []))
    return items.map((item) => ({
      item,
      post: summaries.get(item.post?.id ?? ''),
      origin: domains.homeOf(item.community?.tokenName ?? '').origin,
    }))
  }

  /** What one letter tells of some notifications, of whose causes it looks at so many; `hasMore`: it leaves some out. */
  async function toldOf(viewer: Me, found: WithCauses[], most: number) {
    const seen = await reader.judge(viewer, found)
    // What is counted is what this mail tells of, not all that the list has.
    const shown = seen.slice(0, TOLD_MAX).map((one) => ({ ...one, unlooked: 0, others: 0 }))
    return {
      told: await mailedOf(await reader.show(viewer, shown)),
      causes: shown.flatMap(({ causes }) => causes),
      hasMore: seen.length > TOLD_MAX || found.flatMap(({ causes }) => causes).length > most,
    }
  }

  async function writeThread(unit: Unit, row: DueMailRow, viewer: Me | null): Promise<Written | null> {
    const kind = row.kind as Notification['kind']
    const repository = notificationRepository(unit.connection)
    const about = { kind, threadId: row.thread_id, limit: CAUSES_MAX + 1 }
    const found = await repository.takeToMail(row.recipient_id, about)
    if (!viewer) return null
    const { told, causes, hasMore } = await toldOf(viewer, found, CAUSES_MAX)
    const [first, ...more] = told
    if (!first) return null
    await repository.setMailed(
      row.recipient_id,
      causes.map(({ cause_id }) => cause_id),
    )
    const domain = domains.homeOf(first.item.community?.tokenName ?? '')
    const url = unsubscribing.urlFor(domain.origin, { userId: viewer.id, kind })
    return { domain, letter: threadLetter([first, ...more], { hasMore, url }) }
  }

  async function writeDigest(unit: Unit, row: DueMailRow, viewer: Me | null): Promise<Written | null> {
    if (!viewer) return null
    // Accounts that were merged in the meantime get one.
    await workRepository(unit.connection).dropMails(accountIdsOf(viewer), 'digest')
    const since = Number(row.since)
    const repository = notificationRepository(unit.connection)
    const missed = await repository.missed(accountIdsOf(viewer), { since, limit: MISSED_MAX + 1 })
    const { told, hasMore } = await toldOf(viewer, missed, MISSED_MAX)
    if (told.length === 0) return null
    const domain = domains.homeOf('')
    const url = unsubscribing.urlFor(domain.origin, { userId: viewer.id, kind: 'digest' })
    return { domain, letter: digestLetter(told, { forum: domain.config.domainDisplayName, hasMore, url }) }
  }

  async function send(row: DueMailRow): Promise<void> {
    await database.transaction(async (unit) => {
      const addressee = await addresseeOf(unit, row)
      if (!(await workRepository(unit.connection).takeMail(row))) return
      const write = row.kind === 'digest' ? writeDigest : writeThread
      const written = await write(unit, row, addressee?.viewer ?? null)
      if (!addressee || !written) return
      const from = written.domain.config.domainDisplayName
      const { viewer, to } = addressee
      await mail.post(unit, { userId: viewer.id, to, from, letter: written.letter, news: row.kind as MailKind })
    })
  }

  /** What can't be written now is tried again later, and holds up nobody else's. */
  async function putOff(row: DueMailRow, error: unknown): Promise<void> {
    logger.error({ err: error, mail: row.kind, tries: row.tries + 1 }, 'writing a mail of notifications failed')
    await database.transaction(async ({ connection }) => {
      const repository = workRepository(connection)
      if (row.tries + 1 >= TRIES_MAX) await repository.takeMail(row)
      else await repository.putMailOff(row, clock.now() + RETRY_MS)
    })
  }

  /** Job: mails all that is due. */
  return async function mailDue(): Promise<void> {
    for (;;) {
      const due = await workRepository(database.read).dueMails(clock.now(), AT_ONCE)
      if (due.length === 0) return
      for (const row of due) await send(row).catch((error: unknown) => putOff(row, error))
    }
  }
}
