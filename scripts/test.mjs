/**
 * `npm test`: all checks and tests. `npm test -- --only lint,unit` runs some stages. Continues after a failure, and
 * ends with a summary of failed, skipped and flaky tests.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './find-chromium.mjs'
import { findProgram } from './services/find-program.mjs'
import { scratchFolder } from './services/scratch.mjs'
import { startServices } from './services.mjs'
import { countTests } from './testing/count.mjs'
import { forgetOpenTests, openTests } from './testing/open-tests.mjs'
import { combineRuns, filesToRunAgain } from './testing/rerun.mjs'
import { stages } from './testing/stages.mjs'

/** @typedef {import('./testing/stages.mjs').Stage} Stage */

const REPORTS = resolve('.cache/test')
const STAGE_LIMIT_MS = 20 * 60_000
const SHOWN_LINES = 150
const OPEN_TESTS = `${REPORTS}/open-tests`
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
/** @type {Promise<Awaited<ReturnType<typeof startServices>>> | undefined} */
let services

/**
 * The environment of a stage, after starting what it needs.
 * @param {Stage} stage
 * @param {string} report
 */
async function environment({ needs }, report) {
  const colorless = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
  const env = { ...colorless, PLAYWRIGHT_JSON_OUTPUT_FILE: report, STOA_OPEN_TESTS: OPEN_TESTS }
  if (!needs) return env
  if (needs === 'chromium') return { ...env, STOA_CHROMIUM: findChromium() }
  // The server converts videos with it.
  findProgram({ names: ['ffmpeg'], debian: 'ffmpeg' })
  services ??= startServices()
  const { databaseUrl, redisUrl } = await services
  const withRedis = { ...env, TMPDIR: scratchFolder(), STOA_TEST_REDIS_URL: redisUrl }
  return needs === 'mariadb' ? { ...withRedis, STOA_TEST_DATABASE_URL: databaseUrl } : withRedis
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(args, env) {
  return new Promise((settle) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    running.add(child)
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    const limit = setTimeout(() => {
      const open = openTests(OPEN_TESTS).map((name) => `, during ${name}`)
      chunks.push(Buffer.from(`\nstopped after ${STAGE_LIMIT_MS / 60_000} minutes${open.join('')}\n`))
      stop(child)
    }, STAGE_LIMIT_MS)
    child.once('close', (code) => {
      clearTimeout(limit)
      running.delete(child)
      settle({ code: code ?? 1, output: Buffer.concat(chunks).toString() })
    })
  })
}

/** @param {import('node:child_process').ChildProcess} child Killed with all processes that it started. */
function stop(child) {
  if (child.pid) process.kill(-child.pid, 'SIGKILL')
}

/**
 * Runs a stage's programs, or its last one with only some test files, and counts the results.
 * @param {Stage} stage
 * @param {string[]} [files]
 */
async function attempt(stage, files = []) {
  const again = files.length > 0
  const file = `${REPORTS}/${stage.name}${again ? '-again' : ''}.json`
  rmSync(file, { force: true })
  forgetOpenTests(OPEN_TESTS)
  const steps = again ? stage.steps.slice(-1).map((step) => [...step, ...(stage.again ?? []), ...files]) : stage.steps
  let code = 0
  let output = ''
  let complaint = ''
  try {
    const env = await environment(stage, file)
    for (const step of steps) {
      const result = await run(
        step.map((arg) => arg.replace('REPORT', file)),
        env,
      )
      code ||= result.code
      output += result.output
      if (result.code !== 0) complaint += result.output
    }
  } catch (error) {
    code = 1
    output = error instanceof Error ? error.message : String(error)
    complaint = output
  }
  return { output, complaint, ...countTests({ report: stage.report, file, code, output }) }
}

/**
 * Runs a stage, then its failed tests once more, and prints the result. Failures come first, because logs are cut at
 * their end.
 * @param {Stage} stage
 */
