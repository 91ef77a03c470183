/**
 * `npm test`: all checks and tests. `npm test -- --only lint,unit` runs some stages. Continues after a failure, runs
 * failed tests again at the end, and lists what failed, was skipped or is flaky.
 */
import { mkdirSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { addRerun, RERUNS, scopeOfRerun } from './testing/rerun.mjs'
import { REPORTS, runStage, stopEverything } from './testing/run-stage.mjs'
import { CORES, SPARE, stages } from './testing/stages.mjs'

/** @typedef {import('./testing/stages.mjs').Stage} Stage */
/** @typedef {import('./testing/rerun.mjs').Verdict} Verdict */

/**
 * Prints what a stage, or a rerun of its failed tests, has found.
 * @param {string} name
 * @param {{ since: number, count: import('./testing/count.mjs').Count & { log: string } }} about
 */
function report(name, { since, count: { passed, failures, log } }) {
  const seconds = ((Date.now() - since) / 1000).toFixed(1).padStart(7)
  const failed = failures.length > 0 ? `, ${failures.length} failed` : ''
  console.log(`${failures.length > 0 ? 'FAIL' : 'ok  '} ${name.padEnd(22)}${seconds} s  ${passed} passed${failed}`)
  for (const { text } of failures) console.log(`failed: ${text}`.replaceAll(/^/gm, '     '))
  if (failures.length > 0) console.log(`     all output is in ${relative('', log)}`)
}

/**
 * Runs stages in order, as many at once as fit. One that doesn't fit lets smaller ones pass.
 * @param {Stage[]} queue
 */
async function runAll(queue) {
  /** @type {Map<Stage, Verdict>} */
  const verdicts = new Map()
  /** @type {Map<Stage, Promise<void>>} */
  const running = new Map()
  const waiting = [...queue]
  /** @param {Stage} stage */
  const mayStart = ({ cores, after }) => {
    const used = [...running.keys()].reduce((sum, stage) => sum + stage.cores, 0)
    const isReady = [...waiting, ...running.keys()].every(({ name }) => name !== after)
    return isReady && (running.size === 0 || used + cores <= CORES + SPARE)
  }
  while (waiting.length > 0) {
    const stage = waiting.find(mayStart)
    if (!stage) {
      await Promise.race(running.values())
      continue
    }
    waiting.splice(waiting.indexOf(stage), 1)
    const since = Date.now()
    const work = runStage(stage).then((count) => {
      running.delete(stage)
      verdicts.set(stage, { ...count, flaky: [] })
      report(stage.name, { since, count })
    })
    running.set(stage, work)
  }
  await Promise.all(running.values())
  return verdicts
}

/**
 * Runs a stage's failed tests again while nothing else runs.
 * @param {Stage} stage
 * @param {Verdict} verdict
 */
async function rerunFailed(stage, verdict) {
  for (let tries = 0; tries < RERUNS; tries += 1) {
    const scope = scopeOfRerun(verdict)
    if (scope === null) return verdict
    const since = Date.now()
    const count = await runStage(stage, scope)
    report(`${stage.name} (again)`, { since, count })
    verdict = addRerun(verdict, count)
  }
  return verdict
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

Stages, in order: ${stages.map(({ name }) => name).join(', ')}.
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
  process.once(signal, () => void stopEverything().finally(() => process.exit(130)))
}

mkdirSync(REPORTS, { recursive: true })
const verdicts = await runAll(stages.filter(({ name }) => names.includes(name)))
for (const [stage, verdict] of verdicts) verdicts.set(stage, await rerunFailed(stage, verdict))
await stopEverything()

let passed = 0
let failed = 0
const skipped = []
const flaky = []
for (const [{ name }, verdict] of verdicts) {
  passed += verdict.passed
  failed += verdict.failures.length
  skipped.push(...verdict.skipped.map((test) => `skipped: ${name}: ${test}`))
  flaky.push(...verdict.flaky.map(({ text }) => `flaky: ${name}: ${text}`))
}
for (const line of [...skipped, ...flaky]) console.log(line)
// Repeated at the end, for readers of the last lines.
for (const [{ name }, { failures }] of verdicts)
  for (const { text } of failures) console.log(`failed: ${name}: ${text}`)
if (flaky.length > 0)
  console.log(`${flaky.length} flaky: failed and passed without a change. Fix their race conditions.`)
process.exitCode = failed === 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
