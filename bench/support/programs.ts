import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const BUILD = join(import.meta.dirname, '../../scripts/build.mjs')

/** Runs the programs of a folder that are named on the command line, one after another; lists them if none is named. */
export async function runPrograms(folder: string): Promise<void> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'))
  const requestedNames = process.argv.slice(2)
  const unknownNames = requestedNames.filter((name) => !names.includes(name))
  if (requestedNames.length === 0 || unknownNames.length > 0) {
    console.log(
      `${unknownNames.length > 0 ? `Unknown: ${unknownNames.join(', ')}. ` : ''}Choose from: ${names.join(', ')}`,
    )
    process.exitCode = unknownNames.length > 0 ? 2 : 0
    return
  }
  // Makes sure that the build matches the sources.
  execFileSync(process.execPath, [BUILD], { stdio: 'inherit' })
  for (const name of requestedNames) {
    console.log(`\n## ${name}`)
    const { run }: { run: () => Promise<void> } = await import(join(folder, `${name}.ts`))
    await run()
  }
  // Also ends servers and databases left over from a failed run.
  process.exit()
}
