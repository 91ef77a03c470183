import { describe, expect, test } from 'vitest'
import { closestTerm, typosBetween } from './typos.ts'

describe('typosBetween', () => {
  test.each([
    ['thread', 'thread', 0],
    ['thraed', 'thread', 1],
    ['thead', 'thread', 1],
    ['threadd', 'thread', 1],
    ['thresd', 'thread', 1],
    ['trhaed', 'thread', 2],
    ['ca', 'abc', 3],
    ['abcd', 'wxyz', 3],
    ['', 'ab', 2],
    ['a', 'abcdef', 3],
  ])('%s, %s', (a, b, typos) => {
    expect(typosBetween(a, b, 2)).toBe(typos)
    expect(typosBetween(b, a, 2)).toBe(typos)
  })
})

describe('closestTerm', () => {
  const candidates = [
    { term: 'bridge', docs: 40 },
    { term: 'bride', docs: 9 },
    { term: 'bridges', docs: 300 },
    { term: 'comment', docs: 800 },
    { term: 'community', docs: 700 },
    { term: 'cat', docs: 5000 },
    { term: 'car', docs: 6000 },
    { term: 'café', docs: 1 },
  ]
  test.each([
    ['brigde', 'bridge'],
    ['bridgge', 'bridge'],
    ['bridgess', 'bridges'],
    ['coment', 'comment'],
    ['comunty', 'community'],
    ['caz', 'car'],
    ['xyz', null],
    ['dog', null],
    // One letter less is as close as one more.
    ['brid', 'bride'],
  ])('%s: %s', (word, expected) => {
    expect(closestTerm(word, candidates)).toBe(expected)
  })

  test('a word that exists is not corrected to itself', () => {
    expect(closestTerm('cat', [{ term: 'cat', docs: 1 }])).toBeNull()
  })

  test('2,100 candidates take milliseconds', () => {
    const many = Array.from({ length: 2100 }, (_, index) => ({ term: `c${index.toString(36)}mmunitie`, docs: index }))
    const begin = performance.now()
    for (let run = 0; run < 10; run += 1) closestTerm('comunity', many)
    expect(performance.now() - begin).toBeLessThan(1000)
  })
})
