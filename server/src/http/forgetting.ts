import { setImmediate } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { type Forgotten, withoutPerson } from '../events/forgetting.ts'
import { idempotencyRepository } from './idempotency-repository.ts'

/** Answers looked at by one query. */
const AT_ONCE = 1000

/** Takes somebody's name, and with `words` what they wrote, out of the answers that are kept for repeated requests. */
export async function forgetInAnswers(database: Database, about: Forgotten): Promise<void> {
  for (let after = ''; ; ) {
    const last = await idempotencyRepository(database.read).keyAfter(after, AT_ONCE)
    for (const text of [about.userId, ...about.names]) {
      const rows = await idempotencyRepository(database.read).holding(JSON.stringify(text), { after, last })
      if (rows.length === 0) continue
      await database.transaction(async ({ connection }) => {
        for (const { key_hash, answer } of rows) {
          await idempotencyRepository(connection).rewrite(key_hash, withoutPerson(answer, about))
        }
      })
    }
    if (last === undefined) return
    after = last
    await setImmediate()
  }
}
