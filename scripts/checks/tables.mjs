/**
 * Checks that the parts of the server leave each other's tables alone: each names its own, and of others' only what is
 * declared here, for reading. `node scripts/checks/tables.mjs [folder]` looks at another copy of the repository.
 */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { filesUnder } from '../build/fingerprint.mjs'

/** Whose each table is: a folder of `server/src`. @type {Record<string, string[]>} */
const OWN = {
  'domains/accounts': ['users', 'former_names', 'community_visits'],
  'domains/app-check': ['used_challenges'],
  'domains/articles': ['articles', 'article_aliases', 'article_origins', 'article_claims', 'article_merges'],
  'domains/comments': ['comments', 'comment_revisions', 'comment_moves'],
  'domains/communities': ['communities', 'flairs'],
  'domains/memberships': ['memberships', 'community_roles', 'bans'],
  'domains/moderation': ['mod_activities', 'content_hides', 'hidden_contents'],
  'domains/merges': ['account_merges', 'account_merge_choices'],
  'domains/polls': ['polls', 'poll_options', 'poll_votes'],
  'domains/posts': ['posts', 'post_slugs', 'post_revisions', 'post_views'],
  'domains/reactions': ['reactions', 'reaction_moves'],
  'domains/email-sign-in': ['email_proofs', 'mail_allowances'],
  'domains/identities': ['identities', 'used_proofs', 'publisher_keys'],
  'domains/follows': ['follows'],
  'domains/mail': ['mails'],
  'domains/notifications': [
    'notifications',
    'notification_causes',
    'notification_work',
    'notification_mails',
    'notification_looks',
  ],
  'domains/second-factor': ['totp_secrets', 'recovery_codes', 'passkeys'],
  'domains/sessions': ['sessions', 'embed_codes', 'sign_in_failures', 'known_devices'],
  events: ['outbox'],
  http: ['idempotency_keys'],
  'personal-data': ['account_exports', 'account_deletions'],
}

/** Who else reads it, and why not through its owner. @type {{ who: string, reads: string, because: string }[]} */
const READS = [
  {
    who: 'domains/posts',
    reads: 'hidden_contents',
    because: 'of a post that is hidden it tells whether anybody had seen it: a deletion erases what nobody has',
  },
  {
    who: 'domains/memberships',
    reads: 'communities',
    because: 'every signed-in request wants to know how its person stands everywhere by token name, in one query',
  },
  {
    who: 'domains/follows',
    reads: 'users',
    because:
      'of two accounts of one person that follow somebody one counts, and followers may be too many to be looked up',
  },
]

const SOURCES = 'server/src'
/** Where queries are written; `db/` makes and recounts all tables. */
const BOUND = /^server\/src\/(?:domains|events)\//
const CHANGING = new Set(['insert', 'update', 'del', 'delete', 'truncate', 'increment', 'decrement', 'onConflict'])
const IN_SQL = /\b(insert\s+(?:ignore\s+)?into|update|delete\s+from|replace\s+into|from|join)\s+`?([a-z_]+)/gi

const root = process.argv[2]
if (root) process.chdir(root)
const files = filesUnder([SOURCES]).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const made = tablesOf(files.filter((file) => file.includes('/db/migrations/')))
const ownerOf = new Map(Object.entries(OWN).flatMap(([who, tables]) => tables.map((table) => [table, who])))
const declared = new Map(READS.map(({ who, reads }) => [`${who} ${reads}`, false]))

/** @type {string[]} */
const problems = []
let mentions = 0
for (const table of made) if (!ownerOf.has(table)) problems.push(`nobody-owns: ${table}`)
for (const table of ownerOf.keys()) if (!made.has(table)) problems.push(`no-such-table: ${table}`)
for (const file of files) if (BOUND.test(file)) look(file)
for (const [read, isSeen] of declared) if (!isSeen) problems.push(`nobody-reads: ${read}`)

for (const problem of problems) console.log(problem)
console.log(`${made.size} tables, ${mentions} mentions, ${problems.length} problems`)
process.exitCode = problems.length === 0 && mentions > 0 ? 0 : 1

/** Those that migrations make, and no migration drops. @param {string[]} migrations */
function tablesOf(migrations) {
  const texts = migrations.map((file) => readFileSync(file, 'utf8'))
  /** @param {RegExp} named */
  const all = (named) => texts.flatMap((text) => [...text.matchAll(named)].map(([, name = '']) => name))
  const dropped = all(/dropTable\('([a-z_]+)'/g)
  return new Set(all(/createTable\(\w+, '([a-z_]+)'/g).filter((name) => !dropped.includes(name)))
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

/** @param {ts.Node} node @returns {node is ts.StringLiteralLike | ts.TemplateExpression} */
function isText(node) {
  const isImported =
    ts.isStringLiteral(node) && (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent))
  return (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && !isImported
}

/**
 * The tables that a text names, as one of a query's or in SQL. Whose outcome is not in sight counts as changing.
 * @param {ts.StringLiteralLike | ts.TemplateExpression} node
 */
function mentionsIn(node) {
  const text = ts.isTemplateExpression(node) ? node.getText() : node.text
  const [, table = ''] = /^([a-z_]+)(?: as \w+)?$/.exec(text) ?? []
  if (made.has(table)) return [{ table, changes: changes(node) }]
  return [...text.matchAll(IN_SQL)]
    .filter(([, , name = '']) => made.has(name))
    .map(([, verb = '', name = '']) => ({ table: name, changes: !/^(from|join)$/i.test(verb) }))
}

/** @param {ts.Node} node */
function changes(node) {
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
  const path = file.slice(SOURCES.length + 1)
  if (owner === undefined || path.startsWith(`${owner}/`)) return
  const who = path
    .split('/')
    .slice(0, path.startsWith('domains/') ? 2 : 1)
    .join('/')
  const read = `${who} ${table}`
  if (declared.has(read) && !isChange) declared.set(read, true)
  else problems.push(`${isChange ? 'changes' : 'reads'}-others-table: ${file}:${line} → ${table} of ${owner}`)
}

/** @param {ts.SourceFile} source @param {ts.Node} node */
function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart()).line + 1
}
