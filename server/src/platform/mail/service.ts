import type { NotificationSettings } from '@stoa/contract'
import { type Clock, DAY_MS, HOUR_MS } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Ids } from '../ids.ts'
import { Hopeless, type JobQueue, jobKind } from '../jobs/queue.ts'
import type { ReaderLanguage } from '../languages/words.ts'
import type { Logger } from '../logging/logger.ts'
import { deriveKey, openSealed, seal } from '../security/keys.ts'
import { type Letter, type MailBrand, writeMail } from './letter.ts'
import { isAbout, type Mail, type MailedPeople, type Mailer } from './mailer.ts'
import { type MailRow, mailRepository } from './repository.ts'
import { MAIL_KEY } from './tables.ts'

interface Dependencies {
  database: Database
  clock: Clock
  ids: Ids
  mailer: Mailer
  jobs: Pick<JobQueue, 'enqueue' | 'leased'>
  logger: Logger
  secret: string
}

/** A mail setting that a person can turn on or off. */
export type MailSwitch = keyof NotificationSettings['email']

/** A mail to a person. */
export interface Posted {
  /**
   * The recipient's account; the mail is dropped once that is deleted. Null: no account yet, or the mail outlives it.
   */
  userId: string | null
  to: string
  /** The forum's name. */
  from: string
  /** How it looks. Default: like Stoa's. */
  brand?: MailBrand
  letter: Letter
  /** Whose language it is in. Default: English. */
  reader?: ReaderLanguage | undefined
  /** Other accounts it quotes or names; the mail is dropped once one of them is deleted. Default: none. */
  about?: readonly string[]
  /** Sent and kept even if the recipient's account is deleted. Default: false. */
  outlivesAccount?: boolean
  /** The setting that controls it; the mail is dropped once that is turned off. Default: none. */
  news?: MailSwitch
  /** What it tells of, by id. Before it is sent, `askBefore` asks whether that is still news. Default: not asked. */
  subjectId?: string
  /** How long it is worth sending, in ms. Default: a day. */
  usefulForMs?: number
}

export type MailService = ReturnType<typeof createMailService>

const USEFUL_FOR_MS = DAY_MS
/** Queued mails read at a time. */
const PAGE = 100
const LEASE_MS = 5 * 60 * 1000
/** High enough that mails expire first. */
const MAX_TRIES = 100
/** Two kinds, so that notifications don't delay sign-in links. Each uses this many connections to the mail server. */
const SEND_MAIL = jobKind<{ mailId: string }>('send mail', { reaches: 'message' })
const MAIL_CONCURRENCY = 3
const SEND_NEWS = jobKind<{ mailId: string }>('send news', { reaches: 'message' })
const NEWS_CONCURRENCY = 2
/** Kinds of jobs that send mails. */
export const MAIL_JOBS: readonly string[] = [SEND_MAIL.name, SEND_NEWS.name]

/**
 * Transactional mail: sent if and only if its transaction commits, and retried until it expires or the server refuses
 * its recipient or content for good. At least once: a process that dies after sending sends it again.
 */
