import { expect, test } from 'vitest'
import { readingMinutes } from './reading-time.ts'

const document = (...blocks: object[]) => JSON.stringify({ blocks })
const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const characters = (count: number) => 'abcd '.repeat(count / 5)
const item = (content: string, ...items: object[]) => ({ content, items })

test.each([
  ['no text', document({ type: 'delimiter', data: {} }), 0],
  ['a word', document(paragraph('Hello')), 1],
  ['a full minute', document(paragraph(characters(1355))), 1],
  ['a little more', document(paragraph(characters(1355)), paragraph('more')), 2],
  ['markup and addresses are not read', document(paragraph(`<a href="${'x'.repeat(5000)}">a</a>`)), 1],
  ['Chinese', document(paragraph('字'.repeat(301))), 2],
  ['nested lists', document({ type: 'list', data: { items: [item(characters(1000), item(characters(1000)))] } }), 2],
  ['no document', 'plain text', 0],
])('%s', (_name, content, minutes) => expect(readingMinutes(content)).toBe(minutes))
