import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBlocks, toText } from './paragraphs.ts'

const content = (text: string) => JSON.stringify({ blocks: toBlocks(text) })

test('an empty line starts a new paragraph, a line break stays in it', () => {
  expect(toBlocks('One\ntwo\n\n\n  three  ').map((block) => block.data)).toEqual([
    { text: 'One<br>two' },
    { text: 'three' },
  ])
})

test('markup is treated as text', () => {
  expect(toBlocks('<img src=x onerror=alert(1)> & more')[0]?.data).toEqual({
    text: '&lt;img src=x onerror=alert(1)&gt; &amp; more',
  })
})

test('any text reads back as the same paragraphs', () => {
  const paragraph = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
  fc.assert(
    fc.property(fc.array(paragraph, { minLength: 1, maxLength: 5 }), (paragraphs) => {
      const text = paragraphs.join('\n\n')
      expect(toText(content(text))).toBe(text)
    }),
  )
})

test.each([
  ['another block', JSON.stringify({ blocks: [{ type: 'delimiter', data: {} }] })],
  ['markup', JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: '<b>bold</b>' } }] })],
])('a post with %s is not treated as plain text', (_name, postContent) => {
  expect(toText(postContent)).toBeNull()
})
