import { freePort, startChild } from './child.mjs'
import { findProgram } from './find-program.mjs'

/**
 * Starts Redis without persistence, reachable only from this machine.
 * @param {string} folder
 */
export async function startRedis(folder) {
  const program = findProgram({ names: ['redis-server', 'valkey-server'], debian: 'redis-server' })
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = await startChild({ program, args, port, log: `${folder}/redis.log` })
  return { url: `redis://127.0.0.1:${port}`, stop: child.stop }
}
