import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** @typedef {ReturnType<typeof createBackend>} Backend */

/**
 * The built server on its own port, behind the one that browsers open.
 * @param {{ publicPort: number }} about
 */
export function createBackend({ publicPort }) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server
  let port = 0
  /** One rebuild at a time, in order. */
  let last = Promise.resolve(false)

  /** @param {string[]} args */
  async function build(args) {
    const child = spawn(process.execPath, ['scripts/build.mjs', ...args], { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    return code === 0
  }

  async function restart() {
    if (server && server.exitCode === null) {
      const exitEvent = once(server, 'exit')
      server.kill('SIGTERM')
      await exitEvent
    }
    port ||= await freePort()
    const url = process.env.STOA_URL ?? `http://localhost:${publicPort}`
    server = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], {
      stdio: 'inherit',
      env: { STOA_TRUSTED_PROXIES: 'loopback', ...process.env, PORT: String(port), STOA_URL: url },
    })
  }

  return {
    /**
     * Builds with the arguments of `scripts/build.mjs` and restarts. Returns false if the build failed; the old server
     * then keeps running.
     * @param {string[]} args
     */
    renew(args) {
      last = last.then(async () => {
        if (!(await build(args))) return false
        await restart()
        return true
      })
      return last
    },
    port: () => port,
    stop: () => void server?.kill('SIGTERM'),
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
