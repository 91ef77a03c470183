/**
 * Size budgets of the scripts named in pages and of the editor, in bytes after Brotli at its highest level, and code
 * that must not be in any. `received-sizes.mjs` measures what a reader receives in total. `node scripts/checks/size.mjs
 * [folder]` checks another copy. What isn't built isn't measured.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

/** @typedef {import('../build/manifest.mjs').BuiltChunk} BuiltChunk */

const EMBED = 'packages/embed/dist/browser-manifest.json'
const LOADER = 'embed.js'
const BUDGET = 2200
/** Editor.js and its tools in the built forum. A page with the editor has loaded everything else already. */
const EDITOR_FOLDER = 'hosted-app/dist/assets'
const EDITOR_BUDGET = 130_000
const EVERYWHERE = /^(?:app|index|shared|vendor)-/
const NEVER = ['zod', 'react-dom', 'react']

/** @type {string[]} */
const problems = []
/**
 * Files with all their static imports.
 * @param {string[]} files
 * @param {(file: string) => string[]} importsOf
 */
function closure(files, importsOf) {
  const found = new Set(files)
  for (const file of found) for (const next of importsOf(file)) found.add(next)
  return [...found]
}

function checkEmbed() {
  /** @type {Record<string, BuiltChunk>} */
  const chunks = JSON.parse(readFileSync(EMBED, 'utf8'))
  const importsOf = (/** @type {string} */ file) => chunks[file]?.imports ?? []
  const bytes = closure([LOADER], importsOf).reduce((sum, file) => sum + (chunks[file]?.bytes ?? 0), 0)
  console.log(`loader: ${bytes} of ${BUDGET} bytes`)
  if (bytes > BUDGET) problems.push(`loader is ${bytes - BUDGET} bytes over its budget`)
  for (const [file, { packages, imports, dynamicImports }] of Object.entries(chunks)) {
    // A page may load the loader with a query; then this import would load it twice.
    if (imports.includes(LOADER)) problems.push(`${file} imports the loader`)
    const outside = [...imports, ...dynamicImports].filter((name) => !chunks[name])
    for (const name of outside) problems.push(`${file} imports ${name}, which no browser finds`)
    for (const name of packages.filter((one) => NEVER.includes(one))) problems.push(`${name} is in ${file}`)
  }
}

function checkEditor() {
  const read = (/** @type {string} */ file) => readFileSync(`${EDITOR_FOLDER}/${file}`, 'utf8')
  const importsOf = (/** @type {string} */ file) =>
    [...read(file).matchAll(/\b(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)]
      .map(([, name = '']) => name)
      .filter((name) => !EVERYWHERE.test(name))
  const entry = readdirSync(EDITOR_FOLDER).find((file) => /^start-editor-[\w-]+\.js$/.test(file))
  if (!entry) return
  const bytes = closure([entry], importsOf).reduce((sum, file) => sum + brotliCompressSync(read(file)).length, 0)
  console.log(`editor: ${bytes} of ${EDITOR_BUDGET} bytes`)
  if (bytes > EDITOR_BUDGET) problems.push(`editor is ${bytes - EDITOR_BUDGET} bytes over its budget`)
}

if (process.argv[2]) process.chdir(process.argv[2])
if (existsSync(EMBED)) checkEmbed()
if (existsSync(EDITOR_FOLDER)) checkEditor()
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1
