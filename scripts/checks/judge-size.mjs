import { existsSync, readFileSync } from 'node:fs'

const RECORD = 'docs/sizes.md'
/** Growth since the last release that is worth a line. */
const NOTABLE = 0.05

/**
 * Sizes of the last release in bytes, or those measured last, by name, from the page that `npm run docs` writes.
 * @param {'release' | 'now'} [column]
 * @returns {{ release: string, sizes: Map<string, number> }}
 */
export function releasedSizes(text = existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : '', column = 'release') {
  const release = /\| Release ([\d.]+) \|/.exec(text)?.[1] ?? ''
  const rows = text.matchAll(/^\| (.+?) \| [\d,]+ \| ([\d,]+) \| ([\d,]+) \|/gm)
  return {
    release,
    sizes: new Map(
      [...rows].map(([, name = '', released = '', now = '']) => [
        name.replaceAll('`', ''),
        Number((column === 'now' ? now : released).replaceAll(',', '')),
      ]),
    ),
  }
}

/**
 * Prints a size beside its ceiling, and by how much it has grown since the last release. Only a size above its ceiling
 * is a fault.
 * @param {string} name
 * @param {{ bytes: number, ceiling: number }} size
 * @param {ReturnType<typeof releasedSizes>} [released]
 * @returns {boolean} Whether it is within its ceiling.
 */
export function judgeSize(name, { bytes, ceiling }, released = releasedSizes()) {
  console.log(`${name}: ${bytes} of ${ceiling} bytes`)
  const before = released.sizes.get(name)
  if (before !== undefined && bytes > before * (1 + NOTABLE)) {
    console.log(`  ${Math.round((bytes / before - 1) * 100)} % more than in release ${released.release}`)
  }
  if (bytes > ceiling) console.log(`${name} is ${bytes - ceiling} bytes over its ceiling`)
  return bytes <= ceiling
}
