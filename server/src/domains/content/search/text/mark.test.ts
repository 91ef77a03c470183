import { parseSearchQuery } from '@stoa/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMatcher, markText } from './mark.ts'
import { lookupOf, lookupsOf } from './query-terms.ts'

const matcher = (query: string) => createMatcher(lookupsOf(parseSearchQuery(query).texts))

/** Half of a character. */
const HALF = /\p{Surrogate}/u

/** A marked text with its hits in brackets. */
function marked(text: string, query: string, maxLength?: number): string {
  const result = markText(text, matcher(query), maxLength === undefined ? {} : { maxLength })
  let shown = ''
  let at = 0
  for (const [start, end] of result.hits) {
    shown += `${result.text.slice(at, start)}[${result.text.slice(start, end)}]`
    at = end
  }
  return shown + result.text.slice(at)
}

describe('markText', () => {
  test.each([
    ['The old bridge', 'bridge', 'The old [bridge]'],
    ['The old bridge', 'nothing', 'The old bridge'],
    ['Bridges, bridge', 'bridge', '[Bridges], [bridge]'],
    ['Bridges, bridge', '"bridge"', 'Bridges, [bridge]'],
    ['Un CAFE\u0301 noir', 'cafe', 'Un [CAFE\u0301] noir'],
    ['Die Straße', 'strasse', 'Die [Straße]'],
    ['Frau Mueller', 'Müller', 'Frau [Mueller]'],
    ['the old bridge, old bridge', '"old bridge"', 'the [old bridge], [old bridge]'],
    ['an old, old bridge', '"old bridge"', 'an old, [old bridge]'],
    ['AT&T and T', 'at&t', '[AT&T] and T'],
    ['a a a a', '"a a a"', '[a a a a]'],
    ['北京大学今天发布', '大学', '北京[大学]今天发布'],
    ['北京大学今天发布', '京', '北[京]大学今天发布'],
    ['東京都でﾗｰﾒﾝを', 'ラーメン', '東京都で[ﾗｰﾒﾝ]を'],
    ['ฉันชอบกินข้าวผัด', 'ข้าวผัด', 'ฉันชอบกิน[ข้าวผัด]'],
    ['저는 한국어를', '한국어', '저는 [한국어]를'],
    ['של סופר מפורסם בארץ', 'מפורסמ', 'של סופר [מפורסם] בארץ'],
    ['أهلاً وسهلاً', 'اهلا', '[أهلاً] وسهلاً'],
    ['😀𠮷野家😀', '野家', '😀𠮷[野家]😀'],
    ['a\n\n  b\tc', 'c', 'a b [c]'],
    ['', 'c', ''],
  ])('%s, %s', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected)
  })

  test('an unfinished word marks whole words', () => {
    const [lookup] = [lookupOf({ text: 'bri', exact: false }, { prefix: true })]
    expect(markText('A bridge, a brick', createMatcher(lookup ? [lookup] : [])).hits).toEqual([
      [2, 8],
      [12, 17],
    ])
  })

  const filler = (words: number) => Array.from({ length: words }, (_, index) => `filler${index}`).join(' ')

  test('without a match the beginning is shown, up to a whole word', () => {
    expect(marked('The quick brown fox jumps', 'nothing', 18)).toBe('The quick brown …'.replace(' …', '…'))
  })

  test('the excerpt is where most different words are', () => {
    const text = `bridge ${filler(40)} river river river ${filler(40)} the bridge over the river ${filler(40)}`
    const shown = marked(text, 'bridge river', 80)
    expect(shown).toContain('the [bridge] over the [river]')
    expect(shown.startsWith('…')).toBe(true)
    expect(shown.endsWith('…')).toBe(true)
  })

  test('the end is shown in full length', () => {
    const shown = markText(`${filler(40)} bridge.`, matcher('bridge'), { maxLength: 60 })
    expect(shown.text).toMatch(/^….{40,}bridge\.$/)
  })

  test('scripts without spaces are cut between words or characters', () => {
    const thai = 'ฉันชอบกินข้าวผัดที่ตลาดน้ำ'.repeat(20)
    const { text } = markText(thai, matcher('ตลาด'), { maxLength: 40 })
    expect(text).toMatch(/ตลาด/)
    expect(text).not.toMatch(/^…\p{M}/u)
    const han = markText('北京大学今天发布了新的研究报告'.repeat(20), matcher('报告'), { maxLength: 30 })
    expect(han.hits.map(([start, end]) => han.text.slice(start, end))).toContain('报告')
  })

  test('characters of several code points stay whole', () => {
    const family = '👩‍👩‍👧'
    const { text } = markText(family.repeat(100), matcher('x'), { maxLength: 50 })
    expect(text).toBe(`${family.repeat((text.length - 1) / family.length)}…`)
  })

  test('no text breaks it', () => {
    const parts = fc.constantFrom(
      'bridge',
      'river',
      ' ',
      '\n',
      '北京',
      'é',
      'e\u0301',
      '😀',
      '\uD83D',
      'a'.repeat(90),
      'ข้าว',
      '́',
      '👩‍👩‍👧',
      'ﷺ',
    )
    const texts = fc.array(parts, { maxLength: 60 }).map((list) => list.join(''))
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom('bridge river', '北京', '"river bridge"', 'ข้า é', 'صلى'),
        fc.integer({ min: 20, max: 120 }),
        (text, query, maxLength) => {
          const result = markText(text, matcher(query), { maxLength })
          expect(result.text.length).toBeLessThanOrEqual(maxLength)
          let at = 0
          for (const [start, end] of result.hits) {
            expect(start).toBeGreaterThanOrEqual(at)
            expect(end).toBeGreaterThan(start)
            expect(end).toBeLessThanOrEqual(result.text.length)
            expect(result.text.slice(start, end)).toBe(result.text.slice(start, end).trim())
            at = end
          }
          const whole = markText(text, matcher(query))
          expect(result.hits.length > 0).toBe(whole.hits.length > 0)
          const inner = result.text.replace(/^…|…$/g, '')
          expect(whole.text).toContain(inner)
          if (!HALF.test(text)) expect(inner).not.toMatch(HALF)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('a long text is marked in time linear in its length', () => {
    const begin = performance.now()
    markText('a '.repeat(100_000), matcher(`"${'a '.repeat(80)}b"`), { maxLength: 200 })
    markText('a'.repeat(200_000), matcher('a'), { maxLength: 200 })
    expect(performance.now() - begin).toBeLessThan(5000)
  })
})
