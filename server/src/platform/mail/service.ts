import type { NotificationSettings } from '@stoa/contract'
import { type Clock, DAY_MS } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Ids } from '../ids.ts'
import { type JobQueue, jobKind } from '../jobs/queue.ts'
import type { Logger } from '../logging/logger.ts'
import { deriveKey, openSealed, seal } from '../security/keys.ts'
import { type Letter, writeMail } from './letter.ts'
import { isAbout, type Mail, type MailedPeople, type Mailer } from './mailer.ts'
import { type MailRow, mailRepository } from './repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  ids: Ids
  mailer: Mailer
  jobs: Pick<JobQueue, 'enqueue' | 'leased'>
  logger: Logger
  secret: string
}

/** What somebody turns on or off to get mails of, or not. */
export type MailSwitch = keyof NotificationSettings['email']

/** A letter to somebody. */
export interface Posted {
  /** The account that it is for: once that is deleted it is not sent. Null: nobody's yet, or it outlives the account. */
  userId: string | null
  to: string
  /** Name of the forum that writes. */
  from: string
  letter: Letter
  /** Further accounts whose words or names it holds: once one of them is deleted it is not sent. Default: none. */
  about?: readonly string[]
  /** It is sent and kept although the account of its addressee is deleted. Default: false. */
  outlivesAccount?: boolean
  /** The switch that it belongs to: once that is off it is not sent. Default: none. */
  news?: MailSwitch
  /** For how long it is of use, in ms: after that it is not tried again. Default: a day. */
  usefulForMs?: number
}

export type MailService = ReturnType<typeof createMailService>

const USEFUL_FOR_MS = DAY_MS
/** Waiting mails that are looked at together. */
const PAGE = 100
const LEASE_MS = 5 * 60 * 1000
/** Mails expire before they have been tried so often. */
const MAX_TRIES = 100
/** Two kinds, so that news keep no sign-in link waiting. Together they make as many connections to the mail server. */
const SEND_MAIL = jobKind<{ mailId: string }>('send mail')
const MAIL_CONCURRENCY = 3
const SEND_NEWS = jobKind<{ mailId: string }>('send news')
const NEWS_CONCURRENCY = 2

/**
 * Mail that is sent if and only if the transaction commits that writes it, tried again until it is of no use any more.
 * A process that dies between sending and forgetting sends twice: at least once.
 */
export function createMailService(dependencies: Dependencies) {
  const { database, clock, ids, mailer, jobs, logger, secret } = dependencies
  const key = deriveKey(secret, 'stoa mail')

  async function send(mailId: string): Promise<void> {
    const row = await mailRepository(database.read).byId(mailId)
    if (!row) return
    if (Number(row.expires_at) > clock.now()) {
      await mailer.send(JSON.parse(openSealed(key, row.sealed)) as Mail).catch((error: unknown) => {
        throw new Error(`The mail could not be sent (${reasonOf(error)}).`)
      })
    } else logger.error({ mail: mailId }, 'a mail could not be sent in time')
    await database.transaction(({ connection }) => mailRepository(connection).deleteAll([mailId]))
  }

  for (const [kind, concurrency] of [[SEND_MAIL, MAIL_CONCURRENCY] as const, [SEND_NEWS, NEWS_CONCURRENCY] as const]) {
    jobs.leased(kind, {
      leaseMs: LEASE_MS,
      concurrency,
      maxTries: MAX_TRIES,
      run: ({ payload }) => send(payload.mailId),
    })
  }

  function concerns({ id, sealed }: MailRow, people: MailedPeople): boolean {
    try {
      return isAbout(JSON.parse(openSealed(key, sealed)) as Mail, people)
    } catch (error) {
      // Sealed with a former secret: it can't be sent either.
      logger.warn({ reason: reasonOf(error), mail: id }, 'a mail can’t be opened')
      return false
    }
  }

  return {
    /** Writes a letter that goes out after the commit. */
    async post(tx: Transaction, posted: Posted): Promise<void> {
      const { userId, to, from, letter, news = '', usefulForMs = USEFUL_FOR_MS } = posted
      const id = ids.next()
      const mail: Mail = { ...writeMail(letter, { to, from }), ...accountsOf(posted) }
      await mailRepository(tx.connection).insert({
        id,
        user_id: userId ?? '',
        news,
        sealed: seal(key, JSON.stringify(mail)),
        expires_at: clock.now() + usefulForMs,
      })
      jobs.enqueue(tx, news === '' ? SEND_MAIL : SEND_NEWS, { payload: { mailId: id } })
    },
    /** How many mails are not sent yet. */
    waiting: () => mailRepository(database.read).count(),
    /** Takes out what some accounts have turned off and is not sent yet. */
    async withdraw(tx: Transaction, about: { userIds: string[]; switches: MailSwitch[] }): Promise<void> {
      await mailRepository(tx.connection).deleteNews(about.userIds, about.switches)
    },
    /** Removes what is for somebody or about them: what is not sent yet, and mails that are files. */
    async forget(people: MailedPeople): Promise<void> {
      let after = ''
      for (;;) {
        const rows = await mailRepository(database.read).page(after, PAGE)
        const ids = rows.filter((row) => concerns(row, people)).map(({ id }) => id)
        if (ids.length > 0) {
          await database.transaction(({ connection }) => mailRepository(connection).deleteAll(ids))
        }
        const last = rows.at(-1)
        if (!last) break
        after = last.id
      }
      await mailer.forget(people)
    },
    /** Removes old mails that are files. */
    expire: mailer.expire,
  }
}

function accountsOf({ userId, about = [], outlivesAccount = false }: Posted): Pick<Mail, 'accounts'> {
  return outlivesAccount ? {} : { accounts: [...new Set(userId === null ? about : [userId, ...about])] }
}

/** What may stand in the log: mail servers name the address in what they say. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const told = [error.name, 'code' in error && error.code, 'responseCode' in error && error.responseCode]
  return told.filter(Boolean).join(' ')
}
