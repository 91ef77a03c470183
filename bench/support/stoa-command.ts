import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BENCH_SECRET } from './server-process.ts'

const CLI = join(import.meta.dirname, '../../server/dist/cli.js')

/** Runs an operator's command on the data folder of a running server; `input` is its standard input. */
export async function stoaCommand(dataFolder: string, parameters: string[], input = ''): Promise<void> {
  const env = { ...process.env, STOA_DATA: dataFolder, STOA_SECRET: BENCH_SECRET, STOA_DEMO: '0' }
  const running = promisify(execFile)(process.execPath, [CLI, ...parameters], { env })
  running.child.stdin?.end(input)
  await running
}
