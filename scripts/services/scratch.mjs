import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const ROOM = 1024 ** 3

/**
 * Folder of test data and browser profiles, which wait for the disk longer than they compute. In memory if the system
 * allows, otherwise its temporary folder.
 */
export function scratchFolder() {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ROOM ? IN_MEMORY : tmpdir()
}
