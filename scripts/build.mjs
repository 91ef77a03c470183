/**
 * Builds what is not up to date: `--runtime` only what a running server needs, `--only server` that one target,
 * otherwise also the packages for npm.
 * What a target was built from is remembered in `.cache/build`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { filesUnder, fingerprint } from './build/fingerprint.mjs'

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} entry Without this file there is nothing to build yet.
 * @property {string[]} from Files and folders whose content decides whether it is up to date.
 * @property {() => string[]} into Files and folders that are removed before building and must be there after.
 * @property {string[][]} steps Programs below node_modules or here, with arguments, one after the other.
 * @property {boolean} [runtime] Whether a running server needs it.
 */

const STAMPS = '.cache/build'
const SHARED = ['package-lock.json', 'tsconfig.base.json', 'scripts/build', 'scripts/build.mjs']
const PACKAGES = readdirSync('packages').map((name) => `packages/${name}`)
const ROLLUP = ['rollup.config.mjs', 'scripts/preact-alias.mjs', 'packages']
const VITE = ['node_modules/vite/bin/vite.js', 'build', 'hosted-app', '--logLevel', 'error']

/** @type {Target[]} */
const targets = [
  {
    name: 'server',
    entry: 'server/src/main.ts',
    from: ['server', 'packages/contract'],
    into: () => ['server/dist'],
    steps: [['scripts/build/server.mjs']],
    runtime: true,
  },
  {
    name: 'embed',
    entry: 'packages/embed/src/embed.ts',
    from: ROLLUP,
    into: () => ['browser', 'browser-manifest.json', 'server'].map((name) => `packages/embed/dist/${name}`),
    steps: [
      ['node_modules/rollup/dist/bin/rollup', '-c', '--silent', '--configOnly', 'embed'],
      ['scripts/build/compress.mjs', 'packages/embed/dist/browser'],
      ['scripts/build/embed-server.mjs'],
    ],
    runtime: true,
  },
  {
    name: 'hosted-app',
    entry: 'hosted-app/src/entry-server.tsx',
    from: ['hosted-app', 'scripts/preact-alias.mjs', 'packages'],
    into: () => ['hosted-app/dist', 'hosted-app/dist-ssr'],
    steps: [
      VITE,
      [...VITE, '--ssr', 'src/entry-server.tsx', '--outDir', 'dist-ssr'],
      ['scripts/build/compress.mjs', 'hosted-app/dist'],
    ],
    runtime: true,
  },
  {
    name: 'packages',
    entry: 'packages/contract/src/index.ts',
    from: ROLLUP,
    into: () => PACKAGES.flatMap(libraryFiles),
    steps: [
      ['node_modules/rollup/dist/bin/rollup', '-c', '--silent', '--configOnly', 'packages'],
      ['scripts/build/types.mjs'],
    ],
  },
]

/**
 * The built modules of a package; what it builds for browsers is a target of its own.
 * @param {string} folder
 */
function libraryFiles(folder) {
  const dist = `${folder}/dist`
  const names = existsSync(dist) ? readdirSync(dist) : []
  return names.filter((name) => !name.startsWith('browser')).map((name) => `${dist}/${name}`)
}

/**
 * @param {Target} target
 * @param {string[]} step
 */
function run({ name }, step) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, step, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve(null) : reject(new Error(`building ${name} failed`))))
  })
}

/** @param {Target} target Null when it is up to date. */
function job(target) {
  const stamp = `${STAMPS}/${target.name}.json`
  const from = fingerprint([...SHARED, ...target.from])
  const known = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : { from: '', files: [] }
  return known.from === from && known.files.every(existsSync) ? null : { target, stamp, from }
}

/** @param {NonNullable<ReturnType<typeof job>>} job */
async function build({ target, stamp, from }) {
  const start = Date.now()
  rmSync(stamp, { force: true })
  for (const path of target.into()) rmSync(path, { recursive: true, force: true })
  for (const step of target.steps) await run(target, step)
  writeFileSync(stamp, JSON.stringify({ from, files: target.into().flatMap((path) => listed(path)) }))
  say(`built ${target.name} in ${((Date.now() - start) / 1000).toFixed(1)} s`)
}

/** @param {string} path */
function listed(path) {
  if (!existsSync(path)) throw new Error(`${path} was not built`)
  return filesUnder([path])
}

/** On standard error: what a command that was built first prints is its own. @param {string} line */
function say(line) {
  console.error(line)
}

const { values } = parseArgs({ options: { runtime: { type: 'boolean' }, only: { type: 'string' } } })
mkdirSync(STAMPS, { recursive: true })
const wanted = targets.filter(({ name, runtime }) => (values.only ? name === values.only : runtime || !values.runtime))
const jobs = wanted.filter(({ entry }) => existsSync(entry)).flatMap((target) => job(target) ?? [])
if (jobs.length > 0)
  say(`building ${jobs.map(({ target }) => target.name).join(', ')} (needed once, and after changes)`)
const results = await Promise.allSettled(jobs.map(build))
for (const result of results) if (result.status === 'rejected') console.error(result.reason.message)
process.exitCode = results.every(({ status }) => status === 'fulfilled') ? 0 : 1
