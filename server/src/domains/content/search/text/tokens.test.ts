import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TERM_MAX_BYTES, tokenParts, tokensOf, unitsText } from './tokens.ts'

const terms = (text: string) => tokensOf(text).map(({ term }) => term)

describe('tokensOf', () => {
  test.each<[string, string[]]>([
    ['', []],
    [' \n…!', []],
    ['Café CAFE\u0301 ｃａｆｅ', ['cafe', 'cafe', 'cafe']],
    ['Straße STRASSE', ['strasse', 'strasse']],
    ['Łódź Øl Þór Đà cœur', ['lodz', 'ol', 'thor', 'da', 'coeur']],
    ['İstanbul ILIK ılık', ['istanbul', 'ilik', 'ilik']],
    ['ёжик мой', ['ежик', 'мой']],
    ['ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
    ['don’t l’eau oʻzbek', ['don', 't', 'l', 'eau', 'o', 'zbek']],
    ['AT&T C++ foo_bar 3.14', ['at', 't', 'c', 'foo', 'bar', '3', '14']],
    ['co\u00ADoperate می\u200Cخواهم', ['cooperate', 'ميخواهم']],
    ['۱۲۳ ١٢٣ १२३ 𝟙𝟚 x²', ['123', '123', '123', '12', 'x2']],
    ['مُحَمَّد كتــــاب إلى', ['محمد', 'كتاب', 'الي']],
    ['סוֹפֵר מפורסם', ['סופר', 'מפורסמ']],
    ['हिन्दी पढ़ना', ['हिन्दी', 'पढना']],
    ['北京', ['北', '北京', '京']],
    ['北京，大学', ['北', '北京', '京', '大', '大学', '学']],
    ['ﾗｰﾒﾝ', ['ラ', 'ラー', 'ー', 'ーメ', 'メ', 'メン', 'ン']],
    ['ｶﾞｽ か\u3099', ['ガ', 'ガス', 'ス', 'が']],
    ['한국', ['한', '한국', '국']],
    ['한국'.normalize('NFD'), ['한', '한국', '국']],
    ['ที่นี่', ['ที่', 'ที่นี่', 'นี่']],
    ['ខ្ញុំ', ['ខ្ញុំ']],
    ['မြန်မာ', ['မြ', 'မြန်', 'န်', 'န်မာ', 'မာ']],
    ['iPhone手机', ['iphone', '手', '手机', '机']],
    ['𠮷野家', ['𠮷', '𠮷野', '野', '野家', '家']],
    ['😀 a', ['a']],
  ])('%j', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test('ranges point into the text as written', () => {
    const text = '😀 CAFÉ 北ﾗｰ ﷺ'.normalize('NFD')
    const written = tokensOf(text).map(({ start, end }) => text.slice(start, end))
    expect(written).toEqual(['CAFÉ'.normalize('NFD'), '北', '北ﾗ', 'ﾗ', 'ﾗｰ', 'ｰ', 'ﷺ', 'ﷺ', 'ﷺ', 'ﷺ'])
  })

  test('the text of units leaves the pairs out', () => {
    expect(unitsText(tokensOf('in 北京'))).toBe(' in 北 京 ')
  })

  test('a term is cut between characters, in texts and in queries', () => {
    for (const letter of ['a', 'я', 'अ', '𐐨']) {
      const [token] = tokensOf(letter.repeat(500))
      expect(Buffer.byteLength(token?.term ?? '')).toBe(TERM_MAX_BYTES)
    }
    expect(terms('aя'.repeat(100))[0]).not.toContain('\uFFFD')
  })

  test('what is a term remains one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const { term, kind, start, end } of tokensOf(text)) {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(term).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
          expect(Buffer.byteLength(term)).toBeLessThanOrEqual(TERM_MAX_BYTES)
          if (kind !== 'pair') expect(terms(term)).toContain(term)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('tokenParts', () => {
  const sentence = 'Die Straße in Köln, 北京大学今天发布了新的研究报告，欢迎讨论。'

  test('a part ends between words', () => {
    const text = sentence.repeat(1000)
    const whole = tokensOf(sentence)
    const all = [...tokenParts(text)]
    expect(all.length).toBeGreaterThan(2)
    expect(all.flat().map(({ term }) => term)).toEqual(
      Array.from({ length: 1000 }, () => whole.map(({ term }) => term)).flat(),
    )
    for (const { start, end, term } of all
      .flat()
      .filter(({ kind }) => kind === 'word')
      .slice(-50)) {
      expect(terms(text.slice(start, end))).toEqual([term])
    }
  })

  test('pairs continue across parts of a text without any break', () => {
    const text = '北京'.repeat(10_000)
    expect(tokensOf(text).filter(({ kind }) => kind === 'pair')).toHaveLength(2 * 10_000 - 1)
  })

  test.each([
    ['letters', 'a'],
    ['words', 'word '],
    ['Han', '北'],
    ['accents', '\u0301'],
    ['letters with accents', 'e\u0301\u0316'],
    ['ligatures', 'ﷺ'],
    ['lone surrogates', '\uD800'],
    ['low surrogates', '\uDC00'],
    ['jamo', '\u1112\u1161\u11AB'],
    ['halfwidth marks', '\uFF76\uFF9E'],
    ['coeng', '\u1780\u17D2'],
    ['digits', '१'],
  ])('%s: a long text takes time linear in its length', (_, unit) => {
    const text = unit.repeat(Math.ceil(400_000 / unit.length))
    const begin = performance.now()
    for (const tokens of tokenParts(text)) expect(tokens.length).toBeLessThan(200_000)
    expect(performance.now() - begin).toBeLessThan(10_000)
  })
})
