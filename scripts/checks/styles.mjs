/**
 * Checks the style sheets: colors only in the tokens, only our classes and custom properties, only logical properties,
 * every rule in one of our layers, at most 600 lines. Sheets that packages export by name must begin with the order of
 * all layers, so that the loading order doesn't matter. `node scripts/checks/styles.mjs [folder]` checks another copy.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesUnder } from '../build/fingerprint.mjs'

const TOKENS = 'packages/ui/src/tokens.css'
/** Sheets that style a library through its classes. */
const LIBRARY = /^packages\/editor\/src\/view\/editor\.css$/
const LIBRARY_CLASS = /^\.(?:ProseMirror-|selectedCell$)/
const LINES_MAX = 600
const COLOR =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?!from currentcolor)|(?<![\w-])(?:white|black|gr[ae]y|silver|red|green|blue|yellow|orange|purple|pink|brown|navy|teal|cyan|magenta|gold)(?![\w-])/i
const PHYSICAL =
  /^(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)(?:-.+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right|top|bottom|(?:min-|max-)?(?:width|height))$/
const PHYSICAL_VALUE = /^(?:left|right)$/
/** `:has()` of any element. It cost 5 ms per inserted text on the page of the composer, with a class 0.2 ms. */
const ANY_HAS = /(?:^|[>+~]|[^,\s]\s)\s*(?::not\()?:has\(/
const SIDES = /^(?:margin|padding|inset|border-(?:width|style|color)|scroll-margin|scroll-padding)$/

/**
 * @param {string} property
 * @param {string} value
 */
function problemOf(property, value) {
  if (property.startsWith('--') && !property.startsWith('--stoa-')) return `${property} is not named --stoa-…`
  if (PHYSICAL.test(property)) return `${property} is physical`
  if (/^(?:float|clear|text-align)$/.test(property) && PHYSICAL_VALUE.test(value))
    return `${property}: ${value} is physical`
  const sides = value.match(/(?:[^\s(]|\([^)]*\))+/g) ?? []
  if (SIDES.test(property) && sides.length === 4 && sides[1] !== sides[3]) return `${property} differs left and right`
  return ''
}

/**
 * @param {string} file
 * @returns {string[]}
 */
function check(file) {
  const blank = (/** @type {string} */ text) => text.replaceAll(/[^\n]/g, ' ')
  const source = readFileSync(file, 'utf8')
  const css = source.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/"[^"\n]*"|url\([^)]*\)/g, blank)
  /** @type {string[]} */
  const problems = []
  const report = (/** @type {number} */ at, /** @type {string} */ problem) =>
    problems.push(`${file}:${css.slice(0, at).split('\n').length}: ${problem}`)

  for (const { 1: property = '', 2: value = '', index } of css.matchAll(
    /(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+?)\s*(?=[;}])/g,
  )) {
    const problem = problemOf(property, value)
    if (problem) report(index, problem)
    // A token may have a fallback: in older browsers `::backdrop` inherits none.
    const ownColor = COLOR.exec(value.replaceAll(/var\(--stoa-[\w-]+,[^;]*\)/g, ''))
    if (ownColor && file !== TOKENS) report(index, `${ownColor[0]} is a color beside the tokens`)
  }
  for (const { 1: selector = '', index } of css.matchAll(/([^{};]+)\{/g)) {
    if (selector.trim().startsWith('@')) continue
    for (const [name] of selector.matchAll(/[.#][a-z][\w-]*/gi)) {
      if (LIBRARY.test(file) && LIBRARY_CLASS.test(name)) continue
      if (!name.startsWith('.stoa-')) report(index, `${name} is not named .stoa-…`)
    }
    if (ANY_HAS.test(selector.trim()))
      report(index, ':has() without a class before it makes the browser style the page again after each insertion')
  }
  for (const { index } of css.matchAll(/(?<!-webkit-match-parent;\s*)text-align: match-parent/g)) {
    report(index, 'text-align: match-parent stands without -webkit-match-parent, the only one that some browsers know')
  }
  if (entries.has(file) && !/^@import "\.\/(?:tokens|styles)\.css"/.test(source) && orderOf(css) !== ORDER)
    report(0, 'the order of all layers is not its first rule')
  const lines = css.trimEnd().split('\n').length
  if (lines > LINES_MAX) report(0, `${lines} lines are too many for one sheet`)
  const outside = css.replaceAll(/@(?:import|layer)[^{;]*;/g, '').trim()
  if (outside && !/^@layer stoa\.[\w.-]+\s*\{[\s\S]*\}$/.test(outside)) report(0, 'rules stand outside a layer of ours')
  return problems
}

/**
 * The layer order that a sheet begins with.
 * @param {string} css
 */
function orderOf(css) {
  return (/^\s*@layer\s+([^;{]+);/.exec(css)?.[1] ?? '').replaceAll(/\s+/g, ' ')
}

const root = process.argv[2]
if (root) process.chdir(root)
const ORDER = orderOf(readFileSync(TOKENS, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''))
/** Sheets that may be loaded first: the forum's, and those that packages export by name. */
const entries = new Set([
  'hosted-app/src/styles.css',
  ...filesUnder(['packages'])
    .filter((file) => /^packages\/[\w-]+\/package\.json$/.test(file))
    .flatMap((file) => {
      const { exports = {} } = JSON.parse(readFileSync(file, 'utf8'))
      return Object.entries(exports)
        .filter(([name]) => name.endsWith('.css') && !name.includes('*'))
        .map(([, { source }]) => join(dirname(file), source))
    }),
])
const files = filesUnder(['packages', 'hosted-app']).filter((file) => /\/src\/.*\.css$/.test(file))
const problems = files.flatMap(check)
for (const problem of problems) console.log(problem)
console.log(`${files.length} style sheets, ${problems.length} problems`)
process.exitCode = problems.length === 0 && files.length > 0 ? 0 : 1
