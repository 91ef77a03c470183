/**
 * Names the server test files that both databases pass or fail alike, slowest first: their statements are of one table,
 * or other files make them too. A file about what happens at the same time still needs MariaDB.
 * Run the tests on MariaDB with STOA_TEST_STATEMENTS=<folder> and without SAME_ON_BOTH of `vitest.config.ts`, then
 * `node scripts/testing/statements.mjs <folder> <JSON report>`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const [folder = '', report = ''] = process.argv.slice(2)
/** What the databases, or the dialects that are written for them, may do differently. */
const DIALECT =
  /\b(join|union|group|force|ignore|duplicate|recursive|exists|case|like|with|update$)\b|\b(?!(?:in|values|and|or|not|from|where|count)\b)\w+ ?\((?!\?)|\( ?select|[-+*/%|] ?[`\w?]/i
/** The columns of an inserted row. */
const COLUMNS = /^insert into `\w+` ?\([^()]*\) values/i
/** @param {string} sql */
const isOfDialect = (sql) => sql.split(';').some((part) => DIALECT.test(part.trim().replace(COLUMNS, '')))

/** @type {Map<string, Set<string>>} */
const statements = new Map()
for (const name of readdirSync(folder)) {
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)) {
    const [path = '', ...sql] = line.split('\t')
    const file = relative('', path)
    const made = statements.get(file) ?? new Set()
    statements.set(file, made)
    if (isOfDialect(sql.join('\t'))) made.add(sql.join('\t'))
  }
}
/** @type {{ testResults: { name: string, startTime: number, endTime: number }[] }} */
const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
const files = testResults
  .map(({ name, startTime, endTime }) => ({ file: relative('', name), ms: endTime - startTime }))
  .toSorted((one, other) => other.ms - one.ms)

/** @type {Map<string, number>} How many of the remaining files make a statement. */
const makers = new Map()
for (const made of statements.values()) for (const sql of made) makers.set(sql, (makers.get(sql) ?? 0) + 1)
for (const { file, ms } of files) {
  const made = [...(statements.get(file) ?? [])]
  if (made.some((sql) => makers.get(sql) === 1)) continue
  for (const sql of made) makers.set(sql, (makers.get(sql) ?? 0) - 1)
  console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
}
