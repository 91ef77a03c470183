/**
 * Size ceilings of the embed's loader and of the editor, in bytes after Brotli at its highest level, and code
 * that must not be in any. `received-sizes.mjs` measures what a reader receives in total. `node scripts/checks/size.mjs
 * [folder]` checks another copy. What isn't built isn't measured.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { judgeSize } from './judge-size.mjs'

/** @typedef {import('../build/manifest.mjs').BuiltChunk} BuiltChunk */

const EMBED = 'packages/embed/dist/browser-manifest.json'
const LOADER = 'embed.js'
const LOADER_CEILING = 2550
/** The editor in the built forum. A page with the editor has loaded everything else already. */
const EDITOR_FOLDER = 'hosted-app/dist/assets'
const EDITOR_CEILING = 130_000
const EVERYWHERE = /^(?:app|index|shared|vendor)-/
const NEVER = ['zod', 'react-dom', 'react']

let isFine = true
/** @param {string} problem */
function complain(problem) {
  isFine = false
  console.log(problem)
}

/** @param {string} name @param {{ bytes: number, ceiling: number }} size */
function judge(name, size) {
  if (!judgeSize(name, size)) isFine = false
}

/**
 * Files with all their static imports.
 * @param {string[]} files
 * @param {(file: string) => string[]} importsOf
 */
function closure(files, importsOf) {
  const reachedFiles = new Set(files)
  for (const file of reachedFiles) for (const next of importsOf(file)) reachedFiles.add(next)
  return [...reachedFiles]
}

function checkEmbed() {
  /** @type {Record<string, BuiltChunk>} */
  const chunks = JSON.parse(readFileSync(EMBED, 'utf8'))
  const importsOf = (/** @type {string} */ file) => chunks[file]?.imports ?? []
  const bytes = closure([LOADER], importsOf).reduce((sum, file) => sum + (chunks[file]?.bytes ?? 0), 0)
  judge('loader', { bytes, ceiling: LOADER_CEILING })
  for (const [file, { packages, imports, dynamicImports }] of Object.entries(chunks)) {
    // A page may load the loader with a query; then this import would load it twice.
    if (imports.includes(LOADER)) complain(`${file} imports the loader`)
    const outside = [...imports, ...dynamicImports].filter((name) => !chunks[name])
    for (const name of outside) complain(`${file} imports ${name}, which no browser finds`)
    for (const name of packages.filter((one) => NEVER.includes(one))) complain(`${name} is in ${file}`)
  }
}

function checkEditor() {
  const read = (/** @type {string} */ file) => readFileSync(`${EDITOR_FOLDER}/${file}`, 'utf8')
  const importsOf = (/** @type {string} */ file) =>
    [...read(file).matchAll(/\b(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)]
      .map(([, name = '']) => name)
      .filter((name) => !EVERYWHERE.test(name))
  const time = (/** @type {string} */ file) => statSync(`${EDITOR_FOLDER}/${file}`).mtimeMs
  // Files of the former build are there, too.
  const [entry] = readdirSync(EDITOR_FOLDER)
    .filter((file) => /^surface-[\w-]+\.js$/.test(file))
    .sort((one, other) => time(other) - time(one))
  if (!entry) return complain('The editor isn’t built.')
  const bytes = closure([entry], importsOf).reduce((sum, file) => sum + brotliCompressSync(read(file)).length, 0)
  judge('editor', { bytes, ceiling: EDITOR_CEILING })
}

if (process.argv[2]) process.chdir(process.argv[2])
if (existsSync(EMBED)) checkEmbed()
if (existsSync(EDITOR_FOLDER)) checkEditor()
process.exitCode = isFine ? 0 : 1
