import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { realInput } from '../../../../test/real-input.ts'
import { foldText } from './fold-text.ts'
import { linksIn } from './links.ts'
import { checkFilter } from './steps/filter.ts'
import { classify, emptyModel, type FilterLabel, type FilterModel, isTrained, train, wordsOf } from './word-filter.ts'

const words = (text: string) => wordsOf({ folded: foldText(text), links: linksIn(text) })
const learn = (model: FilterModel, text: string, label: FilterLabel) =>
  train(model, { words: words(text), label, by: 1 })

test('rates no text before ten decisions of each kind', () => {
  let model = emptyModel
  for (let count = 0; count < 10; count += 1) {
    expect(classify(model, words('cheap pills'))).toBeNull()
    model = learn(learn(model, 'cheap pills', 'removed'), 'a kind answer', 'kept')
  }
  expect(isTrained(model)).toBe(true)
  expect(classify(model, words('Cheap PILLS'))).toMatchObject({ words: ['cheap', 'pills'] })
  expect(classify(model, words('Cheap PILLS'))?.probability).toBeGreaterThan(0.9)
  expect(classify(model, words('a kind answer'))?.probability).toBeLessThan(0.1)
  expect(classify(model, words('something else'))?.probability).toBe(0.5)
})

test('forgets exactly what it has learned, even words that are object properties', () => {
  const before = learn(emptyModel, 'one two', 'kept')
  const text = words('one __proto__ constructor https://shop.example/x')
  const after = train(train(before, { words: text, label: 'removed', by: 1 }), {
    words: text,
    label: 'removed',
    by: -1,
  })
  expect(JSON.parse(JSON.stringify(after))).toEqual(before)
  expect(text).toContain('@shop.example')
})

test('splits scripts without spaces into pairs of characters', () => {
  expect(words('网上赌博')).toEqual(['网上', '上赌', '赌博', '博'])
})

const data = realInput('hostile/comment-spam-terms/spam-terms-a.txt')
const talk = realInput('forum-threads/wikipedia-talk')

/** Comments from talk pages, and texts made of twelve terms from a list of comment spam. No term is in both halves. */
function labeled(terms: string, pages: string): { text: string; label: FilterLabel; half: number }[] {
  const genuine = ['en-talk-threads.json', 'ckb-talk-threads.json'].flatMap((name) => {
    const { items } = JSON.parse(readFileSync(join(pages, name), 'utf8')) as { items: { type: string; text: string }[] }
    return items.filter(({ type }) => type === 'comment').map(({ text }) => text)
  })
  const lines = readFileSync(terms, 'utf8').split('\n').filter(Boolean)
  // A fixed shuffle: neighboring terms of the list are similar.
  const shuffled = lines
    .map((line, index) => ({ line, key: (index * 7919) % lines.length }))
    .toSorted((a, b) => a.key - b.key)
  const spam = Array.from({ length: Math.floor(shuffled.length / 12) }, (_, index) =>
    shuffled
      .slice(index * 12, index * 12 + 12)
      .map(({ line }) => line)
      .join(' '),
  )
  const item = (label: FilterLabel) => (text: string, index: number) => ({ text, label, half: index % 2 })
  return [...genuine.map(item('kept')), ...spam.map(item('removed'))]
}

test.skipIf(data === null || talk === null)(
  'trained on one half of labeled texts, it classifies the other half',
  () => {
    const all = labeled(data ?? '', talk ?? '')
    let model = emptyModel
    for (const { text, label, half } of all) if (half === 0) model = learn(model, text, label)
    const counts = { right: 0, wrong: 0, missed: 0, passed: 0 }
    for (const { text, label, half } of all) {
      if (half === 0) continue
      const { findings } = checkFilter({ folded: foldText(text), links: linksIn(text), filter: model })
      const isFlagged = (findings[0]?.points ?? 0) >= 75
      if (label === 'removed') counts[isFlagged ? 'right' : 'missed'] += 1
      else counts[isFlagged ? 'wrong' : 'passed'] += 1
    }
    const precision = counts.right / (counts.right + counts.wrong)
    const recall = counts.right / (counts.right + counts.missed)
    const figures = `precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`
    process.stdout.write(`${all.length} texts, one half classified: ${figures} ${JSON.stringify(counts)}\n`)
    expect(precision).toBeGreaterThan(0.97)
    expect(recall).toBeGreaterThan(0.6)
  },
)
