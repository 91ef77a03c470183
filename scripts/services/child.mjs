import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_WITHIN_MS = 60_000

/** Below the system's ephemeral ports, which might be taken between checking and listening. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000

/** @returns {Promise<number>} A free port of 127.0.0.1; the next one is free, too. */
export async function freePort() {
  for (;;) {
    const port = FIRST_PORT + 2 * Math.floor((Math.random() * (LAST_PORT - FIRST_PORT)) / 2)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

/** @param {number} port */
function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/**
 * Starts a server program and waits until it accepts connections.
 * @param {{ program: string, args: string[], port: number, log: string, env?: NodeJS.ProcessEnv }} about
 * @returns {Promise<{ pid: number, stop(): Promise<void> }>}
 */
export async function startChild({ program, args, port, log, env = process.env }) {
  const output = openSync(log, 'a')
  const child = spawn(program, args, { env, stdio: ['ignore', output, output] })
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  let running = true
  void ended.then(() => (running = false))
  for (const until = Date.now() + READY_WITHIN_MS; !(await isListening(port)); await sleep(50)) {
    if (running && Date.now() < until) continue
    child.kill('SIGKILL')
    throw new Error(`${program} did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`)
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
      process.off('exit', killWithUs)
    },
  }
}
