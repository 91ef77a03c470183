import { execFileSync, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { freePort } from '../../scripts/services/child.mjs'
import { expect, forumData, forumUrl } from './harness.ts'

const root = resolve(import.meta.dirname, '../..')

/** The command and environment that start an example on a port. */
type Start = (port: number) => readonly [command: string, settings: Record<string, string>]

/** Starts examples served by Vite. */
export const vite: Start = (port) => [
  `${root}/node_modules/vite/bin/vite.js --host 127.0.0.1 --strictPort --port ${port}`,
  { VITE_STOA_URL: forumUrl },
]

/** Starts an example on its own origin and registers it, as its README says. */
export async function startSite(name: string, start: Start): Promise<{ origin: string; stop(): void }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const [command, settings] = start(port)
  const site = spawn(process.execPath, command.split(' '), {
    cwd: `${root}/examples/${name}`,
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  })
  execFileSync(process.execPath, ['server/bin/stoa.mjs', 'origin:add', 'FORUM', origin], {
    cwd: root,
    env: { ...process.env, STOA_DATA: forumData },
  })
  const isReady = () =>
    fetch(origin).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady).toBe(true)
  return { origin, stop: () => void site.kill() }
}
