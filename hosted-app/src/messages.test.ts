import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(
  ['./**/*.{ts,tsx}', '../../packages/*/src/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'],
  { query: '?raw', import: 'default', eager: true },
)

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
  for (const [file, source] of Object.entries(sources)) {
    for (const { key, text } of textsIn(source)) {
      if ((texts.get(key) ?? text) !== text) others.push(`${key} in ${file}`)
      texts.set(key, text)
    }
  }
  expect(texts.size).toBeGreaterThan(2000)
  expect(others).toEqual([])
})
