/**
 * MariaDB and Redis for tests, as child processes in a temporary folder.
 * `node scripts/services.mjs` runs them until it is stopped and prints their addresses.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startMariadb } from './services/mariadb.mjs'
import { startRedis } from './services/redis.mjs'
import { scratchFolder } from './services/scratch.mjs'

/** @returns {Promise<{ databaseUrl: string, redisUrl: string, stop(): Promise<void> }>} */
export async function startServices() {
  const folder = mkdtempSync(join(scratchFolder(), 'stoa-services-'))
  const started = await Promise.allSettled([startMariadb(folder), startRedis(folder)])
  const stop = async () => {
    for (const result of started) if (result.status === 'fulfilled') await result.value.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const [mariadb, redis] = started
  if (mariadb.status === 'fulfilled' && redis.status === 'fulfilled') {
    return { databaseUrl: mariadb.value.url, redisUrl: redis.value.url, stop }
  }
  await stop()
  throw mariadb.status === 'rejected' ? mariadb.reason : /** @type {PromiseRejectedResult} */ (redis).reason
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { databaseUrl, redisUrl, stop } = await startServices()
  console.log(`STOA_TEST_DATABASE_URL=${databaseUrl}\nREDIS_URL=${redisUrl}`)
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => void stop().then(() => process.exit(0)))
  setInterval(() => {}, 60_000)
}
