import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMariadb } from '../../scripts/services/mariadb.mjs'
import { startRedis } from '../../scripts/services/redis.mjs'
import { atExit } from './at-exit.ts'

/** A MariaDB server of this run. */
export type Mariadb = Awaited<ReturnType<typeof startMariadb>>

/** Starts MariaDB with durable commits. */
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
