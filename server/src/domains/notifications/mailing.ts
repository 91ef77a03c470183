import type { Me, Notification } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { AccountService } from '../accounts/service.ts'
import type { Domain } from '../domains/domain-config.ts'
import type { DomainService } from '../domains/service.ts'
import type { Letter } from '../mail/letter.ts'
import type { MailService } from '../mail/service.ts'
import type { PostService } from '../posts/service.ts'
import { accountsOf } from './judging.ts'
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
  reader: Pick<NotificationReader, 'judge' | 'show' | 'list'>
  unsubscribing: Pick<Unsubscribing, 'urlFor'>
}

/** A letter and the forum that writes it. */
interface Written {
  domain: Domain
  letter: Letter
}

const AT_ONCE = 20
/** Causes that one letter looks at. */
const CAUSES_MAX = 50
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

  async function writeThread(unit: Unit, row: DueMailRow, viewer: Me | null): Promise<Written | null> {
    const kind = row.kind as Notification['kind']
    const about = { kind, threadId: row.thread_id, limit: CAUSES_MAX }
    const found = await notificationRepository(unit.connection).takeToMail(row.recipient_id, about)
    if (!viewer) return null
    // What is counted is what this mail tells of, not all that the list has.
    const seen = await reader.judge(
      viewer,
      found.map((one) => ({ ...one, unlooked: 0, others: 0 })),
    )
    const [first, ...more] = await mailedOf(await reader.show(viewer, seen.slice(0, TOLD_MAX)))
    if (!first) return null
    const domain = domains.homeOf(first.item.community?.tokenName ?? '')
    const url = unsubscribing.urlFor(domain.origin, { userId: viewer.id, kind })
    return { domain, letter: threadLetter([first, ...more], url) }
  }

  async function writeDigest(unit: Unit, row: DueMailRow, viewer: Me | null): Promise<Written | null> {
    if (!viewer) return null
    // Accounts that were merged in the meantime get one.
    await workRepository(unit.connection).dropMails(accountsOf(viewer), 'digest')
    const { items, hasMore } = await reader.list(viewer, { tab: 'unread', limit: TOLD_MAX, only: null })
    const missed = items.filter(({ at }) => at >= Number(row.since))
    if (missed.length === 0) return null
    const domain = domains.homeOf('')
    const url = unsubscribing.urlFor(domain.origin, { userId: viewer.id, kind: 'digest' })
    const about = { forum: domain.config.domainDisplayName, hasMore, url }
    return { domain, letter: digestLetter(await mailedOf(missed), about) }
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
