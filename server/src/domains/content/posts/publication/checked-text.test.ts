import type { PostDocument } from '@stoa/contract'
import { expect, test } from 'vitest'
import { NO_OWN_PARTS } from '../drafts/own-parts.ts'
import { checkedText } from './checked-text.ts'

const textOf = (type: string, data: object) =>
  checkedText({
    title: '',
    document: { blocks: [{ type, data }] } as PostDocument,
    pollOptions: undefined,
    own: NO_OWN_PARTS,
  })

test.each([
  ['viagra<br>now', 'viagra\nnow'],
  ['v&#105;agra', 'viagra'],
  ['vi<b>ag</b>ra', 'viagra'],
  ['<viagra>', '<viagra>'],
  ['a</b title="viagra">', 'a</b title="viagra">'],
  ['buy&nbsp;pills &amp;&unknown;', 'buy\u00A0pills &&unknown;'],
  ['https&#58;//spam.com/', 'https://spam.com/'],
  ['<a href="https://spam.com/">x</a>', 'x\nhttps://spam.com/'],
  ["<a href='https://spam.com/'>x</a>", 'x\nhttps://spam.com/'],
  ['<a href=https://spam.com/x>x</a>', 'x\nhttps://spam.com/x'],
  ['<a class="b" href = "https&#58;//spam.com/">x</a>', 'x\nhttps://spam.com/'],
  ['<a href="javascript:1">x</a>', 'x'],
])('%j is read as %j', (text, expected) => {
  expect(textOf('paragraph', { text })).toBe(expected)
})

test('settings and pictures of known blocks are ignored, everything of others is checked', () => {
  const data = { image: 'https://spam.com/', style: '<b>words</b>', items: ['<viagra>'] }
  expect(textOf('mystery', data)).toBe('https://spam.com/\n<b>words</b>\n<viagra>')
  expect(textOf('list', { style: 'ordered', items: [{ content: 'a<br>b', items: [] }] })).toBe('a\nb')
  expect(textOf('nestedList', { items: [{ content: 'vi<b>agra</b>' }] })).toContain('viagra')
  expect(textOf('table', { content: [['vi<b>agra</b>']] })).toBe('viagra')
  expect(textOf('code', { code: '<b>', language: 'viagra' })).toBe('<b>\nviagra')
  expect(textOf('image', { file: { url: '/media/a' }, caption: '<i>c</i>', alt: '<i>' })).toBe('c\n<i>')
})
