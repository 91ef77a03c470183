// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlankText, isolated, normalizeText, textLength } from './text.ts'

describe('stored text', () => {
  test.each([
    ['line ends of every system are one', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['white space around it goes', ' \n\t text \u00a0\u3000', 'text'],
    ['letters and their accents are joined', 'e\u0301', '\u00e9'],
    ['a zero byte goes', 'a\u0000b', 'ab'],
    [
      'half a surrogate pair is marked, a whole one is kept',
      '\ud83d a \ude00 \ud83d\ude00',
      '\ufffd a \ufffd \ud83d\ude00',
    ],
    [
      'a row of marks is broken after thirty',
      `x${'\u0316\u0301'.repeat(16)}`,
      `x${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}\u034F\u0316\u0301`,
    ],
    ['thirty marks stay as they are', `x${'\u0316'.repeat(30)}`, `x${'\u0316'.repeat(30)}`],
    ['joined emoji and right-to-left marks stay', '\u200f\u05d0 👩‍👩‍👧', '\u200f\u05d0 👩‍👩‍👧'],
  ])('%s', (_, typed, stored) => {
    expect(normalizeText(typed)).toBe(stored)
  })

  // Any code units, including halves of surrogate pairs.
  const codeUnits = fc.uint16Array({ maxLength: 30 }).map((units) => String.fromCharCode(...units))

  test('normalizing it again changes nothing, and it survives UTF-8', () => {
    fc.assert(
      fc.property(codeUnits, (typed) => {
        const stored = normalizeText(typed)
        expect(normalizeText(stored)).toBe(stored)
        expect(new TextDecoder().decode(new TextEncoder().encode(stored))).toBe(stored)
      }),
      { numRuns: 1000 },
    )
  })

  test('rows of combining marks are too short to be slow to sort', () => {
    const marks = fc.array(fc.constantFrom('a', '\u0301', '\u0316', '\u034F', '\u0F71'), { maxLength: 200 })
    fc.assert(
      fc.property(marks, (typed) => {
        const stored = normalizeText(typed.join(''))
        expect(stored).not.toMatch(/[\u0301\u0316\u0F71]{31}/)
        expect(normalizeText(stored)).toBe(stored)
      }),
    )
  })

  test('is counted in code points', () => {
    expect(['', 'abc', '😀😀', '👩‍👩‍👧', 'e\u0301'].map(textLength)).toEqual([0, 3, 2, 5, 2])
  })

  test.each([
    '',
    ' ',
    '\n',
    '\u200b',
    '\u200b\u200d\ufeff',
    '\u3164',
    '\u2800',
    '\u00ad',
    '\ufe0f',
    '\u2060 \u180e',
    '\u115f',
  ])('%j is invisible', (text) => expect(isBlankText(text)).toBe(true))

  test.each(['.', ' a ', '\u200bא', '👍', '👍\ufe0f', '\u0301'])('%j is visible', (text) =>
    expect(isBlankText(text)).toBe(false),
  )
})

test('names are isolated in plain text, without direction marks', () => {
  expect(isolated('Ada\u202E\u200F Lovelace')).toBe('Ada Lovelace')
  expect(isolated('\u2067\u05D0\u05D1\u05D2\u2069')).toBe('\u2068\u05D0\u05D1\u05D2\u2069')
})
