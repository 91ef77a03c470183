import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { BENCH_SECRET } from './server-process.ts'

/** Runs `stoa check` on a database that no server uses; returns its output and whether it found no differences. */
export function stoaCheck(environment: Record<string, string>): { clean: boolean; output: string } {
  const command = join(import.meta.dirname, '../../server/dist/cli.js')
  try {
    const output = execFileSync(process.execPath, [command, 'check'], {
      env: { ...process.env, STOA_SECRET: BENCH_SECRET, ...environment },
      encoding: 'utf8',
    })
    return { clean: true, output }
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    return { clean: false, output: `${stdout ?? ''}${stderr ?? ''}` }
  }
}
