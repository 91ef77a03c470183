import type { CallName, CallOutput } from '@stoa/contract'
import type { CallContext, CallRequest } from '../platform/calls/context.ts'
import { type Once, TextChangedError } from '../platform/calls/handlers.ts'
import type { Database } from '../platform/database/database.ts'
import type { WriteRoute } from './call-routes.ts'
import type { Gates } from './gates.ts'

/** Maximum number of tries to score a text that keeps changing. */
const SCORING_TRIES = 5

/** Runs a write: idempotency, quota, scorer, then one transaction with the handler and the response for retries. */
export async function runWrite(
  { name, write }: WriteRoute,
  context: CallContext<CallName> & { request: CallRequest },
  about: { gates: Pick<Gates, 'idempotency' | 'quota'>; database: Pick<Database, 'transaction'> },
): Promise<CallOutput<CallName>> {
  const { gates, database } = about
  const once: Once = (work, options = {}) =>
    gates.idempotency(name, context, {
      ...options,
      async work(record) {
        await gates.quota(name, context)
        return work(record)
      },
    })
  if ('commit' in write) return write.commit({ ...context, once })

  const score = 'score' in write ? write.score : async () => NOT_SCORED
  const handle = 'score' in write ? write.handle : write
  return once<CallOutput<CallName>>(async (record) => {
    for (let tries = 1; ; tries += 1) {
      const scored = await score(context)
      try {
        return await database.transaction(async (tx) => {
          const output = await handle({ ...context, tx, scored })
          record(tx, output)
          return output
        })
      } catch (error) {
        if (!(error instanceof TextChangedError) || tries === SCORING_TRIES) throw error
      }
    }
  })
}

const NOT_SCORED = { text: null, findings: [] }
