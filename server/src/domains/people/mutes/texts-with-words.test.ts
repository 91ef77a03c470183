import { expect, test } from 'vitest'
import { textsWithWords } from './texts-with-words.ts'

test('many texts are compared in parts, up to a number, and others get their turn between them', async () => {
  const ids = Array.from({ length: 2500 }, (_, index) => `${index}`)
  const parts: { size: number; turns: number }[] = []
  let turns = 0
  let isRunning = true
  const count = () => {
    turns += 1
    if (isRunning) setImmediate(count)
  }
  setImmediate(count)
  const found = await textsWithWords(['zeppelin'], [...ids, ...ids], async (some) => {
    parts.push({ size: some.length, turns })
    return new Map(some.map((id) => [id, Number(id) % 2 === 0 ? 'A Zeppelín' : 'A ship']))
  })
  isRunning = false
  expect(parts.map(({ size }) => size)).toEqual(Array.from({ length: 10 }, () => 100))
  expect(new Set(parts.map((part) => part.turns)).size).toBe(10)
  expect([...found]).toEqual(ids.filter((id) => Number(id) < 1000 && Number(id) % 2 === 0))
})

test('without words nothing is read', async () => {
  const read = async () => {
    throw new Error('Read.')
  }
  expect(await textsWithWords([], ['1'], read)).toEqual(new Set())
})
