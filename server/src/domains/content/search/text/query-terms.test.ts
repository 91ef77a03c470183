import { describe, expect, test } from 'vitest'
import { expansionsOf } from './expansions.ts'
import { lookupOf, lookupsOf, prefixEnd } from './query-terms.ts'
import { finds } from './testing.ts'

const lookup = (text: string, options: { exact?: boolean; prefix?: boolean } = {}) =>
  lookupOf({ text, exact: options.exact ?? false }, { prefix: options.prefix ?? false })

describe('lookupOf', () => {
  test.each([
    ['Café', ['cafe'], null],
    ['don’t', ['don', 't'], ' don t '],
    ['AT&T', ['at', 't'], ' at t '],
    ['京', ['京'], null],
    ['北京', ['北京'], ' 北 京 '],
    ['北京大学', ['北京', '京大', '大学'], ' 北 京 大 学 '],
    ['北京 大学', ['北京', '大学'], ' 北 京 大 学 '],
    ['iPhone手', ['iphone', '手'], ' iphone 手 '],
    ['哈哈哈', ['哈哈'], ' 哈 哈 哈 '],
    ['tom tom', ['tom'], ' tom tom '],
  ])('%s', (text, terms, phrase) => {
    expect(lookup(text, { exact: true })).toEqual({ terms, phrase, expansions: [], prefix: false })
  })

  test('what has no letters asks for nothing', () => {
    expect(lookupsOf(['(((', '*', '-', '…', '😀'].map((text) => ({ text, exact: false })))).toEqual([])
  })

  test('only a word has other forms', () => {
    expect(lookup('bridge')?.expansions).toContain('bridges')
    expect(lookup('bridge', { exact: true })?.expansions).toEqual([])
    expect(lookup('old-bridge')?.expansions).toEqual([])
  })

  test('only what ends with a word can continue', () => {
    expect(lookup('bri', { prefix: true })?.prefix).toBe(true)
    expect(lookup('bri!', { prefix: true })?.prefix).toBe(false)
    expect(lookup('bri', { prefix: true, exact: true })?.prefix).toBe(false)
    expect(lookup('bri')?.prefix).toBe(false)
  })

  test('every word that begins with a prefix comes before its end', () => {
    for (const rest of ['', 'z', '\uFFFD', '𐐨'])
      expect(Buffer.compare(Buffer.from(`ab${rest}`), Buffer.from(prefixEnd('ab')))).toBe(-1)
    expect(Buffer.compare(Buffer.from('ac'), Buffer.from(prefixEnd('ab')))).toBe(1)
  })
})

describe('expansionsOf', () => {
  test.each([
    ['bridge', ['bridges', 'bridging', 'bridged']],
    ['bridges', ['bridge', 'bridged']],
    ['walk', ['walks', 'walked', 'walking']],
    ['walking', ['walk', 'walks', 'walked']],
    ['walked', ['walk', 'walking']],
    ['planned', ['plan', 'plans', 'planning']],
    ['plan', ['plans', 'planned', 'planning']],
    ['making', ['make', 'makes']],
    ['city', ['cities']],
    ['cities', ['city']],
    ['boxes', ['box']],
    ['box', ['boxes']],
    ['Müller', ['mueller']],
    ['mueller', ['muller']],
    ['Straße', ['strassen']],
    ['schön', ['schoen', 'schone', 'schonen', 'schoner']],
    ['Kinder', ['kind']],
    ['Kind', ['kinder']],
    ['ragazza', ['ragazze']],
    ['gatos', ['gato', 'gata', 'gatas']],
    ['niña', ['nino', 'ninos', 'ninas']],
    ['ragazzo', ['ragazzi', 'ragazza']],
    ['journaux', ['journal']],
    ['coração', ['coracoes']],
    ['estación', ['estaciones']],
  ])('%s', (word, expected) => {
    const [term = ''] = lookup(word, { exact: true })?.terms ?? []
    expect(expansionsOf(word, term)).toEqual(expect.arrayContaining(expected))
  })

  test.each(['who', 'ill', 'as', 'the', 'hen', 'quest', 'blue', 'queue', 'ежик', '2026', 'thread2'])(
    '%s has no form that is much shorter',
    (word) => {
      for (const form of expansionsOf(word, word)) expect(form.length).toBeGreaterThanOrEqual(3)
    },
  )

  test.each([
    ['then', 'the'],
    ['here', 'hero'],
    ['under', 'und'],
    ['being', 'be'],
    ['his', 'hi'],
  ])('%s is no form of %s', (word, other) => {
    expect(expansionsOf(word, word)).not.toContain(other)
  })

  test('they are few, and the word is not one of them', () => {
    for (const word of ['classes', 'agreed', 'aeoeueaae', 'abbess', 'boos', 'operationales']) {
      const forms = expansionsOf(word, word)
      expect(forms).not.toContain(word)
      expect(new Set(forms).size).toBe(forms.length)
      expect(forms.length).toBeLessThanOrEqual(24)
    }
  })

  test('an exact word is found, whatever its other forms', () => {
    for (const word of ['classes', 'singing', 'bed', 'news', 'Mueller', 'Müller'])
      expect(finds(`x ${word} y`, word)).toBe(true)
    expect(finds('He sings', 'singing')).toBe(true)
    expect(finds('He sings', '"singing"')).toBe(false)
    expect(finds('Frau Mueller', 'Müller')).toBe(true)
    expect(finds('Frau Müller', 'Mueller')).toBe(true)
    expect(finds('two bridges', 'bridge -"bridges"')).toBe(false)
  })
})
