import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../shared/data')

/**
 * Path of a file or folder in the data folder next to the checkout. If it is missing, reports it as skipped and returns
 * null.
 */
export function dataPath(path: string): string | null {
  const full = join(FOLDER, path)
  if (existsSync(full)) return full
  console.log(`1 skipped: ${full} is missing (set STOA_DATA_FOLDER)`)
  return null
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Full paths of all files under a folder whose names end with `ending`, in a fixed order. */
export function filesEnding(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name))
}
