/** Measures the build, writes `docs/sizes.md` and the sizes that other documents name, as part of `npm run docs`. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { releasedSizes } from '../checks/judge-size.mjs'
import { SIZE_DOCUMENTS, withSizes } from './size-figures.ts'
import { table } from './table.ts'

const PROGRAMS = ['scripts/checks/size.mjs', 'scripts/checks/import-size.mjs', 'scripts/checks/received-sizes.mjs']
const TEXT = `<!-- Written by \`npm run docs\`. -->

# Sizes

What a browser receives, in bytes after Brotli compression. The ceilings are promises to readers and partners; \`npm test\`
fails above them. It also names what has grown by more than 5 % since the last release.
`

/** Sizes of the built product beside their ceilings and the last release, measured again. */
function sizesPage(): string {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  const output = PROGRAMS.map((program) => execFileSync(process.execPath, [program], { encoding: 'utf8' })).join('')
  const measured = [...output.matchAll(/^(.+): (\d+) of (\d+) bytes$/gm)]
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const { release, sizes } = releasedSizes()
  const count = (bytes: number) => bytes.toLocaleString('en-US')
  const rows = measured.map(([, name = '', bytes, ceiling]) => {
    const now = Number(bytes)
    // The first figures after a new version was named are those of its release.
    const released = release === version ? (sizes.get(name) ?? now) : now
    return [`\`${name}\``, count(Number(ceiling)), count(released), count(now)]
  })
  return `${TEXT}\n${table(['What', 'Ceiling', `Release ${version}`, 'Now'], rows)}`
}

writeFileSync('docs/sizes.md', `${sizesPage()}\n`)
for (const file of SIZE_DOCUMENTS) writeFileSync(file, withSizes(file))
