import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SLUG_MAX_LENGTH } from './limits.ts'
import { foldSlug, numberedSlug, slugOf, slugProblem } from './slugs.ts'
import { textLength } from './text.ts'

test.each([
  ['Hello, World!', 'hello-world'],
  ['  Don’t   panic -- ever ', 'dont-panic-ever'],
  ['Über Straßen', 'über-straßen'],
  ['İstanbul’da', 'istanbulda'],
  ['日本語 の 題名', '日本語-の-題名'],
  ['مرحبا بالعالم', 'مرحبا-بالعالم'],
  ['हिन्दी में शीर्षक', 'हिन्दी-में-शीर्षक'],
  ['தமிழ் தலைப்பு', 'தமிழ்-தலைப்பு'],
  ['z̷̢a̸l̶g̷o̵', 'zalgo'],
  ['🎉🎉🎉', 'post'],
  ['Settings', 'settings-post'],
  ['abcdefghij0123456789', 'abcdefghij0123456789-post'],
  [`Erased ${'4a'.repeat(20)}`, `erased-${'4a'.repeat(20)}-post`],
])('%s becomes %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('words are kept whole up to the limit', () => {
  expect(slugOf(`${'a'.repeat(79)} b`)).toBe('a'.repeat(79))
  expect(slugOf(`${'a'.repeat(78)} b`)).toBe(`${'a'.repeat(78)}-b`)
  expect(slugOf('a'.repeat(81))).toBe('a'.repeat(80))
})

test('a number is added within the limit', () => {
  expect(numberedSlug('hello-world', 2)).toBe('hello-world-2')
  expect(numberedSlug('a'.repeat(80), 12)).toBe(`${'a'.repeat(77)}-12`)
})

test('every title gives a valid slug', () => {
  const title = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[a-z0-9]{18,22}$/),
  )
  fc.assert(
    fc.property(title, (text) => {
      const slug = slugOf(text)
      expect([foldSlug(slug), slugProblem(slug)]).toEqual([slug, null])
      expect(textLength(slug)).toBeLessThanOrEqual(SLUG_MAX_LENGTH)
      expect(slugProblem(numberedSlug(slug, 2))).toBeNull()
    }),
    { numRuns: 200 },
  )
}, 20_000)

test.each([
  ['my-post', null],
  ['über-straßen', null],
  ['2026', null],
  ['', 'form'],
  ['two words', 'form'],
  ['Upper', 'form'],
  ['-edge', 'form'],
  ['a--b', 'form'],
  ['a/b', 'form'],
  ['a'.repeat(81), 'length'],
  ['settings', 'reserved'],
  ['abcdefghij0123456789', 'reserved'],
  [`erased-${'4a'.repeat(20)}`, 'reserved'],
])('%s as an author’s own address: %s', (slug, problem) => {
  expect(slugProblem(slug)).toBe(problem)
})
