import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMariadb } from '../../scripts/services/mariadb.mjs'
import { startRedis } from '../../scripts/services/redis.mjs'
import { atExit } from './at-exit.ts'

/** A MariaDB of the run's own. */
export type Mariadb = Awaited<ReturnType<typeof startMariadb>>

/** Starts MariaDB with commits that reach the disk before they are acknowledged. */
export async function durableMariadb(): Promise<Mariadb> {
  return startMariadb(serviceFolder(), { durable: true })
}

export async function redis(): ReturnType<typeof startRedis> {
  return startRedis(serviceFolder())
}

function serviceFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-bench-services-'))
  atExit(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
