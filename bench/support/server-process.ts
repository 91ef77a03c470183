import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from './at-exit.ts'

const ROOT = join(import.meta.dirname, '../..')
const READY_WITHIN_MS = 60_000

/** Shared by all servers of a run, so that tokens created by the bench are valid on them. */
export const BENCH_SECRET = 'bench-secret-bench-secret-bench-secret'

/** A process of the bench that listens on its own port. */
export interface RunningServer {
  url: string
  pid: number
  /** Milliseconds from the start of the process to the first 200 response. */
  readyAfterMs: number
  /** Resident memory in MB, according to the kernel. */
  memoryMb(): number
  /** Milliseconds of processor time used so far. */
  cpuMs(): number
  /** Sends a signal and waits for the process to end. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** A folder that is removed when this process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-bench-'))
  atExit(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}

/** Starts the built Stoa server on a free port; `environment` may set the database, secret and so on. */
export async function startStoa(environment: Record<string, string> = {}): Promise<RunningServer> {
  const port = await freePort()
  const settings = {
    PORT: String(port),
    STOA_URL: `http://127.0.0.1:${port}`,
    STOA_DATA: temporaryFolder(),
    STOA_SECRET: BENCH_SECRET,
    STOA_DEMO: '0',
    STOA_SETUP: '0',
    STOA_RATE_SCALE: '1000000',
    LOG_LEVEL: 'warn',
    ...environment,
  }
  return startProgram({
    script: join(ROOT, 'server/dist/main.js'),
    environment: settings,
    url: settings.STOA_URL,
    readyPath: '/readyz',
  })
}

/** Starts one of the ceilings in `ceilings/`. */
export async function startCeiling(
  name: 'express' | 'node-http' | 'batch-inserts',
  environment: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await freePort()
  const script = join(ROOT, 'bench/ceilings', `${name}.mjs`)
  return startProgram({
    script,
    environment: { ...environment, PORT: String(port) },
    url: `http://127.0.0.1:${port}`,
    readyPath: '/',
  })
}

interface Program {
  script: string
  environment: Record<string, string>
  url: string
  readyPath: string
}

async function startProgram({ script, environment, url, readyPath }: Program): Promise<RunningServer> {
  const began = performance.now()
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const spare = atExit(() => child.kill('SIGKILL'))
  while (!(await responds(url + readyPath))) {
    if (child.exitCode !== null || performance.now() - began > READY_WITHIN_MS)
      throw new Error(`${script} did not become ready`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const readyAfterMs = performance.now() - began
  return {
    url,
    pid: child.pid ?? 0,
    readyAfterMs,
    memoryMb: () => residentMb(child.pid ?? 0),
    cpuMs: () => processorMs(child.pid ?? 0),
    async stop(signal = 'SIGTERM') {
      spare()
      await ended(child, signal)
    },
  }
}

async function responds(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200
  } catch {
    return false
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exitEvent = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exitEvent
}

function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}

/** Milliseconds of processor time used by a process; the kernel counts hundredths of a second. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
