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

interface Dependencies {
  database: Database
  clock: Clock
  ids: Ids
  mailer: Mailer
  background: Background
  logger: Logger
  secret: string
}

/** A letter to somebody. */
export interface Posted {
  to: string
  /** Name of the forum that writes. */
  from: string
  letter: Letter
  /** For how long it is of use, in ms: after that it is not tried again. Default: a day. */
  usefulForMs?: number
}

export type MailService = ReturnType<typeof createMailService>

const USEFUL_FOR_MS = 24 * 60 * 60 * 1000
const FIRST_WAIT_MS = 60 * 1000
const LONGEST_WAIT_MS = 60 * 60 * 1000
const AT_ONCE = 20

/**
 * Mail that is sent if and only if the transaction commits that writes it, tried again until it is of no use any more.
 * A process that dies between sending and forgetting sends twice: at least once.
 */
export function createMailService(dependencies: Dependencies) {
  const { database, clock, ids, mailer, background, logger, secret } = dependencies
  const key = deriveKey(secret, 'stoa mail')

  async function send(row: MailRow): Promise<void> {
    const now = clock.now()
    if (Number(row.expires_at) <= now) {
      logger.error({ mail: row.id, tries: row.tries }, 'a mail could not be sent in time')
      return forget(row.id)
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** row.tries)
    const isOurs = await database.transaction(({ connection }) => mailRepository(connection).claim(row, now + wait))
    if (!isOurs) return
    try {
      await mailer.send(JSON.parse(openSealed(key, row.sealed)) as Mail)
    } catch (error) {
      return logger.warn({ reason: reasonOf(error), mail: row.id, tries: row.tries + 1 }, 'a mail could not be sent')
    }
    await forget(row.id)
  }

  async function forget(id: string): Promise<void> {
    await database.transaction(({ connection }) => mailRepository(connection).delete(id))
  }

  async function deliverDue(): Promise<void> {
    for (const row of await mailRepository(database.read).due(clock.now(), AT_ONCE)) await send(row)
  }

  /** One round after the other, so that this process sends mails in the order they were written in. */
  let lastRound: Promise<void> = Promise.resolve()
  function deliver(): Promise<void> {
    lastRound = lastRound.then(deliverDue, deliverDue)
    return lastRound
  }

  return {
    /** Writes a letter that goes out after the commit. */
    async post(unit: Unit, { to, from, letter, usefulForMs = USEFUL_FOR_MS }: Posted): Promise<void> {
      const now = clock.now()
      await mailRepository(unit.connection).insert({
        id: ids.next(),
        sealed: seal(key, JSON.stringify(writeMail(letter, { to, from }))),
        tries: 0,
        due_at: now,
        expires_at: now + usefulForMs,
      })
      unit.afterCommit(() => background.run('mail', deliver))
    },
    /** Job: sends what is due. */
    deliver,
  }
}

/** What may stand in the log: mail servers name the address in what they say. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const told = [error.name, 'code' in error && error.code, 'responseCode' in error && error.responseCode]
  return told.filter(Boolean).join(' ')
}
