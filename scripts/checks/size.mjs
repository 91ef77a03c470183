/**
 * Size budgets of what browsers load, in bytes after Brotli at its highest level, and what must not be in it.
 * `node scripts/checks/size.mjs [folder]` looks at another copy. What is not built is not measured.
 */
import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

/** @typedef {import('../build/manifest.mjs').BuiltChunk} BuiltChunk */

const EMBED = 'packages/embed/dist/browser-manifest.json'
const HOSTED = 'hosted-app/dist'
const LOADER = 'embed.js'
/** Chunks that somebody loads who sees and reads a thread and touches nothing: what shows it, what hears of news. */
const READING = ['first-view', 'hear-news']
/** The chunk that takes the shown thread over when a reader takes part, or there is news. */
const TAKE_OVER = 'thread'
/** Chunks that elements load whose page has no comments, beside the loader: none of them needs the thread's code. */
const ALONE = {
  'stoa-reactions': ['alone', 'mount-reactions', 'unrendered'],
  'stoa-poll': ['alone', 'mount-poll', 'unrendered'],
  'stoa-count': ['mount-count'],
}
/** Screens of the hosted forum whose first load is measured, by their files, with their budgets. */
const SCREENS = {
  'post/post-screen.tsx': ['a post', 80_000],
  'community/community-screen.tsx': ['a feed', 68_500],
}
const BUDGET = { loader: 2000, script: 15_000, style: 5000, takeOver: 22_000 }
/** Of script. */
const ALONE_BUDGET = { 'stoa-reactions': 27_500, 'stoa-poll': 30_000, 'stoa-count': 4000 }
const NEVER = ['zod', 'react-dom', 'react']
const NOT_FIRST = ['socket.io-client', 'engine.io-client']

/** @type {string[]} */
const problems = []
/**
 * @param {string} what
 * @param {number} bytes
 * @param {number} budget
 */
function measure(what, bytes, budget) {
  console.log(`${what}: ${bytes} of ${budget} bytes`)
  if (bytes > budget) problems.push(`${what} is ${bytes - budget} bytes over its budget`)
}

/**
 * A file and all that loads with it.
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
  const named = (/** @type {string} */ name) => Object.keys(chunks).filter((file) => chunks[file]?.name === name)
  for (const name of new Set([...READING, TAKE_OVER, ...Object.values(ALONE).flat()])) {
    if (named(name).length === 0) problems.push(`the embed has no chunk ${name}`)
  }
  const loader = closure([LOADER], importsOf)
  const reading = closure([LOADER, ...READING.flatMap(named)], importsOf)
  const later = closure(named(TAKE_OVER), importsOf).filter((file) => !reading.includes(file))
  const sum = (/** @type {string[]} */ files, /** @type {'bytes' | 'styleBytes'} */ of) =>
    files.reduce((total, file) => total + (chunks[file]?.[of] ?? 0), 0)
  const script = (/** @type {string[]} */ files) => sum(files, 'bytes') - sum(files, 'styleBytes')
  measure('loader', sum(loader, 'bytes'), BUDGET.loader)
  measure('script of a reader who touches nothing', script(reading), BUDGET.script)
  measure('style of a reader who touches nothing', sum(reading, 'styleBytes'), BUDGET.style)
  measure('script that takes over the shown thread', script(later), BUDGET.takeOver)
  for (const [tag, names] of Object.entries(ALONE)) {
    const files = closure([LOADER, ...names.flatMap(named)], importsOf)
    measure(`script of a page with only <${tag}>`, script(files), ALONE_BUDGET[/** @type {keyof typeof ALONE} */ (tag)])
    if (files.some((file) => chunks[file]?.name === TAKE_OVER)) problems.push(`<${tag}> alone loads the thread's code`)
  }
  for (const [file, { packages, imports, dynamicImports }] of Object.entries(chunks)) {
    // A page may name the loader with a query; then this would be a second copy of it.
    if (imports.includes(LOADER)) problems.push(`${file} imports the loader`)
    const outside = [...imports, ...dynamicImports].filter((name) => !chunks[name])
    for (const name of outside) problems.push(`${file} imports ${name}, which no browser finds`)
    const banned = reading.includes(file) ? [...NEVER, ...NOT_FIRST] : NEVER
    for (const name of packages.filter((one) => banned.includes(one))) problems.push(`${name} is in ${file}`)
  }
}

function checkHosted() {
  const folder = `${HOSTED}/assets`
  const textOf = (/** @type {string} */ name) => readFileSync(`${folder}/${name}`, 'utf8')
  const importsOf = (/** @type {string} */ name) =>
    [...textOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, file = '']) => file)
  const entries = [...readFileSync(`${HOSTED}/index.html`, 'utf8').matchAll(/src="\/assets\/([^"]+\.js)"/g)]
  if (entries.length === 0) problems.push('the page of the hosted forum loads no script')
  /** @type {Record<string, string[]>} */
  const screens = JSON.parse(readFileSync(`${HOSTED}/screens.json`, 'utf8'))
  for (const [screen, [name, budget]] of /** @type {[string, [string, number]][]} */ (Object.entries(SCREENS))) {
    const told = screens[screen]?.map((file) => file.replace('/assets/', ''))
    if (!told) problems.push(`the hosted forum has no screen ${screen}`)
    const files = closure([...entries.map(([, file = '']) => file), ...(told ?? [])], importsOf)
    const bytes = files.reduce((total, file) => total + brotliCompressSync(textOf(file)).length, 0)
    measure(`script of ${name} in the hosted forum, in ${files.length} files`, bytes, budget)
  }
}

if (process.argv[2]) process.chdir(process.argv[2])
if (existsSync(EMBED)) checkEmbed()
if (existsSync(`${HOSTED}/index.html`)) checkHosted()
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1
