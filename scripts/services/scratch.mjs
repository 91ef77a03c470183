import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const ROOM = 1024 ** 3

/**
 * Where databases of tests are kept: in memory where the system has room for files there, otherwise in its temporary
 * folder. They wait for the disk longer than they compute.
 */
export function scratchFolder() {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ROOM ? IN_MEMORY : tmpdir()
}
