import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from './fold-text.ts'
import { linksIn } from './links.ts'
import { compileLists } from './lists.ts'
import { createWordMatcher } from './word-matcher.ts'

function matched(entries: string[], text: string): string[] {
  const lists = compileLists(entries.map((entry) => ({ text: entry, action: 'hold' })))
  return lists.find({ text, folded: foldText(text), links: linksIn(text) }).map((hit) => hit.text)
}

describe('words', () => {
  test.each([
    ['viagra', 'Buy VIAGRA now', ['VIAGRA']],
    ['viagra', 'ｖｉáｇｒa!', ['ｖｉáｇｒa']],
    ['viagra', 'via\u00ADgra and vi\u200Bagra', ['via\u00ADgra']],
    ['cialis', 'a specialist', []],
    ['cialis', 'socialism', []],
    ['ass', 'first class', []],
    ['buy  now', 'Buy\n now', ['Buy\n now']],
    ['spam*', 'spammers', ['spam']],
    ['spam*', 'antispam', []],
    ['赌博', '网上赌博平台', ['赌博']],
    ['казино', 'Лучшее КАЗИНО.', ['КАЗИНО']],
    ['🎰', 'win 🎰🎰', ['🎰']],
    ['c++', 'I like C++, too', ['C++']],
    ['straße', 'STRASSE', []],
    ['he', 'she said: he, hers', ['he']],
  ])('%s in %j', (entry, text, expected) => {
    expect(matched([entry], text)).toEqual(expected)
  })

  test('finds the same matches as a plain search, whatever the entries have in common', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 8 }), fc.array(word, { maxLength: 20 }), (entries, words) => {
        const text = foldText(words.join(' '))
        const found = createWordMatcher(entries).find(text)
        expect(found.map(({ entry }) => entries[entry]).toSorted()).toEqual(
          entries.filter((entry) => words.includes(entry)).toSorted(),
        )
        for (const { entry, start, end } of found) expect(text.text.slice(start, end)).toBe(entries[entry])
      }),
    )
  })

  test('takes linear time', () => {
    const entries = Array.from({ length: 500 }, (_, index) => `${'a'.repeat(96)}${index}`)
    const matcher = createWordMatcher(entries)
    expect(matcher.find(foldText('a'.repeat(1_000_000)))).toEqual([])
  })

  test('finds overlapping entries without checking each at every position', () => {
    const entries = Array.from({ length: 100 }, (_, index) => 'a'.repeat(index + 1))
    const matcher = createWordMatcher(entries)
    expect(matcher.find(foldText('a'.repeat(1_000_000)))).toEqual([])
  })

  test('the last of duplicate entries counts', () => {
    const lists = compileLists([
      { text: 'Casino', action: 'hold' },
      { text: 'casino', action: 'refuse' },
    ])
    const hits = lists.find({ text: 'casino', folded: foldText('casino'), links: [] })
    expect(hits.map(({ action }) => action)).toEqual(['refuse'])
  })
})

describe('addresses', () => {
  test.each([
    ['bit.ly', 'see https://bit.ly/x1', ['https://bit.ly/x1']],
    ['bit.ly', 'see bit.ly/x1.', ['bit.ly/x1']],
    ['bit.ly', 'https://www.bit.ly', ['https://www.bit.ly']],
    ['bit.ly', 'https://orbit.ly/', []],
    ['example.com', 'https://shop.example.com:8080/?a=1', ['https://shop.example.com:8080/?a=1']],
    ['https://example.com/offer', 'https://example.com/offer?x=1', ['https://example.com/offer?x=1']],
    ['example.com/offer', 'https://example.com/offers', []],
    ['example.com/Offer/*', '(https://EXAMPLE.com/OFFER/1)', ['https://EXAMPLE.com/OFFER/1']],
    ['bücher.example', 'http://xn--bcher-kva.example/a', ['http://xn--bcher-kva.example/a']],
    ['example.com', 'mail me@example.com', []],
    ['example.com', 'https://user:word@example.com/', ['https://user:word@example.com/']],
    ['example.com', '[text](http://example.com/a)', ['http://example.com/a']],
    ['http://1.2.3.4', 'http://1.2.3.4/win', ['http://1.2.3.4/win']],
    ['http://[::1]', 'see http://[::1]/win', ['http://[::1]/win']],
    ['spam.com', 'https://spam.com./x', ['https://spam.com./x']],
    ['spam.com', 'https://sp%61m.com', ['https://sp%61m.com']],
    ['spam.com', '看https://spam。com/x', ['https://spam。com/x']],
    ['spam.com', 'https://sp\u00ADam.com/', ['https://sp\u00ADam.com/']],
    ['spam.com', 'sp\u00ADam.com/x', ['sp\u00ADam.com/x']],
    ['spam.com', 'https://spam.com\\@good.com', ['https://spam.com\\@good.com']],
    ['spam.com', 'https:// spam.com', ['spam.com']],
    ['node.js', 'I use Node.js.', ['Node.js']],
  ])('%s in %j', (entry, text, expected) => {
    expect(matched([entry], text)).toEqual(expected)
  })

  test('links are recognized by a scheme or www.', () => {
    const plain = linksIn('http://a.example, www.b.example and the end.Next one').filter(({ isPlain }) => isPlain)
    expect(plain.map(({ host }) => host)).toEqual(['a.example', 'b.example'])
  })
  test('takes linear time', () => {
    for (const part of ['.!', 'https://', 'https://a.', 'a.b', '。a', 'https://a。a'])
      linksIn(part.repeat(200_000) + '-')
  })
})
