import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldMessages } from '../../packages/contract/src/schemas/field-messages.ts'

const FOLDERS = ['packages/contract/src', 'server/src']
/** Composed of parts, said beside the texts, or in zod's own words. */
const ELSEWHERE = new Set(
  [
    'tooShort',
    'tooMany',
    'tooFew',
    'tooLarge',
    'tooSmall',
    'wholeNumber',
    'blocks',
    'cells',
    'missing',
    'unknown',
    'type',
    'choice',
    'invalid',
  ].map((code) => `field.${code}`),
)

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('field-messages.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8')),
)

test('each text about a field is what a schema or the server says', () => {
  const unused = Object.entries(fieldMessages).filter(([key, text]) => {
    const pieces = text.split(/\{\w+\}/)
    return !ELSEWHERE.has(key) && !sources.some((source) => pieces.every((piece) => source.includes(piece)))
  })
  expect(unused).toEqual([])
})

test('no two texts are the same', () => {
  const texts = Object.values(fieldMessages)
  expect(new Set(texts).size).toBe(texts.length)
})