async function runStage(stage) {
  const start = Date.now()
  const first = await attempt(stage)
  const files = filesToRunAgain(first)
  const count = files.length > 0 ? combineRuns(first, await attempt(stage, files)) : { ...first, flaky: [] }
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  const tests = stage.report ? `  ${count.passed} passed${count.failed > 0 ? `, ${count.failed} failed` : ''}` : ''
  const named = (/** @type {string} */ text) => `${stage.name}: ${text}`
  const reasons = count.failures.length > 0 ? count.failures.map(({ text }) => text) : ['see above']
  const result = {
    passed: count.passed,
    failed: count.failed,
    skipped: count.skipped.map(named),
    failures: count.failed > 0 ? reasons.map(named) : [],
    flaky: count.flaky.map(({ text }) => named(text)),
  }
  const log = `${REPORTS}/${stage.name}.log`
  writeFileSync(log, first.output)
  const lines = first.complaint.trimEnd().split('\n')
  const tail = [`the last of ${lines.length} lines; all are in ${relative('', log)}:`, ...lines.slice(-SHOWN_LINES)]
  const said = [...failedAndFlaky(result), ...(count.failed > count.failures.length ? tail : [])]
  console.log(`${count.failed === 0 ? 'ok  ' : 'FAIL'} ${stage.name.padEnd(16)}${seconds.padStart(7)} s${tests}`)
  if (said.length > 0) console.log(said.join('\n').replaceAll(/^/gm, '     '))
  return result
}

/** @param {{ failures: string[], flaky: string[] }} of */
const failedAndFlaky = ({ failures, flaky }) => [
  ...flaky.map((name) => `flaky: ${name}`),
  ...failures.map((name) => `failed: ${name}`),
]

/**
 * Runs stages in order; consecutive light ones run two at a time.
 * @param {Stage[]} wanted
 */
async function runAll(wanted) {
  /** @type {Awaited<ReturnType<typeof runStage>>[]} */
  const counts = []
  const queue = [...wanted]
  const worker = async () => {
    for (let stage = queue.shift(); stage; stage = queue.shift()) counts.push(await runStage(stage))
  }
  while (queue.length > 0) {
    const heavy = queue.findIndex(({ light }) => !light)
    const group = queue.splice(0, heavy === -1 ? queue.length : Math.max(heavy, 1))
    const rest = queue.splice(0)
    queue.push(...group)
    await Promise.all([worker(), worker()])
    queue.push(...rest)
  }
  return counts
}

/** The options; null, after printing an error, if they are invalid. */
function options() {
  try {
    return parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nnpm test -- --help lists the options`)
    return null
  }
}

const values = options()
if (values === null) process.exit(2)
if (values.help) {
  console.log(`npm test                    everything that a change needs
npm test -- --only a,b      only some stages

Stages, cheapest first: ${stages.map(({ name }) => name).join(', ')}.
Full output is in ${relative('', REPORTS)}.`)
  process.exit(0)
}
const names = values.only?.split(',') ?? stages.map(({ name }) => name)
const unknown = names.filter((name) => !stages.some((stage) => stage.name === name))
if (unknown.length > 0) {
  console.error(`unknown stage ${unknown.join(', ')}; there are ${stages.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    for (const child of running) stop(child)
    void Promise.resolve(services)
      .then((started) => started?.stop())
      .finally(() => process.exit(130))
  })
}

mkdirSync(REPORTS, { recursive: true })
const asked = stages.filter(({ name }) => names.includes(name))
const missing = asked.filter(({ isThere }) => isThere && !isThere())
const counts = await runAll(asked.filter((stage) => !missing.includes(stage)))
await Promise.resolve(services).then(
  (started) => started?.stop(),
  () => {},
)

const failed = counts.reduce((sum, count) => sum + count.failed, 0)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const flaky = counts.flatMap((count) => count.flaky)
const failures = counts.flatMap((count) => count.failures)
const skipped = [
  ...missing.map(({ name }) => `${name}: nothing there yet`),
  ...counts.flatMap((count) => count.skipped),
]
for (const name of skipped) console.log(`skipped: ${name}`)
// Repeated at the end, for readers of the last lines.
for (const line of failedAndFlaky({ failures, flaky })) console.log(line)
if (flaky.length > 0)
  console.log(`${flaky.length} flaky: failed and passed without a change. Fix their race conditions.`)
process.exitCode = failed === 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
