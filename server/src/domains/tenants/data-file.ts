import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type * as z from 'zod'
import { ConfigError } from '../../platform/config-error.ts'

/** One of the files of the data folder that the operator writes. */
export interface DataFile {
  dataFolder: string
  file: string
}

/** A file of the operator's, checked; null where there is none. Throws a ConfigError that names every problem at once. */
export function readDataFile<Shape extends z.ZodType>(shape: Shape, about: DataFile) {
  const { dataFolder, file } = about
  const json = readJson(dataFolder, file)
  if (json === null) return null
  const parsed = shape.safeParse(json.value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || file}: ${issue.message}`)
  throw new ConfigError(`${file} in the data folder has problems:\n- ${problems.join('\n- ')}`)
}

function readJson(dataFolder: string, file: string): { value: unknown } | null {
  let text: string
  try {
    text = readFileSync(resolve(dataFolder, file), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    throw new ConfigError(`${file} in the data folder is not JSON.`)
  }
}
