import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import { keyPrefixOf } from '../../platform/idempotency/idempotency.ts'
import { type IdempotencyRow, idempotencyRepository } from '../../platform/idempotency/repository.ts'
import { namesIn, type RedactedPerson, withoutPerson } from './redact-events.ts'

/** Answers looked at by one query. */
const AT_ONCE = 1000

/** The answers that hold one of some texts, in parts. */
async function* answersHolding(database: Database, texts: string[]): AsyncGenerator<IdempotencyRow[]> {
  for (let after = ''; ; ) {
    const last = await idempotencyRepository(database.read).keyAfter(after, AT_ONCE)
    const rows = await idempotencyRepository(database.read).holding(texts, { after, last })
    if (rows.length > 0) yield rows
    if (last === undefined) return
    after = last
    await setImmediate()
  }
}

/** What kept answers call somebody. */
export async function namesInResponses(database: Database, userId: string): Promise<string[]> {
  const names = new Set<string>()
  for await (const rows of answersHolding(database, [userId])) {
    for (const { answer } of rows) for (const name of namesIn(answer, userId)) names.add(name)
  }
  return [...names]
}

/**
 * Forgets what somebody was answered before a time, and takes their name, and with `words` what they wrote, out of the
 * answers that are kept for others' repeated requests.
 */
export async function redactResponses(database: Database, about: RedactedPerson & { before: number }): Promise<void> {
  await database.transaction(({ connection }) =>
    idempotencyRepository(connection).deleteOf(keyPrefixOf(about.userId), about.before),
  )
  for await (const rows of answersHolding(database, [about.userId, ...about.names])) {
    await database.transaction(async ({ connection }) => {
      for (const { key_hash, answer } of rows) {
        await idempotencyRepository(connection).rewrite(key_hash, withoutPerson(answer, about))
      }
    })
  }
}
