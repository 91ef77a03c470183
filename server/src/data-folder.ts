import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHERS = 0o077
/** Mode bit of folders that everyone may write to, such as `/tmp`. */
const STICKY = 0o1000

/** Databases with their logs and copies, and files with secrets. Other files are the operator's and public. */
const PRIVATE = /^(secret|providers\.json|start\.lock|.+\.sqlite(-wal|-shm|-journal)?)$/

/**
 * Creates the data folder if needed, and makes it and its private files inaccessible to other users of the machine;
 * older versions left them readable. Returns paths that belong to somebody else and stay accessible. Windows has no such
 * modes.
 */
export function protectDataFolder(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  if (process.platform === 'win32') return []
  if (lstatSync(folder).mode & STICKY) {
    throw new ConfigError(`STOA_DATA: ${folder} is shared by all users of the machine. Set a folder of its own.`)
  }
  const isProtected = (path: string) => protect(path, lstatSync(path).isDirectory() ? FOLDER_MODE : FILE_MODE)
  return privatePaths(folder).filter((path) => !isProtected(path))
}

/** The data folder, and folders and files in it that only the server's user may open. */
export function privatePaths(folder: string): string[] {
  const mail = join(folder, 'mail')
  const mails = listed(mail)
  const files = [
    ...listed(folder)
      .filter((name) => PRIVATE.test(name))
      .map((name) => join(folder, name)),
    ...mails.map((name) => join(mail, name)),
  ]
  return [folder, ...(mails.length > 0 ? [mail] : []), ...files.filter((path) => lstatSync(path).isFile())]
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** False if it stays accessible because it belongs to somebody else. */
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
