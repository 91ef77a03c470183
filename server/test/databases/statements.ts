import { appendFileSync, mkdirSync } from 'node:fs'
import { expect } from 'vitest'

/** Where to record which statements each test file makes, for `scripts/testing/statements.mjs`. Default: nowhere. */
const folder = process.env.STOA_TEST_STATEMENTS
const seen = new Set<string>()

interface Source {
  on(event: 'query', listener: (query: { sql: string }) => void): unknown
}

/** Records the statements of a connection, each once per test file. */
export function recordStatements(connection: Source): void {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  connection.on('query', ({ sql }) => {
    const entry = `${expect.getState().testPath}\t${shapeOf(sql)}\n`
    if (seen.has(entry)) return
    seen.add(entry)
    appendFileSync(`${folder}/${process.pid}.tsv`, entry)
  })
}

/** A statement regardless of its values and their number. */
function shapeOf(sql: string): string {
  return sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\((?:\?, ?)*\?\))(?:, ?\((?:\?, ?)*\?\))+/g, '$1')
    .replaceAll(/\((?:\?(?:, ?)?)+\)/g, '(?)')
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\b\d+\b/g, '0')
}
