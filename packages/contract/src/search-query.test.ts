// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEARCH_QUERY_MAX_LENGTH } from './limits.ts'
import { emptySearchQuery, formatSearchQuery, parseSearchQuery, type SearchQuery } from './search-query.ts'

/** Strings to break programs. */
const dataFolder = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../shared/data')
const hostileFolder = join(dataFolder, 'hostile/blns')

const word = (text: string) => ({ text, exact: false })
const phrase = (text: string) => ({ text, exact: true })

describe('parseSearchQuery', () => {
  test.each<[string, Partial<SearchQuery>]>([
    ['', {}],
    [' \n\t ', {}],
    ['bridge  river', { texts: [word('bridge'), word('river')] }],
    ['"old  bridge" river', { texts: [phrase('old bridge'), word('river')] }],
    ['“old bridge” «new» „alt“', { texts: [phrase('old bridge'), phrase('new'), phrase('alt')] }],
    ['-toll -"new bridge"', { excluded: [word('toll'), phrase('new bridge')] }],
    ['well-known', { texts: [word('well-known')] }],
    ['from:ada', { from: 'ada' }],
    ['FROM:@Ada_L', { from: 'Ada_L' }],
    ['from:"Ada L"', { from: 'Ada L' }],
    ['from:ada from:ben', { from: 'ben' }],
    ['in:traffic', { topic: 'traffic' }],
    ['in:"two words" bridge', { topic: 'two words', texts: [word('bridge')] }],
    ['before:2026-05-01 after:2026-04-01', { before: '2026-05-01', after: '2026-04-01' }],
    ['before:2024-02-29', { before: '2024-02-29' }],
    ['has:poll has:IMAGE has:video has:poll', { has: ['poll', 'image', 'video'] }],
    ['is:story', { story: true }],
    // Plain words.
    ['before:2026-02-30', { texts: [word('before:2026-02-30')] }],
    ['after:yesterday', { texts: [word('after:yesterday')] }],
    ['after:2026-5-1', { texts: [word('after:2026-5-1')] }],
    ['after:0000-00-00', { texts: [word('after:0000-00-00')] }],
    ['has:teeth', { texts: [word('has:teeth')] }],
    ['is:draft', { texts: [word('is:draft')] }],
    ['https://example.com', { texts: [word('https://example.com')] }],
    ['near:me', { texts: [word('near:me')] }],
    ['from:', { texts: [word('from:')] }],
    ['from:@', { texts: [word('from:@')] }],
    ['in:""', {}],
    ['-from:ada', { excluded: [word('from:ada')] }],
    ['has:"poll tax"', { texts: [phrase('poll tax')] }],
    // Unfinished and hostile.
    ['"old bri', { texts: [phrase('old bri')] }],
    ['"', {}],
    ['""', {}],
    ['-', {}],
    ['- toll', { texts: [word('toll')] }],
    ['-"', {}],
    ['--toll', { excluded: [word('-toll')] }],
    ['a"b"c', { texts: [word('a'), phrase('b'), word('c')] }],
    ['*', { texts: [word('*')] }],
    ['((((', { texts: [word('((((')] }],
    ['a NEAR/2 b', { texts: [word('a'), word('NEAR/2'), word('b')] }],
    ['constructor:x __proto__:x', { texts: [word('constructor:x'), word('__proto__:x')] }],
    ['東京　ラーメン', { texts: [word('東京'), word('ラーメン')] }],
  ])('%j', (text, expected) => {
    expect(parseSearchQuery(text)).toEqual({ ...emptySearchQuery(), ...expected })
  })

  test('a longer query is cut between characters', () => {
    const { texts } = parseSearchQuery('😀'.repeat(10_000))
    expect(texts).toEqual([word('😀'.repeat(SEARCH_QUERY_MAX_LENGTH))])
  })

  test.each(['"', '-', '(', '*', 'a ', '"a" ', '-"', 'from:', 'has:poll ', '\u0301'])(
    'many %j take no time',
    (part) => {
      const text = part.repeat(1_000_000)
      const begin = performance.now()
      parseSearchQuery(text)
      expect(performance.now() - begin).toBeLessThan(1000)
    },
  )

  test.skipIf(!existsSync(hostileFolder))('no hostile string fails', () => {
    let strings = 0
    for (const name of readdirSync(hostileFolder).filter((file) => file.endsWith('.json'))) {
      for (const text of Object.values(JSON.parse(readFileSync(join(hostileFolder, name), 'utf8'))).flat()) {
        const query = parseSearchQuery(String(text))
        for (const part of [...query.texts, ...query.excluded]) expect(part.text).not.toContain('"')
        strings += 1
      }
    }
    expect(strings).toBeGreaterThan(100)
  })
})

describe('formatSearchQuery', () => {
  test('writes each part', () => {
    const text =
      'bridge "old river" -toll -"new bridge" from:ada in:"two words" before:2026-05-01 after:2026-04-01 has:poll is:story'
    expect(formatSearchQuery(parseSearchQuery(text))).toBe(text)
  })

  test('is read back the same', () => {
    const parts = fc.constantFrom(
      '"',
      '-',
      ' ',
      'from:',
      'in:',
      '@',
      'a',
      'b c',
      'has:poll',
      'is:story',
      ':',
      'é',
      '😀',
    )
    const texts = fc.oneof(
      fc.array(parts, { maxLength: 12 }).map((list) => list.join('')),
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const query = parseSearchQuery(text)
        expect(parseSearchQuery(formatSearchQuery(query))).toEqual(query)
      }),
    )
  })
})
