import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { finds } from './testing.ts'

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
