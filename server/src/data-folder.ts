import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHERS = 0o077
/** Everybody may write in such a folder, as in `/tmp`. */
const STICKY = 0o1000

/** Databases with their logs and copies, and what holds secrets. Other files of the folder are the operator's, and public. */
const PRIVATE = /^(secret|providers\.json|start\.lock|.+\.sqlite(-wal|-shm|-journal)?)$/

/**
 * Makes the data folder where it is missing, and takes it and its private files from other users of the machine, who could
 * read them in older versions. Returns what somebody else owns and leaves open. Windows has no such modes.
 */
export function protectDataFolder(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  if (process.platform === 'win32') return []
  if (lstatSync(folder).mode & STICKY) {
    throw new ConfigError(`STOA_DATA: ${folder} is shared by all users of the machine. Set a folder of its own.`)
  }
  const mail = join(folder, 'mail')
  const mails = listed(mail)
  const files = [
    ...listed(folder)
      .filter((name) => PRIVATE.test(name))
      .map((name) => join(folder, name)),
    ...mails.map((name) => join(mail, name)),
  ]
  const folders = mails.length > 0 ? [folder, mail] : [folder]
  return [
    ...folders.filter((path) => !protect(path, FOLDER_MODE)),
    ...files.filter((path) => lstatSync(path).isFile() && !protect(path, FILE_MODE)),
  ]
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** False when it stays open to others, because it is somebody else's. */
function protect(path: string, mode: number): boolean {
  if ((lstatSync(path).mode & OTHERS) === 0) return true
  try {
    chmodSync(path, mode)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    return false
  }
}
