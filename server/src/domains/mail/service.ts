import type { NotificationSettings } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Ids } from '../../lib/ids.ts'
import { deriveKey } from '../../lib/keys.ts'
import type { Logger } from '../../lib/logger.ts'
import { openSealed, seal } from '../../lib/seal.ts'
import type { Mail, Mailer } from '../../providers/mailer.ts'
import { type Letter, writeMail } from './letter.ts'
import { type MailRow, mailRepository } from './repository.ts'
import { createSending } from './sending.ts'

interface Dependencies {
  database: Database
  clock: Clock
  ids: Ids
  mailer: Mailer
  background: Background
  logger: Logger
  secret: string
}

/** What somebody turns on or off to get mails of, or not. */
export type MailSwitch = keyof NotificationSettings['email']

/** A letter to somebody. */
export interface Posted {
  /** The account that it is for: once that is deleted it is not sent. Null: nobody's, or it is to outlive the account. */
  userId: string | null
  to: string
  /** Name of the forum that writes. */
  from: string
  letter: Letter
  /** The switch that it belongs to: once that is off it is not sent, and whatever has none goes first. Default: none. */
  news?: MailSwitch
  /** For how long it is of use, in ms: after that it is not tried again. Default: a day. */
  usefulForMs?: number
}

export type MailService = ReturnType<typeof createMailService>

const USEFUL_FOR_MS = 24 * 60 * 60 * 1000
const FIRST_WAIT_MS = 60 * 1000
const LONGEST_WAIT_MS = 60 * 60 * 1000

/**
 * Mail that is sent if and only if the transaction commits that writes it, tried again until it is of no use any more.
 * A process that dies between sending and forgetting sends twice: at least once.
 */
export function createMailService(dependencies: Dependencies) {
  const { database, clock, ids, mailer, background, logger, secret } = dependencies
  const key = deriveKey(secret, 'stoa mail')

  /** True for the one process that may send it now. */
  async function claim(row: MailRow): Promise<boolean> {
    const now = clock.now()
    if (Number(row.expires_at) <= now) {
      logger.error({ mail: row.id, tries: row.tries }, 'a mail could not be sent in time')
      await forget(row.id)
      return false
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** row.tries)
    return database.transaction(({ connection }) => mailRepository(connection).claim(row, now + wait))
  }

  async function send(row: MailRow): Promise<void> {
    try {
      await mailer.send(JSON.parse(openSealed(key, row.sealed)) as Mail)
    } catch (error) {
      return logger.warn({ reason: reasonOf(error), mail: row.id, tries: row.tries + 1 }, 'a mail could not be sent')
    }
    await forget(row.id).catch((error: unknown) =>
      logger.error({ err: error, mail: row.id }, 'a mail was sent and will be sent again'),
    )
  }

  async function forget(id: string): Promise<void> {
    await database.transaction(({ connection }) => mailRepository(connection).delete(id))
  }

  const firstDue = (isNews: boolean) => mailRepository(database.read).firstDue(clock.now(), { isNews })
  const { deliver, stop } = createSending({ firstDue, claim, send })

  return {
    /** Writes a letter that goes out after the commit. */
    async post(unit: Unit, posted: Posted): Promise<void> {
      const { userId, to, from, letter, news = '', usefulForMs = USEFUL_FOR_MS } = posted
      const now = clock.now()
      await mailRepository(unit.connection).insert({
        id: ids.next(),
        user_id: userId ?? '',
        news,
        is_news: Number(news !== ''),
        sealed: seal(key, JSON.stringify(writeMail(letter, { to, from }))),
        tries: 0,
        due_at: now,
        expires_at: now + usefulForMs,
      })
      unit.afterCommit(() => background.run('mail', deliver))
    },
    /** Takes out what some accounts have turned off and is not sent yet. */
    async withdraw(unit: Unit, about: { userIds: string[]; switches: MailSwitch[] }): Promise<void> {
      await mailRepository(unit.connection).deleteNews(about.userIds, about.switches)
    },
    /** Job: sends what is due. */
    deliver,
    /** Begins to send no more; what is on its way arrives. */
    stop,
  }
}

/** What may stand in the log: mail servers name the address in what they say. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const told = [error.name, 'code' in error && error.code, 'responseCode' in error && error.responseCode]
  return told.filter(Boolean).join(' ')
}
