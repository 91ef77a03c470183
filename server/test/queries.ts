import type { TestApp } from './harness.ts'

/** A statement as it was sent to the database. */
export interface SentQuery {
  sql: string
  bindings: string[]
}

/** Background work of the server, at any time. */
const BACKGROUND = /\b(jobs|outbox)\b/

/** Runs work and returns what it reads, without what the server's jobs and events read meanwhile. */
export async function queriesOf({ database }: TestApp, work: () => Promise<unknown>): Promise<SentQuery[]> {
  const sent: SentQuery[] = []
  const note = (query: SentQuery) => {
    if (!BACKGROUND.test(query.sql)) sent.push(query)
  }
  database.read.on('query', note)
  try {
    await work()
  } finally {
    database.read.off('query', note)
  }
  return sent
}
