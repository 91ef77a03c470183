import { existsSync } from 'node:fs'
import { access, constants, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { privatePaths } from '../../data-folder.ts'
import { SQLITE_FILE } from '../../platform/database/database.ts'
import { createDiskSpace } from '../../platform/storage/disk-space.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const OTHERS = 0o077
const SHOWN = 3
const listed = (paths: string[]) => `${paths.slice(0, SHOWN).join(', ')}${paths.length > SHOWN ? ' …' : ''}`

/** Whether this user may read and write the data folder, and nobody else may read what is private. */
export async function checkRights({ dataFolder }: Config): Promise<Finding> {
  if (!existsSync(dataFolder))
    return failed('rights', `${dataFolder} doesn’t exist`, 'Set STOA_DATA to the data folder of the server.')
  const paths = [dataFolder, ...(await readdir(dataFolder)).map((name) => join(dataFolder, name))]
  const unusable: string[] = []
  for (const path of paths) {
    // Files may go meanwhile, such as those of an open database.
    const mayUse = await access(path, constants.R_OK | constants.W_OK).then(
      () => true,
      () => !existsSync(path),
    )
    if (!mayUse) unusable.push(path)
  }
  if (unusable.length > 0) {
    return failed(
      'rights',
      `this user may not read and write ${listed(unusable)}`,
      'Run commands as the user of the server, or give it the files: chown -R <user> <folder>',
    )
  }
  if (process.platform === 'win32') return ok('rights', 'readable and writable')
  const open: string[] = []
  for (const path of privatePaths(dataFolder)) {
    const found = await lstat(path).catch(() => null)
    if (found && (found.mode & OTHERS) !== 0) open.push(path)
  }
  if (open.length > 0)
    return failed('rights', `other users of this machine may read ${listed(open)}`, `Run: chmod -R go= ${dataFolder}`)
  return ok('rights', `${dataFolder} is for this user only`)
}

/** Free space, beside what uploads and the daily rebuild of the embedded database need. */
export async function checkDisk(config: Config): Promise<Finding> {
  const { dataFolder, databaseUrl } = config
  const disk = createDiskSpace(config)
  const free = await disk.freeBytes()
  if (!Number.isFinite(free)) return warning('disk', 'the system does not say how much is free', 'Watch it yourself.')
  const found = `${megabytes(free)} MB free`
  if (!(await disk.hasRoom())) {
    const advice = `Make room on the disk of ${dataFolder}.`
    return failed('disk', `${found}, less than STOA_MIN_FREE_MB: uploads are refused`, advice)
  }
  const file = databaseUrl === null ? await stat(join(dataFolder, SQLITE_FILE)).catch(() => null) : null
  if (file && free < file.size * 2) {
    return warning(
      'disk',
      `${found}, and the database has ${megabytes(file.size)} MB`,
      'Its daily rebuild and the copy before a migration need as much space as it has. Make room.',
    )
  }
  return ok('disk', found)
}

const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000)
