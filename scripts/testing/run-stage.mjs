import { spawn } from 'node:child_process'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findChromium } from '../find-chromium.mjs'
import { findProgram } from '../services/find-program.mjs'
import { scratchFolder } from '../services/scratch.mjs'
import { startServices } from '../services.mjs'
import { addCounts, countProgram, countTests, OUT_OF_TIME } from './count.mjs'
import { forgetOpenTests, openTests } from './open-tests.mjs'

/** @typedef {import('./stages.mjs').Stage} Stage */
/** @typedef {import('./count.mjs').Count} Count */

/** Folder of reports and logs. */
export const REPORTS = resolve('.cache/test')
const STAGE_LIMIT_MS = 15 * 60_000
/** How long a program may take to stop the servers that it started. */
const STOP_MS = 10_000

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
/** @type {Promise<Awaited<ReturnType<typeof startServices>>> | undefined} */
let services

/**
 * The environment of a stage, after starting what it needs.
 * @param {Stage} stage
 * @param {{ report: string, notes: string }} files
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function environment({ needs }, { report, notes }) {
  const colorless = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
  const ofStage = { TMPDIR: scratchFolder(), PLAYWRIGHT_JSON_OUTPUT_FILE: report, STOA_OPEN_TESTS: notes }
  const env = { ...colorless, ...ofStage }
  if (!needs) return env
  if (needs === 'chromium') return { ...env, STOA_CHROMIUM: findChromium() }
  // The server converts videos with it.
  findProgram({ names: ['ffmpeg'], debian: 'ffmpeg' })
  services ??= startServices()
  const { databaseUrl, redisUrl } = await services
  const withRedis = { ...env, STOA_TEST_REDIS_URL: redisUrl }
  return needs === 'mariadb' ? { ...withRedis, STOA_TEST_DATABASE_URL: databaseUrl } : withRedis
}

/**
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, notes: string }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
function runProgram(args, { env, notes }) {
  return new Promise((settle) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    running.add(child)
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    let isStopped = false
    const limit = setTimeout(() => {
      isStopped = true
      const open = openTests(notes).map((name) => `, during ${name}`)
      chunks.push(Buffer.from(`\nstopped after ${STAGE_LIMIT_MS / 60_000} minutes${open.join('')}\n`))
      stop(child)
    }, STAGE_LIMIT_MS)
    child.once('close', (code) => {
      clearTimeout(limit)
      running.delete(child)
      settle({ code: isStopped ? OUT_OF_TIME : (code ?? 1), output: Buffer.concat(chunks).toString() })
    })
  })
}

/** @param {import('node:child_process').ChildProcess} child Ended, or killed with its processes if it doesn't end. */
function stop(child) {
  const { pid } = child
  if (!pid) return
  process.kill(-pid, 'SIGTERM')
  const limit = setTimeout(() => process.kill(-pid, 'SIGKILL'), STOP_MS)
  child.once('close', () => clearTimeout(limit))
}

/**
 * Runs a stage and counts its tests. A stage with a report is one test program; otherwise each program is one test.
 * @param {Stage} stage
 * @param {string[] | 'all'} [rerun] What to run again, alone: test files or programs. Default: the first run.
 * @returns {Promise<Count & { log: string }>} `log`: the file with the whole output.
 */
export async function runStage(stage, rerun) {
  const path = `${REPORTS}/${stage.name}${rerun ? '-again' : ''}`
  const [log, report, notes] = [`${path}.log`, `${path}.json`, `${path}.open`]
  const rerunNames = Array.isArray(rerun) ? rerun : []
  rmSync(report, { force: true })
  writeFileSync(log, '')
  forgetOpenTests(notes)
  /** @param {string[]} program */
  const run = async (program) => {
    const result = await runProgram(program, { env: await environment(stage, { report, notes }), notes })
    appendFileSync(log, result.output)
    return result
  }
  try {
    if (stage.report) {
      const args = stage.programs.flat().map((arg) => arg.replace('REPORT', report))
      const result = await run(rerun ? [...args, ...(stage.again ?? []), ...rerunNames] : args)
      return { ...countTests({ report: stage.report, file: report, ...result }), log }
    }
    /** @type {Count[]} */
    const counts = []
    for (const program of stage.programs) {
      const name = program.slice(program.findIndex((arg) => arg.includes('/'))).join(' ')
      if (rerunNames.length === 0 || rerunNames.includes(name))
        counts.push(countProgram({ name, ...(await run(program)) }))
    }
    return { ...addCounts(counts), log }
  } catch (error) {
    return { ...countProgram({ name: stage.name, code: 1, output: String(error) }), log }
  }
}

/** Kills all running programs and stops the services. */
export async function stopEverything() {
  for (const child of running) stop(child)
  await services?.then(
    (started) => started.stop(),
    () => {},
  )
}