export function createMailService(dependencies: Dependencies) {
  const { database, clock, ids, mailer, jobs, logger, secret } = dependencies
  const key = deriveKey(secret, MAIL_KEY)

  /** Tells by setting whether a mail is still news to its recipient. */
  const questions = new Map<string, (about: { userId: string; subjectId: string }) => Promise<boolean>>()

  async function isNews({ user_id: userId, news }: MailRow, { subjectId }: Mail): Promise<boolean> {
    const ask = subjectId === undefined ? undefined : questions.get(news)
    return ask === undefined || ask({ userId, subjectId: subjectId ?? '' })
  }

  async function send(mailId: string): Promise<void> {
    const row = await mailRepository(database.read).byId(mailId)
    if (!row) return
    if (Number(row.expires_at) > clock.now()) {
      const mail = JSON.parse(openSealed(key, row.sealed)) as Mail
      if (await isNews(row, mail)) {
        await mailer.send(mail).catch((error: unknown) => {
          const message = `The mail could not be sent (${reasonOf(error, mail.to)}).`
          throw isRefused(error) ? new Hopeless(message) : new Error(message)
        })
      }
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
      // Sealed with a former secret, so it can't be sent.
      logger.warn({ reason: reasonOf(error), mail: id }, 'a mail can’t be opened')
      return false
    }
  }

  return {
    /** Queues a letter to be sent after the commit. */
    async post(tx: Transaction, posted: Posted): Promise<void> {
      const { userId, to, from, brand, letter, reader, subjectId, news = '', usefulForMs = USEFUL_FOR_MS } = posted
      const id = ids.next()
      const mail: Mail = {
        ...writeMail(letter, { to, from, brand, reader }),
        ...accountsOf(posted),
        ...(subjectId !== undefined && { subjectId }),
      }
      await mailRepository(tx.connection).insert({
        id,
        user_id: userId ?? '',
        news,
        sealed: seal(key, JSON.stringify(mail)),
        expires_at: clock.now() + usefulForMs,
      })
      jobs.enqueue(tx, news === '' ? SEND_MAIL : SEND_NEWS, { payload: { mailId: id } })
    },
    /**
     * Sends a letter at once, without a job. Returns the mail server's error as it is, for operators, or null if the
     * letter was taken.
     */
    async sendNow(posted: Posted): Promise<string | null> {
      const { to, from, brand, letter, reader } = posted
      try {
        await mailer.send({ ...writeMail(letter, { to, from, brand, reader }), ...accountsOf(posted) })
        return null
      } catch (error) {
        return error instanceof Error ? error.message.slice(0, READ_MAX_LENGTH) : 'unknown'
      }
    },
    /** Asks before mails of a setting are sent: they may have waited for a mail server. If not news, they are dropped. */
    askBefore(news: MailSwitch, question: (about: { userId: string; subjectId: string }) => Promise<boolean>): void {
      questions.set(news, question)
    },
    /** Number of queued mails. */
    waiting: () => mailRepository(database.read).count(),
    /** Removes queued mails that these accounts have turned off. */
    async withdraw(tx: Transaction, about: { userIds: string[]; switches: MailSwitch[] }): Promise<void> {
      await mailRepository(tx.connection).deleteNews(about.userIds, about.switches)
    },
    /** Removes queued mails and mail files for or about these people. */
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
    /** Removes old mail files, and expired mails whose jobs were parked. */
    async expire(): Promise<void> {
      await database.transaction(({ connection }) =>
        mailRepository(connection).deleteExpired(clock.now() - 2 * HOUR_MS),
      )
      await mailer.expire()
    },
  }
}

function accountsOf({ userId, about = [], outlivesAccount = false }: Posted): Pick<Mail, 'accounts'> {
  return outlivesAccount ? {} : { accounts: [...new Set(userId === null ? about : [userId, ...about])] }
}

/** What nodemailer adds to errors. */
interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
  /** The command that the server answered. */
  command?: string
}

/** Whether the server refused the recipient or the content for good. Other permanent errors are of the settings. */
function isRefused(error: unknown): boolean {
  const { code = '', responseCode = 0, command = '' } = error as SmtpError
  return ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500 && !command.startsWith('MAIL')
}

const RESPONSE_MAX_LENGTH = 200
/** What is read of a response, which other servers may have written. */
const READ_MAX_LENGTH = 1000

/** A loggable reason with the server's words, in which addresses and the recipient's mailbox are replaced. */
function reasonOf(error: unknown, to = ''): string {
  if (!(error instanceof Error)) return 'unknown'
  const { name, code, responseCode, response = '' } = error as SmtpError
  const mailbox = to.split('@')[0]?.toLowerCase()
  const words = response
    .slice(0, READ_MAX_LENGTH)
    .replaceAll(/[^\s<>()"',;:]*@[^\s<>()"',;]*/g, '…')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .split(/(?=[^\p{L}\p{N}._+-])|(?<=[^\p{L}\p{N}._+-])/u)
    .map((word) => (word.toLowerCase() === mailbox ? '…' : word))
    .join('')
    .trim()
    .slice(0, RESPONSE_MAX_LENGTH)
  return [name, code, words.startsWith(String(responseCode)) ? '' : responseCode, words].filter(Boolean).join(' ')
}
