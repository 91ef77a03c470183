import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMatcher, markText } from './mark.ts'
import { lookupsOf } from './query-terms.ts'
import { finds, knownLocales, namesIn } from './testing.ts'

const dataFolder = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../../../../../shared/data')
const file = join(dataFolder, 'search/sentences.json')

interface Sentence {
  name: string
  sentence: string
  words: string[]
  phrases: string[]
  not: string[]
}

describe.skipIf(!existsSync(file))('sentences', () => {
  const sentences: Sentence[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  test.each(sentences)('$name', ({ sentence, words, phrases, not }) => {
    expect(words.filter((word) => !finds(sentence, word))).toEqual([])
    expect(phrases.filter((phrase) => !finds(sentence, `"${phrase}"`))).toEqual([])
    expect(not.filter((word) => finds(sentence, word))).toEqual([])
    expect(words.filter((word) => finds(sentence, `${word} -"${words[0]}"`))).toEqual([])
  })
})

describe('languages', () => {
  const sentences = new Map(knownLocales().map((locale) => [namesIn(locale).join(', '), locale]))

  test('there are two hundred', () => {
    expect(sentences.size).toBeGreaterThanOrEqual(200)
  })

  test.each([...sentences].map(([sentence, locale]) => ({ sentence, locale })))('$locale', ({ sentence, locale }) => {
    const words = [...new Set(sentence.split(/[\s,()·]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))]
    expect(words.length).toBeGreaterThan(5)
    const forms = (word: string) => [
      word,
      word.toUpperCase(),
      word.toLocaleUpperCase(locale),
      word.toLowerCase(),
      word.normalize('NFD'),
      word.normalize('NFKC'),
      `"${word}"`,
      // Without accents, where readers leave them out.
      ...(/^\p{Script=Latin}/u.test(word) ? [word.normalize('NFD').replace(/[\u0300-\u036F]/g, '')] : []),
    ]
    expect(words.flatMap(forms).filter((form) => !finds(sentence, form))).toEqual([])
    expect(words.filter((word) => finds(sentence, `${words[0]} -${word}`))).toEqual([])
    expect(finds(sentence, `"${words.slice(0, 2).join(' ')}"`)).toBe(true)
    expect(finds(sentence, `${words[0]} zyxwv`)).toBe(false)
    for (const word of words) {
      const { hits } = markText(sentence, createMatcher(lookupsOf([{ text: word.toUpperCase(), exact: true }])))
      const letters = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$|^ʻ|ʼ$/gu, '')
      expect(hits.map(([start, end]) => sentence.slice(start, end)).join(' ')).toContain(letters)
    }
  })
})
