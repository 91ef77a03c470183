/**
 * Builds outdated targets: `--runtime` only those a running server needs, `--only server` one target, otherwise also
 * the npm packages. Fingerprints of the sources are stored in `.cache/build`. Each target is built beside its present
 * output, which stays until all of it is there.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { filesUnder, fingerprint } from './build/fingerprint.mjs'
import { removeUnfinished, switchIn } from './build/switch-in.mjs'
import { targets } from './build/targets.mjs'

/** @typedef {import('./build/targets.mjs').Target} Target */

const STAMPS = '.cache/build'
const SHARED = ['package-lock.json', 'tsconfig.base.json', 'scripts/build', 'scripts/build.mjs']

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

/**
 * Returns null if it is up to date.
 * @param {Target} target
 */
function job(target) {
  const stamp = `${STAMPS}/${target.name}.json`
  const from = fingerprint([...SHARED, ...target.from])
  const buildStamp = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : { from: '', files: [] }
  return buildStamp.from === from && buildStamp.files.every(existsSync)
    ? null
    : { target, stamp, from, former: buildStamp.files }
}

/** @param {NonNullable<ReturnType<typeof job>>} job */
async function build({ target, stamp, from, former }) {
  const start = Date.now()
  const { folders, runtime } = target
  const suffix = `.${target.name}.${process.pid}`
  const next = (/** @type {string} */ path) => path.replace(/(?<=^|\/)dist(?:-ssr)?(?=\/|$)/, `$&${suffix}`)
  removeUnfinished(folders, suffix)
  try {
    for (const step of target.steps(next)) await run(target, step)
    for (const folder of folders) if (!existsSync(next(folder))) throw new Error(`${folder} was not built`)
    const present = filesUnder(target.into())
    // Without a stamp nobody knows what the former build was.
    const kept = new Set(runtime ? (existsSync(stamp) ? former : present) : [])
    rmSync(stamp, { force: true })
    const files = switchIn({ folders, next, present, kept })
    writeFileSync(stamp, JSON.stringify({ from, files }))
  } finally {
    removeUnfinished(folders, suffix)
  }
  say(`built ${target.name} in ${((Date.now() - start) / 1000).toFixed(1)} s`)
}

/**
 * Logs to standard error, because standard output belongs to the command that runs after the build.
 * @param {string} line
 */
function say(line) {
  console.error(line)
}

const { values } = parseArgs({ options: { runtime: { type: 'boolean' }, only: { type: 'string' } } })
mkdirSync(STAMPS, { recursive: true })
const chosenTargets = targets.filter(({ name, runtime }) =>
  values.only ? name === values.only : runtime || !values.runtime,
)
const jobs = chosenTargets.filter(({ entry }) => existsSync(entry)).flatMap((target) => job(target) ?? [])
if (jobs.length > 0)
  say(`building ${jobs.map(({ target }) => target.name).join(', ')} (needed once, and after changes)`)
const canBuild = existsSync('node_modules/esbuild')
if (jobs.length > 0 && !canBuild) say('The build tools are not installed. Install them with: npm ci')
const results = await Promise.allSettled(canBuild ? jobs.map(build) : [])
for (const result of results) if (result.status === 'rejected') console.error(result.reason.message)
process.exitCode = results.length === jobs.length && results.every(({ status }) => status === 'fulfilled') ? 0 : 1
