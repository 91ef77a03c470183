import { expect, test } from 'vitest'
import { mergeLists } from './merge-lists.ts'

const merge = (base: string, mine: string, theirs: string) => {
  const { merged, added, removed } = mergeLists({ base: [...base], mine: [...mine], theirs: [...theirs] })
  return [merged, added, removed].map((items) => items.join(''))
}

test.each([
  ['both add', ['abc', 'abcx', 'abcy'], ['abcxy', 'y', '']],
  ['both add the same', ['a', 'ax', 'ax'], ['ax', '', '']],
  ['both remove', ['abc', 'bc', 'ab'], ['b', '', 'c']],
  ['one removes what the other keeps', ['abc', 'abcx', 'ac'], ['acx', '', 'b']],
  ['one sorts, the other adds', ['abc', 'cab', 'abcd'], ['cabd', 'd', '']],
  ['only the other changes', ['abc', 'abc', 'bd'], ['bd', 'd', 'ac']],
])('%s', (_, [base, mine, theirs], expected) => expect(merge(base!, mine!, theirs!)).toEqual(expected))

test('an item that both changed stays in both forms', () => {
  const rule = (text: string) => ({ title: 'Be kind', text })
  expect(mergeLists({ base: [rule('')], mine: [rule('mine')], theirs: [rule('theirs')] }).merged).toEqual([
    rule('mine'),
    rule('theirs'),
  ])
})
