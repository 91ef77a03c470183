import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { durableMariadb, type Mariadb } from '../support/databases.ts'
import { member, post } from '../support/member.ts'
import { milliseconds, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { BENCH_SECRET, freePort, startStoa, temporaryFolder } from '../support/server-process.ts'
import { stoaCheck } from '../support/stoa-check.ts'

const CLI = join(import.meta.dirname, '../../server/dist/cli.js')
const SAMPLES = join(import.meta.dirname, '../samples')
/** `PROVE_COMMENTS=50000` for the full proof. Their search index is made while restoring, since seeded rows have none. */
const COMMENTS = Number(process.env.PROVE_COMMENTS ?? 5000)
const WRITES_PER_SECOND = 100
const BEFORE_MS = 3000
const AFTER_MS = 1000
/** No request waits longer for a backup. */
const DELAY_MS = 100
const PROBE_EVERY_MS = 20

/**
 * Backs up a server under load and restores the archive into an empty place, on both databases: every write that was
 * acknowledged before the backup began is there, nothing differs, and no reader waited. Damaged archives are refused
 * whole. The sample archive of each release restores.
 */
export async function run(): Promise<void> {
  await proveBackup('SQLite', async () => null)
  const mariadb = await durableMariadb()
  await proveBackup('MariaDB', () => emptySchema(mariadb))
  await mariadb.stop()
  await proveSamples()
}

let schemas = 0
async function emptySchema({ url }: Mariadb): Promise<string> {
  const name = `stoa_backup_${(schemas += 1)}`
  const database = openDatabase({ url, dataFolder: temporaryFolder() })
  await database.read.raw(`create database ${name} character set utf8mb4`)
  await database.close()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

const environmentOf = (dataFolder: string, url: string | null) => ({
  STOA_DATA: dataFolder,
  STOA_SECRET: BENCH_SECRET,
  ...(url ? { DATABASE_URL: url } : {}),
})

async function command(environment: Record<string, string>, ...parameters: string[]) {
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [CLI, ...parameters], {
    env: { ...process.env, ...environment },
  }).then(
    (output) => ({ ...output, code: 0 }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code, output: `${stdout}${stderr}` }
}

async function proveBackup(name: string, newDatabase: () => Promise<string | null>): Promise<void> {
  const storage = { url: await newDatabase(), dataFolder: temporaryFolder() }
  const { tokenName, postId } = await seed({ ...storage, comments: COMMENTS })
  const source = environmentOf(storage.dataFolder, storage.url)
  const port = String(await freePort())
  const server = await startStoa({ ...source, PORT: port, STOA_URL: `http://127.0.0.1:${port}` })
  const { accessToken: token } = await member(server.url, {
    username: `writer_${Date.now() % 100_000}`,
    join: tokenName,
  })
  const acknowledged = new Map<string, number>()
  const running = new Set<Promise<unknown>>()
  const writing = setInterval(() => {
    const content = `comment ${randomUUID()}`
    const work: Promise<unknown> = post(server.url, 'commentCreate', { input: { tokenName, postId, content }, token })
      .then(() => acknowledged.set(content, performance.now()))
      .finally(() => running.delete(work))
    running.add(work)
  }, 1000 / WRITES_PER_SECOND)

  await probe(server.url, sleep(500))
  const usual = await probe(server.url, sleep(BEFORE_MS))
  const archive = join(temporaryFolder(), 'stoa.tar')
  const began = performance.now()
  const backup = command(source, 'backup', archive)
  const during = await probe(server.url, backup)
  const tookMs = performance.now() - began
  await sleep(AFTER_MS)
  clearInterval(writing)
  await Promise.all(running)
  await server.stop()

  const target = { url: await newDatabase(), dataFolder: join(temporaryFolder(), 'data') }
  const environment = environmentOf(target.dataFolder, target.url)
  const refused = await damagedCopies(archive, environment, target.dataFolder)
  const restoreBegan = performance.now()
  const restored = await command(environment, 'restore', archive)
  const restoreMs = performance.now() - restoreBegan
  if (restored.code !== 0) console.log(restored.output, (await backup).output)
  const database = openDatabase(target)
  const contents = new Set<string>(await database.read('comments').pluck('content'))
  await database.close()
  const before = [...acknowledged].filter(([, at]) => at < began).map(([content]) => content)
  const lost = before.filter((content) => !contents.has(content)).length
  const checkBegan = performance.now()
  const check = stoaCheck(environment)
  const checkMs = performance.now() - checkBegan
  if (!check.clean) console.log(check.output)
  report([
    {
      what: `${name}: backup of ${COMMENTS} comments under ${WRITES_PER_SECOND} writes a second`,
      value: `${milliseconds(tookMs)}, exit code ${(await backup).code}`,
      goal: 'exit code 0',
      reached: (await backup).code === 0,
    },
    {
      what: '  longest wait of a reader',
      value: `${milliseconds(during)}, without a backup ${milliseconds(usual)}`,
      goal: `at most ${DELAY_MS} ms more`,
      reached: during <= usual + DELAY_MS,
    },
    {
      what: '  restore into an empty place',
      value: `${milliseconds(restoreMs)}, exit code ${restored.code}`,
      goal: 'exit code 0',
      reached: restored.code === 0,
    },
    {
      what: '  acknowledged before the backup, but missing',
      value: `${lost} of ${before.length}`,
      goal: '0 of many',
      reached: lost === 0 && before.length > 100,
    },
    {
      what: '  stoa check',
      value: `${milliseconds(checkMs)}, ${check.clean ? 'clean' : 'differences'}`,
      goal: 'clean',
      reached: check.clean,
    },
    { what: '  damaged archives', value: refused, goal: 'refused whole', reached: refused === 'refused whole' },
  ])
}

/** The longest wait of a request in ms, while work goes on. */
async function probe(url: string, work: Promise<unknown>): Promise<number> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  let longest = 0
  while (!isDone) {
    const start = performance.now()
    await (await fetch(`${url}/readyz`)).text()
    longest = Math.max(longest, performance.now() - start)
    await sleep(PROBE_EVERY_MS)
  }
  return longest
}

/** Restores damaged copies, which must leave nothing. */
async function damagedCopies(archive: string, environment: Record<string, string>, data: string): Promise<string> {
  const bytes = readFileSync(archive)
  const copy = join(temporaryFolder(), 'damaged.tar')
  const middle = Math.floor(bytes.length / 2)
  const flipped = Buffer.from(bytes)
  flipped[middle] = (flipped[middle] ?? 0) ^ 1
  for (const damaged of [flipped, bytes.subarray(0, middle)]) {
    writeFileSync(copy, damaged)
    const { code } = await command(environment, 'restore', copy)
    if (code !== 1) return `accepted (exit code ${code})`
    if (existsSync(data) || existsSync(`${data}.restoring`)) return 'left files'
  }
  return 'refused whole'
}

/** The archive of each release restores in this version. */
async function proveSamples(): Promise<void> {
  const figures = []
  for (const file of readdirSync(SAMPLES).filter((name) => name.endsWith('.tar'))) {
    const parent = temporaryFolder()
    mkdirSync(join(parent, 'place'))
    const environment = { STOA_DATA: join(parent, 'place', 'data'), STOA_SECRET: '' }
    const { code, output } = await command(environment, 'restore', join(SAMPLES, file))
    if (code !== 0) console.log(output)
    const isClean = code === 0 && (await command(environment, 'check')).code === 0
    figures.push({
      what: `sample ${file}`,
      value: isClean ? 'restored, clean' : 'failed',
      goal: 'restored, clean',
      reached: isClean,
    })
  }
  report(figures)
}
