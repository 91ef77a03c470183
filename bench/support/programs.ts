import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const BUILD = join(import.meta.dirname, '../../scripts/build.mjs')

/** Runs the programs of a folder that are named on the command line, one after another; lists them if none is named. */
export async function runPrograms(folder: string): Promise<void> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'))
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !names.includes(name))
  if (wanted.length === 0 || unknown.length > 0) {
    console.log(`${unknown.length > 0 ? `Unknown: ${unknown.join(', ')}. ` : ''}Choose from: ${names.join(', ')}`)
    process.exitCode = unknown.length > 0 ? 2 : 0
    return
  }
  // Makes sure that the build matches the sources.
  execFileSync(process.execPath, [BUILD], { stdio: 'inherit' })
  for (const name of wanted) {
    console.log(`\n## ${name}`)
    const { run }: { run: () => Promise<void> } = await import(join(folder, `${name}.ts`))
    await run()
  }
  // Also ends servers and databases left over from a failed run.
  process.exit()
}
