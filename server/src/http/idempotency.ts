import { type CallName, calls } from '@stoa/contract'
import type { Database, Unit } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { DomainError, isDomainError } from '../lib/domain-error.ts'
import { sha256 } from '../lib/keys.ts'
import { type IdempotencyRow, idempotencyRepository } from './idempotency-repository.ts'

/** One write as its sender means it. */
export interface Write {
  /** Value of the `Idempotency-Key` header. */
  key: string | undefined
  /** User id, or what a visitor is known by. */
  actor: string
  body: unknown
}

export interface Idempotency {
  /** Does the work once per actor, call and key; a repeat gets the first answer. */
  once<Result>(name: CallName, write: Write, work: () => Promise<Result>): Promise<Result>
  /** Forgets answers kept for longer than a day; returns how many. */
  cleanUp(): Promise<number>
}

const KEPT_MS = 24 * 60 * 60 * 1000
const KEY = /^[\u0020-\u007e]{1,100}$/

/** Calls that come in numbers and whose work adds rows without reading what others are about to change. */
const SHARED: ReadonlySet<CallName> = new Set(['commentCreate', 'commentAnonymous'])

/** True for calls whose answers must not be kept (they hold secrets) or are not worth it (nothing is lost by repeating). */
function isExempt(name: CallName): boolean {
  return (
    'cookie' in calls[name] ||
    name.startsWith('auth') ||
    name.startsWith('appCheck') ||
    name === 'postView' ||
    name === 'articleCounts'
  )
}

/**
 * Work and answer are committed together: the work runs in the transaction whose last statement keeps its answer under
 * the unique key. So a crash leaves both or neither, of parallel repeats one commits, and the others read its answer.
 */
export function createIdempotency({ database, clock }: { database: Database; clock: Clock }): Idempotency {
  const keep = async (unit: Unit, answers: IdempotencyRow[]) =>
    unit.atCommit({ into: 'idempotency_keys', rows: answers.map((answer) => ({ ...answer })) })

  return {
    async once<Result>(name: CallName, write: Write, work: () => Promise<Result>): Promise<Result> {
      const { key, actor, body } = write
      if (key === undefined || isExempt(name)) return work()
      if (!KEY.test(key)) {
        throw new DomainError('VALIDATION_FAILED', [
          { field: 'Idempotency-Key', message: 'Use 1 to 100 printable characters.' },
        ])
      }
      const keyHash = sha256(JSON.stringify([actor, name, key]))
      const bodyHash = hashOf(body)
      try {
        return await database.transaction(
          async (unit) => {
            const answer = await work()
            unit.collect(keep, {
              key_hash: keyHash,
              body_hash: bodyHash,
              answer: JSON.stringify(answer),
              created_at: clock.now(),
            })
            return answer
          },
          { shared: SHARED.has(name) },
        )
      } catch (error) {
        // The first request may have changed what this one's work then refused, so a refusal is looked up too.
        if (!isDomainError(error) && !database.dialect.isUniqueViolation(error)) throw error
        const known = await idempotencyRepository(database.read).byKey(keyHash)
        if (!known) throw error
        if (known.body_hash !== bodyHash) throw new DomainError('IDEMPOTENCY_MISMATCH')
        return JSON.parse(known.answer) as Result
      }
    },
    async cleanUp() {
      return database.transaction(({ connection }) =>
        idempotencyRepository(connection).deleteBefore(clock.now() - KEPT_MS),
      )
    },
  }
}

/** JSON may be nested deeper than it can be written again; no call takes such a body. */
function hashOf(body: unknown): string {
  try {
    return sha256(JSON.stringify(body))
  } catch {
    throw new DomainError('MALFORMED_BODY')
  }
}
