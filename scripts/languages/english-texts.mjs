import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * An English text with its place.
 * @typedef {object} EnglishText
 * @property {string} text ICU message.
 * @property {string[]} files Sources that declare it.
 */

const CONSTANT = /(?:^m|M)essages$|Texts$/
const ERRORS = 'packages/contract/src/errors.ts'

/** Sources with texts, without tests. */
function sources() {
  const packages = readdirSync('packages').map((name) => `packages/${name}/src`)
  return ['hosted-app/src', 'server/src', ...packages].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.(?:test|stories|samples))\.tsx?$/.test(file) && !/(?:^|\/)testing\//.test(file))
      .map((file) => join(folder, file)),
  )
}

/** @param {string} file */
function parse(file) {
  const source = readFileSync(file, 'utf8')
  return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
}

/** @param {ts.Expression} node @returns {ts.Expression} */
const bare = (node) => (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? bare(node.expression) : node)

/** @param {ts.ObjectLiteralExpression} object @returns {[string, ts.Expression][]} */
const entriesOf = ({ properties }) =>
  properties.flatMap((one) =>
    ts.isPropertyAssignment(one) && (ts.isStringLiteral(one.name) || ts.isIdentifier(one.name))
      ? [/** @type {[string, ts.Expression]} */ ([one.name.text, bare(one.initializer)])]
      : [],
  )

/**
 * Calls `found` for each object that a constant of a name holds.
 * @param {ts.Node} node
 * @param {(name: string, object: ts.ObjectLiteralExpression) => void} found
 */
function eachObject(node, found) {
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
    const value = bare(node.initializer)
    if (ts.isObjectLiteralExpression(value)) found(node.name.text, value)
  }
  ts.forEachChild(node, (child) => eachObject(child, found))
}

/**
 * All English texts: those of constants that are named `messages`, `…Messages` or `…Texts`, and the contract's errors as
 * `server.{code}`. Keys have a dot. A key with two texts is a problem.
 */
export function englishTexts() {
  /** @type {Map<string, EnglishText>} */
  const texts = new Map()
  /** @type {string[]} */
  const problems = []
  /** @param {string} key @param {string} text @param {string} file */
  function add(key, text, file) {
    const known = texts.get(key)
    if (known && known.text !== text) problems.push(`${key} has another text in ${file}`)
    if (known) known.files.push(file)
    else texts.set(key, { text, files: [file] })
  }
  for (const file of sources()) {
    if (!/(?:essages|Texts) = \{/.test(readFileSync(file, 'utf8'))) continue
    eachObject(parse(file), (name, object) => {
      if (!CONSTANT.test(name)) return
      for (const [key, value] of entriesOf(object))
        if (ts.isStringLiteralLike(value) && /\w\.\w/.test(key)) add(key, value.text, file)
    })
  }
  eachObject(parse(ERRORS), (name, object) => {
    if (name !== 'errors') return
    for (const [code, value] of entriesOf(object)) {
      const message = ts.isObjectLiteralExpression(value) && entriesOf(value).find(([field]) => field === 'message')
      if (message && ts.isStringLiteralLike(message[1])) add(`server.${code}`, message[1].text, ERRORS)
    }
  })
  return { texts, problems }
}
