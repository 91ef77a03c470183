import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../shared/data')

/**
 * Path of a real-input file or folder in the data folder next to the checkout; null if missing. Tests that need it are
 * then skipped.
 */
export function realInput(path: string): string | null {
  const full = join(folder, path)
  return existsSync(full) ? full : null
}
