import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { SQLITE_FILE } from '../platform/database/database.ts'
import type { FillingState } from '../platform/database/load.ts'
import { sqliteStartLock } from '../platform/database/start-lock.ts'
import { ConfigError } from '../platform/domain-error.ts'

/** Folder of a restore in a data folder that can't be replaced, such as a container's volume. */
const INSIDE = '.restoring'
/** End of its name beside the data folder. */
const BESIDE = '.restoring'
/** File in it with the names of what is being moved out of it. */
const MOVING = 'moving.json'
/** What an archive puts into a data folder: an interrupted move undoes nothing else. */
const MOVED = new Set(['config.json', 'domains', 'lang', 'media', 'providers.json', 'secret', SQLITE_FILE, MOVING])

/** A folder that becomes the data folder at the end, or disappears. */
interface Staging {
  folder: string
  /** Makes it the data folder. With another database, what is in it counts as unfinished until that database is. */
  finish(): Promise<void>
  /** Empties the data folder again, after `finish`. */
  undo(): Promise<void>
  discard(): Promise<void>
}

/** Runs one restore into a data folder at a time. */
export function restoringAlone<Result>(dataFolder: string, work: () => Promise<Result>): Promise<Result> {
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  return sqliteStartLock(join(tmpdir(), `stoa-restore-${name}.lock`))(work)
}

/**
 * Begins to fill an empty or missing data folder, and removes what an interrupted restore has left. `database`: the state
 * of MySQL's; null: it is the embedded one.
 */
export async function beginStaging(dataFolder: string, database: FillingState | null): Promise<Staging> {
  const inside = join(dataFolder, INSIDE)
  // Once its database is complete, the folder belongs to an installation.
  if (database === null || database === 'unfinished') await undoMoves(dataFolder, inside)
  const names = (await namesIn(dataFolder)).filter((name) => name !== INSIDE)
  if (names.length > 0) {
    throw new ConfigError(
      `STOA_DATA: ${dataFolder} is not empty (${names.slice(0, 3).join(', ')}). A restore replaces nothing: set STOA_DATA to a new folder.`,
    )
  }
  await removeStaging(inside)
  const isInside = existsSync(dataFolder) && !(await canBeReplaced(dataFolder))
  const folder = isInside ? inside : `${dataFolder}${BESIDE}`
  await removeStaging(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    folder,
    async finish() {
      if (isInside) return moveOut(folder, { dataFolder, isWhole: database === null })
      if (database !== null) await noteMoves(join(folder, INSIDE), await readdir(folder))
      await rename(folder, dataFolder)
    },
    async undo() {
      await undoMoves(dataFolder, inside)
      await removeStaging(inside)
    },
    discard: () => removeStaging(folder),
  }
}

/** A complete restore forgets how to undo itself. */
export async function endStaging(dataFolder: string): Promise<void> {
  await removeStaging(join(dataFolder, INSIDE))
}

/** Removes a folder of a restore, and nothing that isn't named like one. */
async function removeStaging(folder: string): Promise<void> {
  if (!basename(folder).endsWith(BESIDE)) throw new Error(`${folder} is no folder of a restore.`)
  await rm(folder, { recursive: true, force: true })
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new ConfigError(`STOA_DATA: ${folder} is no folder.`)
    throw error
  })
}

/** False for a disk's own folder, and where the folder beside it may not be made. */
async function canBeReplaced(folder: string): Promise<boolean> {
  const parent = dirname(folder)
  const [own, above] = await Promise.all([stat(folder), stat(parent)])
  const isWritable = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  )
  return own.dev === above.dev && isWritable
}

/** The database goes last: without it, nothing starts. */
async function moveOut(
  folder: string,
  { dataFolder, isWhole }: { dataFolder: string; isWhole: boolean },
): Promise<void> {
  const names = (await readdir(folder)).toSorted((one) => (one === SQLITE_FILE ? 1 : -1))
  await noteMoves(folder, names)
  for (const name of names) await rename(join(folder, name), join(dataFolder, name))
  if (isWhole) await removeStaging(folder)
}

async function noteMoves(folder: string, names: string[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, MOVING), JSON.stringify(names))
}

/** Removes what a restore moved that was then interrupted. */
async function undoMoves(dataFolder: string, inside: string): Promise<void> {
  const text = await readFile(join(inside, MOVING), 'utf8').catch(() => null)
  if (text === null || existsSync(join(dataFolder, SQLITE_FILE))) return
  let names: unknown = []
  try {
    names = JSON.parse(text)
  } catch {
    // Interrupted before anything was moved.
  }
  const moved = Array.isArray(names) ? names.filter((name): name is string => MOVED.has(name)) : []
  for (const name of moved) await rm(join(dataFolder, name), { recursive: true, force: true })
}
