import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, startChild } from './child.mjs'
import { findProgram } from './find-program.mjs'

const MANUAL = join(import.meta.dirname, '../../docs/deploying.md')
const PASSWORD = 'stoa-redis'

/**
 * Starts Redis as the manual says, reachable only from this machine.
 * @param {string} folder
 */
export async function startRedis(folder) {
  const program = findProgram({ names: ['redis-server', 'valkey-server'], debian: 'redis-server' })
  const port = await freePort()
  const recipe = /```conf\n(.*?)```/s.exec(readFileSync(MANUAL, 'utf8'))?.[1]
  if (!recipe?.includes('requirepass …')) throw new Error('docs/deploying.md has no settings of Redis')
  const file = join(folder, 'redis.conf')
  writeFileSync(file, recipe.replace('…', PASSWORD))
  const args = [file, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
  const child = await startChild({ program, args, port, log: `${folder}/redis.log` })
  return { url: `redis://:${PASSWORD}@127.0.0.1:${port}`, stop: child.stop }
}
