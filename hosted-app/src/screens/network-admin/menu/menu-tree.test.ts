import { expect, test } from 'vitest'
import {
  changedIds,
  dropRow,
  itemsOf,
  joinRows,
  type MenuRow,
  moveRow,
  placeOf,
  removeRow,
  rowsOf,
} from './menu-tree.ts'

/** Rows from words; a leading dash is below the one before. */
const rows = (text: string): MenuRow[] =>
  text.split(' ').map((word) => ({
    item: {
      id: word.replace('-', '').split('=')[0] ?? '',
      kind: 'link',
      target: `/${word.split('=')[1] ?? ''}`,
      labels: { en: word },
      audience: 'everyone',
      languages: [],
    },
    depth: word.startsWith('-') ? 1 : 0,
  }))
const text = (all: readonly MenuRow[]) => all.map(({ item, depth }) => (depth === 1 ? '-' : '') + item.id).join(' ')

test('rows and nested items are the same menu', () => {
  const all = rows('a -b -c d')
  expect(rowsOf(itemsOf(all))).toEqual(all)
  expect(itemsOf(all).map(({ id, items }) => [id, items.length])).toEqual([
    ['a', 2],
    ['d', 0],
  ])
  expect(placeOf(all, 'c')).toMatchObject({ position: 2, count: 2, parent: { id: 'a' } })
})

test.each([
  ['a b c', 'c', 'up', 'a c b'],
  ['a -b c', 'c', 'up', 'c a -b'],
  ['a -b c -d', 'a', 'down', 'c -d a -b'],
  ['a -b -c', 'c', 'up', 'a -c -b'],
  ['a -b c -d', 'd', 'up', 'a -b -d c'],
  ['a -b c', 'b', 'up', 'a -b c'],
  ['a b', 'a', 'up', 'a b'],
  ['a b', 'b', 'down', 'a b'],
  ['a b', 'b', 'in', 'a -b'],
  ['a b', 'a', 'in', 'a b'],
  ['a b -c', 'b', 'in', 'a b -c'],
  ['a -b -c d', 'b', 'out', 'a -c b d'],
] as const)('%s: %s %s is %s', (...[before, id, move, after]) => {
  expect(text(moveRow(rows(before), id, move))).toBe(after)
})

test.each([
  ['a b c', 'c', 'a', 0, 'c a b'],
  ['a b c', 'a', 'c', 0, 'b c a'],
  ['a b c', 'c', 'b', 1, 'a -c b'],
  ['a b c', 'b', 'b', 1, 'a -b c'],
  ['a -b c', 'c', 'b', 0, 'a -b c'],
  ['a -b c', 'b', 'c', -1, 'a c b'],
  ['a -b c', 'a', 'c', 1, 'c a -b'],
  ['a -b c', 'b', 'a', 0, 'b a c'],
] as const)('%s: %s dropped at %s, %i levels inward, is %s', (...[before, id, overId, shift, after]) => {
  expect(text(dropRow(rows(before), { id, overId, shift }))).toBe(after)
})

test('an item is removed with what is below it', () => {
  expect(text(removeRow(rows('a -b c'), 'a'))).toBe('c')
})

test('changes are counted by item', () => {
  expect(changedIds(rows('a b c'), rows('a b c'))).toEqual([])
  expect(changedIds(rows('a b c d'), rows('d a b c'))).toEqual(['d'])
  expect(changedIds(rows('a b c'), rows('a b=2 d'))).toEqual(['b', 'd', 'c'])
})

test('two edits are joined without losing any', () => {
  const base = rows('a b c')
  expect(text(joinRows(base, rows('a b c mine'), rows('theirs a b c')))).toBe('theirs a b c mine')
  expect(text(joinRows(base, rows('c a b'), rows('a b c theirs')))).toBe('c theirs a b')
  expect(text(joinRows(base, rows('a c'), rows('a b c')))).toBe('a c')
  expect(text(joinRows(base, rows('a b=2 c'), rows('a c')))).toBe('a b c')
  const both = joinRows(base, rows('a=mine b c'), rows('a=theirs b=theirs c'))
  expect(both.map(({ item }) => item.target)).toEqual(['/mine', '/theirs', '/'])
})
