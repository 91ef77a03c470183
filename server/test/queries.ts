import type { TestApp } from './harness.ts'

/** A statement as sent to the database. */
export interface SentQuery {
  sql: string
  bindings: string[]
}

/** Statements of the server's background work, which may run at any time. */
const BACKGROUND = /\b(jobs|outbox)\b/

/** Runs work and returns its queries, without those of the server's jobs and events. */
export async function queriesOf({ database }: TestApp, work: () => Promise<unknown>): Promise<SentQuery[]> {
  const queries: SentQuery[] = []
  const note = (query: SentQuery) => {
    if (!BACKGROUND.test(query.sql)) queries.push(query)
  }
  database.read.on('query', note)
  try {
    await work()
  } finally {
    database.read.off('query', note)
  }
  return queries
}
