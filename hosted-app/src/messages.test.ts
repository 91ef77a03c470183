import { expect, test } from 'vitest'

const catalogues = {
  ...import.meta.glob<Record<string, Record<string, string>>>('./**/*messages.ts', { eager: true }),
  ...import.meta.glob<Record<string, Record<string, string>>>('../../packages/*/src/**/*messages.ts', { eager: true }),
}

test('a key has the same text everywhere, so that a forum can translate its texts in one file', () => {
  const texts = new Map<string, string>()
  const others: string[] = []
  const all = Object.entries(catalogues).flatMap(([file, exported]) =>
    Object.values(exported).flatMap((messages) => Object.entries(messages).map(([key, text]) => ({ file, key, text }))),
  )
  expect(all.length).toBeGreaterThan(800)
  for (const { file, key, text } of all) {
    if ((texts.get(key) ?? text) !== text) others.push(`${key} in ${file}`)
    texts.set(key, text)
  }
  expect(others).toEqual([])
})
