/**
 * Checks that domains only query their own tables, and others' tables only if declared and only for reading. `node
 * scripts/checks/tables.mjs [folder]` checks another copy of the repository.
 */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { filesUnder } from '../build/fingerprint.mjs'

const SOURCES = 'server/src'
/**
 * Folders with queries. Excluded are `integrity`, which recounts all tables, and `personal-data`, which exports and
 * deletes by their declarations.
 */
const BOUND =
  /^server\/src\/(?:domains\/\w+\/(?!integrity\/|personal-data\/)|platform\/(?!database\/))(?!.*\/tables\.ts$)/
const CHANGING = new Set(['insert', 'update', 'del', 'delete', 'truncate', 'increment', 'decrement', 'onConflict'])
const IN_SQL = /\b(insert\s+(?:ignore\s+)?into|update|delete\s+from|replace\s+into|from|join)\s+`?([a-z_]+)/gi

const root = process.argv[2]
if (root) process.chdir(root)
/** @type {string[]} */
const problems = []
const files = filesUnder([SOURCES]).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const tableNames = tablesOf(files.filter((file) => file.includes('/database/migrations/')))
/** @type {Map<string, string>} */
const ownerOf = new Map()
/**
 * Declared reads of other domains' tables, and whether they were found.
 * @type {Map<string, boolean>}
 */
const declared = new Map()
for (const file of files) if (file.endsWith('/tables.ts')) readDeclarations(file)

let mentions = 0
for (const table of tableNames) if (!ownerOf.has(table)) problems.push(`nobody-owns: ${table}`)
for (const table of ownerOf.keys()) if (!tableNames.has(table)) problems.push(`no-such-table: ${table}`)
for (const file of files) if (BOUND.test(file)) look(file)
for (const [read, isSeen] of declared) if (!isSeen) problems.push(`nobody-reads: ${read}`)

for (const problem of problems) console.log(problem)
console.log(`${tableNames.size} tables, ${mentions} mentions, ${problems.length} problems`)
process.exitCode = problems.length === 0 && mentions > 0 ? 0 : 1

/**
 * Tables created by migrations and not dropped later.
 * @param {string[]} migrations
 */
function tablesOf(migrations) {
  const texts = migrations.map((file) => readFileSync(file, 'utf8'))
  /** @param {RegExp} pattern */
  const all = (pattern) => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  const dropped = all(/dropTable(?:IfExists)?\('([a-z_]+)'/g)
  return new Set(all(/createTable\(\w+, '([a-z_]+)'/g).filter((name) => !dropped.includes(name)))
}

/**
 * Reads the declared tables and readers of one part of the server.
 * @param {string} file
 */
function readDeclarations(file) {
  const owner = partOf(file)
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isObjectLiteralExpression(node)) {
      const name = propertyOf(node, 'name')
      if (name && ts.isStringLiteral(name)) {
        if (ownerOf.has(name.text)) problems.push(`two-owners: ${name.text}`)
        ownerOf.set(name.text, owner)
        const readBy = propertyOf(node, 'readBy')
        if (readBy && ts.isObjectLiteralExpression(readBy)) {
          for (const { name: who } of readBy.properties) {
            if (who && ts.isStringLiteral(who)) declared.set(`${who.text} ${name.text}`, false)
          }
        }
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
}

/** @param {ts.ObjectLiteralExpression} object @param {string} name */
function propertyOf({ properties }, name) {
  const assignment = properties.find(
    (property) => ts.isPropertyAssignment(property) && property.name.getText() === name,
  )
  return assignment && ts.isPropertyAssignment(assignment) ? assignment.initializer : undefined
}

/** @param {string} file */
function look(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isText(node)) for (const mention of mentionsIn(node)) judge(file, mention, lineOf(source, node))
    ts.forEachChild(node, visit)
  }
  visit(source)
}

/**
 * The part of the server that a file belongs to, such as `platform/jobs` or `domains/posts`.
 * @param {string} file
 */
function partOf(file) {
  return file
    .slice(SOURCES.length + 1)
    .replace(/^domains\/\w+\//, 'domains/')
    .split('/')
    .slice(0, 2)
    .join('/')
}

/** @param {ts.Node} node @returns {node is ts.StringLiteralLike | ts.TemplateExpression} */
function isText(node) {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false
  const { parent } = node
  // A type such as Pick<Platform, 'jobs'> names a part of the platform.
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return false
  // A widget's part of an article may have a table's name.
  const isCompared =
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken
  return !isCompared && !(ts.isPropertyAssignment(parent) && parent.name.getText() === 'part')
}

/**
 * The tables that a string names, in a query or in SQL. A use that can't be determined counts as a write.
 * @param {ts.StringLiteralLike | ts.TemplateExpression} node
 */
function mentionsIn(node) {
  const text = ts.isTemplateExpression(node) ? node.getText() : node.text
  const [, table = ''] = /^([a-z_]+)(?: as \w+)?$/.exec(text) ?? []
  if (tableNames.has(table)) return [{ table, changes: changes(node) }]
  return [...text.matchAll(IN_SQL)]
    .filter(([, , name = '']) => tableNames.has(name))
    .map(([, verb = '', name = '']) => ({ table: name, changes: !/^(from|join)$/i.test(verb) }))
}

/** @param {ts.Node} node */
function changes(node) {
  if (ts.isCallExpression(node.parent) && node.parent.expression.getText() === 'insertion') return true
  let isQuery = false
  for (let at = node; ; at = at.parent) {
    const { parent } = at
    if (ts.isCallExpression(parent)) isQuery = true
    else if (ts.isPropertyAccessExpression(parent)) {
      if (CHANGING.has(parent.name.text)) return true
    } else if (!ts.isNonNullExpression(parent) && !ts.isParenthesizedExpression(parent)) {
      return !isQuery || ts.isArrowFunction(parent)
    }
  }
}

/** @param {string} file @param {{ table: string, changes: boolean }} mention @param {number} line */
function judge(file, { table, changes: isChange }, line) {
  mentions += 1
  const owner = ownerOf.get(table)
  const who = partOf(file)
  if (owner === undefined || owner === who) return
  const read = `${who} ${table}`
  if (declared.has(read) && !isChange) declared.set(read, true)
  else problems.push(`${isChange ? 'changes' : 'reads'}-others-table: ${file}:${line} → ${table} of ${owner}`)
}

/** @param {ts.SourceFile} source @param {ts.Node} node */
function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart()).line + 1
}
