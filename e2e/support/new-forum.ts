import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { freePort } from '../../scripts/services/child.mjs'
import { expect } from './harness.ts'
import { serverSettings } from './server-settings.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Starts a new forum without the demonstration; resolves with its address and the printed link. */
export async function startNewForum(data: string) {
  const port = await freePort()
  await rm(data, { recursive: true, force: true })
  const server = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], {
    cwd: ROOT,
    env: { ...serverSettings({ port, data }), STOA_DEMO: '0', PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  let printed = ''
  server.stdout.on('data', (part) => (printed += String(part)))
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('#token=')
  return {
    url: `http://localhost:${port}`,
    link: /http\S+#token=\S+/.exec(printed)?.[0] ?? '',
    async stop() {
      server.kill('SIGTERM')
      await ended
      await rm(data, { recursive: true, force: true })
    },
  }
}
