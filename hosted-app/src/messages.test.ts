import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** The sources of the forum and of all packages, without tests. */
function sources(): string[] {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name, 'src'))
  return ['hosted-app/src', ...packages].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )
}

/** The texts that a file declares in constants named `messages` or `…Messages`. Those from other constants are left out. */
function textsIn(source: string): { key: string; text: string }[] {
  const catalogs = source.matchAll(/\bconst (?:\w*M|m)essages = \{(.*?)\} as const$/gms)
  return [...catalogs].flatMap(([, body = '']) =>
    [...body.matchAll(/'([\w.-]+)':\s+('[^'\n]*'|"[^"\n]*")/g)].map(([, key = '', text = '']) => ({ key, text })),
  )
}

test('a key has the same text everywhere, so that a forum can translate its texts in one file', () => {
  const texts = new Map<string, string>()
  const others: string[] = []
  for (const file of sources()) {
    for (const { key, text } of textsIn(readFileSync(join(ROOT, file), 'utf8'))) {
      if ((texts.get(key) ?? text) !== text) others.push(`${key} in ${file}`)
      texts.set(key, text)
    }
  }
  expect(texts.size).toBeGreaterThan(2000)
  expect(others).toEqual([])
})
