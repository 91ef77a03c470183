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
  const connections = new Set([database.read, database.slowRead])
  for (const connection of connections) connection.on('query', note)
  try {
    await work()
  } finally {
    for (const connection of connections) connection.off('query', note)
  }
  return queries
}
