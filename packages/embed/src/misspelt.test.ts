import { expect, it } from 'vitest'
import { misspelt } from './misspelt.ts'
import { optionAttributes } from './options.ts'

const known = Object.values(optionAttributes).map(({ attribute }) => attribute)

it.each([
  ['pagesize', 'page-size'],
  ['page_size', 'page-size'],
  ['articleid', 'article-id'],
  ['artcle-id', 'article-id'],
  ['comunity', 'community'],
  ['forumurl', 'forum-url'],
  ['uri', 'url'],
  ['word', 'words'],
])('takes %s for a misspelt %s', (name, meant) => {
  expect(misspelt([name], known)).toEqual([[name, meant]])
})

it.each([
  'id class style lang dir hidden slot part title role is tabindex inert popover nonce exportparts autofocus draggable',
  'data-url data-theme aria-label aria-hidden on onload _ngcontent-abc ng-version v-cloak x-data wire:id name src href',
])('leaves what any element may have alone: %s', (names) => {
  expect(misspelt([...names.split(' '), ...known], known)).toEqual([])
})
