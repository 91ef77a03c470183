/**
 * Builds outdated targets: `--runtime` only those a running server needs, `--only server` one target, otherwise also
 * the npm packages. Fingerprints of the sources are stored in `.cache/build`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { filesUnder, fingerprint } from './build/fingerprint.mjs'
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
  return buildStamp.from === from && buildStamp.files.every(existsSync) ? null : { target, stamp, from }
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
const results = await Promise.allSettled(jobs.map(build))
for (const result of results) if (result.status === 'rejected') console.error(result.reason.message)
process.exitCode = results.every(({ status }) => status === 'fulfilled') ? 0 : 1
