// @vitest-environment node
import { expect, test } from 'vitest'
import { insetAnchors } from './use-inset-anchors.ts'

const posts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: `${from + index}` }))
const none = new Set<string>()

test('one after every fifth card', () => {
  expect([...insetAnchors(posts(1, 12), none)]).toEqual(['5', '10'])
  expect([...insetAnchors(posts(1, 4), none)]).toEqual([])
})

test('more posts at the end add some, and move none', () => {
  const first = insetAnchors(posts(1, 12), none)
  expect([...insetAnchors(posts(1, 20), first)]).toEqual(['5', '10', '15', '20'])
})

test('new posts at the start move none', () => {
  const first = insetAnchors(posts(1, 12), none)
  expect([...insetAnchors(posts(-1, 12), first)]).toEqual(['5', '10'])
  expect([...insetAnchors(posts(-6, 12), first)]).toEqual(['-2', '5', '10'])
})

test('one whose post is gone goes with it', () => {
  const first = insetAnchors(posts(1, 12), none)
  const left = posts(1, 12).filter(({ id }) => id !== '5')
  expect(insetAnchors(left, first).has('10')).toBe(true)
})
