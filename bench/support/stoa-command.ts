import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BENCH_SECRET } from './server-process.ts'

const CLI = join(import.meta.dirname, '../../server/dist/cli.js')

/** Runs a command of the operator's on the data folder of a running server. */
export async function stoaCommand(dataFolder: string, parameters: string[]): Promise<void> {
  const env = { ...process.env, STOA_DATA: dataFolder, STOA_SECRET: BENCH_SECRET, STOA_DEMO: '0' }
  await promisify(execFile)(process.execPath, [CLI, ...parameters], { env })
}
