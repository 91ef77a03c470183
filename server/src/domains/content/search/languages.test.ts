import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { knownLocales, namesIn } from './text/testing.ts'

const dataFolder = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../../../../shared/data')
const file = join(dataFolder, 'search/sentences.json')

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const wordsOf = (sentence: string) => sentence.split(/[\s,()·]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

/** Sentences in many languages, each with the word of it that the fewest others have. */
function sentencesOfLanguages(): { sentence: string; word: string }[] {
  const sentences = new Set(
    knownLocales().map((locale) => {
      const names = namesIn(locale)
      // A month, a day and languages.
      return [names[1], names[13], ...names.slice(-4)].join(', ')
    }),
  )
  const uses = new Map<string, number>()
  for (const sentence of sentences) {
    for (const word of new Set(wordsOf(sentence))) uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  const usesOf = (word: string) => uses.get(word) ?? 0
  return [...sentences].map((sentence) => {
    const [word = ''] = wordsOf(sentence).toSorted((one, other) => usesOf(one) - usesOf(other))
    return { sentence, word }
  })
}

test('comments in two hundred languages are each found by a word', async () => {
  const real: { sentence: string; words: string[] }[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const sentences = [
    ...sentencesOfLanguages(),
    ...real.flatMap(({ sentence, words }) => words.map((word) => ({ sentence, word }))),
  ]
  expect(sentences.length).toBeGreaterThanOrEqual(200)
  const { stoa } = forum
  const { id } = await forum.say(forum.ada.token, { postId: await forum.newPost(), content: 'A sentence.' })
  const row = await stoa.database.read('comments').where({ id }).first()
  const ids = new Map(
    [...new Set(sentences.map(({ sentence }) => sentence))].map((text) => [text, stoa.app.ids.next()]),
  )
  const rows = [...ids].map(([content, copyId]) => ({ ...row, id: copyId, content }))
  await stoa.database.transaction(async ({ connection }) => {
    for (let at = 0; at < rows.length; at += 25) await connection('comments').insert(rows.slice(at, at + 25))
  })
  await stoa.app.services.searchIndex.complete()
  const missed: string[] = []
  for (const { sentence, word } of sentences) {
    const { items } = await stoa.app.callLocally('searchComments', { query: `"${word}"`, limit: 500, count: false })
    if (!items.some(({ comment }) => comment.id === ids.get(sentence))) missed.push(`${word}: ${sentence}`)
  }
  expect(missed).toEqual([])
  const none = await stoa.app.callLocally('searchComments', { query: 'zyxwv', limit: 500 })
  expect(none.items).toEqual([])
})
