import { expect, it } from 'vitest'
import { attributeOf, optionNames } from '../options.ts'
import { misspelledAttributes } from './misspelled-attributes.ts'

const validNames = optionNames.map(attributeOf)

it.each([
  ['pagesize', 'page-size'],
  ['page_size', 'page-size'],
  ['articleid', 'article-id'],
  ['artcle-id', 'article-id'],
  ['comunity', 'community'],
  ['forumurl', 'forum-url'],
  ['uri', 'url'],
  ['word', 'words'],
])('treats %s as a misspelled %s', (name, meant) => {
  expect(misspelledAttributes([name], validNames)).toEqual([[name, meant]])
})

it.each([
  'id class style lang dir hidden slot part title role is tabindex inert popover nonce exportparts autofocus draggable',
  'data-url data-theme aria-label aria-hidden on onload _ngcontent-abc ng-version v-cloak x-data wire:id name src href',
])('ignores attributes of any element: %s', (names) => {
  expect(misspelledAttributes([...names.split(' '), ...validNames], validNames)).toEqual([])
})
