import type { App } from '../../server/src/app.ts'
import { openInProcess } from './in-process.ts'
import type { Storage } from './storage.ts'

/** Counts the queries of each call. */
export async function countQueries<Name extends string>(
  storage: Storage,
  works: Record<Name, (call: App['callLocally']) => Promise<unknown>>,
): Promise<Record<Name, number>> {
  const { app, database, close } = await openInProcess(storage)
  let queries = 0
  database.read.on('query', () => (queries += 1))
  const counts = {} as Record<Name, number>
  for (const name of Object.keys(works) as Name[]) {
    queries = 0
    await works[name](app.callLocally)
    counts[name] = queries
  }
  await close()
  return counts
}
