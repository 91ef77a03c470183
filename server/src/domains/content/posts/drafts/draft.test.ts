import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { excerptOf, POST_MAX_BLOCKS, UNKNOWN_BLOCK_MAX_LENGTH } from '@stoa/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { realInput } from '../../../../../test/real-input.ts'
import { hasVisibleContent, parsePostContent } from './draft.ts'

const document = (...blocks: unknown[]) => JSON.stringify({ blocks })
const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })

function parsed(content: string) {
  const result = parsePostContent(content)
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  return result.document
}

function issues(content: string) {
  const result = parsePostContent(content)
  return 'issues' in result ? result.issues.map(({ field }) => field) : []
}

test.each(['', 'hello', '{', 'null', '[]', '"text"', '{"blocks":{}}'])('%s is not a document', (content) => {
  expect(issues(content)).toHaveLength(1)
})

test('all problems are reported at once by block and field', () => {
  const content = document(
    paragraph('fine'),
    { type: 'header', data: { text: 'x', level: 7 } },
    { type: 'raw', data: '<script>' },
    { type: 'linkTool', data: { link: 'javascript:alert(1)' } },
    { type: 'quote', data: {} },
  )
  expect(issues(content)).toEqual([
    'postContent.blocks.1.data.level',
    'postContent.blocks.2.data',
    'postContent.blocks.3.data.link',
    'postContent.blocks.4.data.text',
  ])
})

test('header levels 1 and 6 are accepted, 0 and 7 are not', () => {
  const header = (level: number) => issues(document({ type: 'header', data: { text: 'x', level } })).length
  expect([0, 1, 6, 7].map(header)).toEqual([1, 0, 0, 1])
})

test('the number of blocks is limited', () => {
  const blocks = (count: number) => issues(document(...Array.from({ length: count }, () => paragraph('x'))))
  expect(blocks(POST_MAX_BLOCKS - 1)).toEqual([])
  expect(blocks(POST_MAX_BLOCKS)).toEqual([])
  expect(blocks(POST_MAX_BLOCKS + 1)).toEqual(['postContent.blocks'])
})

test('nesting that would exhaust the stack is refused', () => {
  expect(issues(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual(['postContent'])
  const list = (depth: number): unknown => ({ content: 'x', items: depth === 0 ? [] : [list(depth - 1)] })
  expect(issues(document({ type: 'list', data: { style: 'ordered', items: [list(200)] } }))).toEqual(['postContent'])
})

test('an object with a length property is not accepted as text', () => {
  const text = { length: { toString: 1, valueOf: 1 } }
  expect(issues(document({ type: 'paragraph', data: { text } }))).toEqual(['postContent'])
})

test('a client’s claims about frames and link previews are dropped, unknown fields too', () => {
  const { blocks } = parsed(
    document(
      {
        type: 'embed',
        data: { service: 'youtube', source: 'https://youtu.be/x', embed: 'https://evil.example/', onload: 'x' },
      },
      { type: 'linkTool', data: { link: 'https://a.example/', meta: { title: 'Claimed' } }, onload: 'x' },
    ),
  )
  expect(blocks).toEqual([
    { type: 'embed', data: { service: 'youtube', source: 'https://youtu.be/x' } },
    { type: 'linkTool', data: { link: 'https://a.example/' } },
  ])
})

test('blocks of unknown types are kept unchanged, up to a size', () => {
  const timeline = { id: 'a', type: 'timeline', data: { content: [['<i>1</i>', 'two']], isOpen: true } }
  expect(parsed(document(timeline, { type: 'other', data: {} })).blocks).toEqual([
    timeline,
    { type: 'other', data: {} },
  ])
  const sized = (length: number) => issues(document({ type: 'raw', data: { html: 'x'.repeat(length - 11) } }))
  expect(sized(UNKNOWN_BLOCK_MAX_LENGTH)).toEqual([])
  expect(sized(UNKNOWN_BLOCK_MAX_LENGTH + 1)).toEqual(['postContent.blocks.0.data'])
  expect(issues(document({ type: 'x'.repeat(41), data: {} }, { type: '', data: {} }, { data: {} }, 'x'))).toHaveLength(
    4,
  )
})

test('plug-in data of a block is kept if it is small', () => {
  const tuned = (tunes: unknown) => parsed(document({ ...paragraph('x'), tunes })).blocks[0]?.tunes
  expect(tuned({ anchor: 'top' })).toEqual({ anchor: 'top' })
  expect(tuned({ anchor: 'x'.repeat(500) })).toBeUndefined()
  expect(tuned('top')).toBeUndefined()
})

test('flat lists of older documents become nested ones', () => {
  const { blocks } = parsed(document({ type: 'list', data: { style: 'unordered', items: ['a', 'b'] } }))
  expect(blocks[0]).toMatchObject({
    data: {
      items: [
        { content: 'a', items: [] },
        { content: 'b', items: [] },
      ],
    },
  })
})

test('text is stored normalized', () => {
  const { blocks } = parsed(document(paragraph('e\u0301\u0000 \ud800 x')))
  expect(blocks[0]).toEqual(paragraph('\u00e9 \ufffd x'))
})

test('the excerpt is the plain text of all blocks, with headings only if there is nothing else', () => {
  const content = document(
    { type: 'header', data: { text: 'The <b>title</b>', level: 2 } },
    paragraph('1 &lt; 2, a < b and<br>a <a href="https://x.example/">link</a>'),
    { type: 'list', data: { style: 'ordered', items: [{ content: 'one', items: [{ content: 'two', items: [] }] }] } },
    { type: 'delimiter', data: {} },
    { type: 'warning', data: { title: 'Mind', message: 'the gap' } },
    { type: 'table', data: { content: [['<b>Day</b>', 'Book'], ['Monday']] } },
    { type: 'checklist', data: { items: [{ text: 'done', checked: true }] } },
    { type: 'code', data: { code: 'a <b>' } },
  )
  expect(excerptOf(parsed(content))).toBe(
    '1 < 2, a < b and a link · one, two · Mind · the gap · Day, Book, Monday · done · a <b>',
  )
  expect(excerptOf(parsed(document({ type: 'header', data: { text: 'A title', level: 2 } })))).toBe('A title')
})

test('the excerpt reads markup like the page that shows it', () => {
  const excerpt = (text: string) => excerptOf(parsed(document(paragraph(text))))
  expect(excerpt('a <b title="x > y">bold</b> &hellip;&nbsp;&#x2192; end')).toBe('a bold … → end')
  expect(excerpt('not </b>closed, <strong<em>, &unknown;')).toBe('not </b>closed, <strong, &unknown;')
})

test('the excerpt adds no dot after a sentence’s end', () => {
  const joined = (...texts: string[]) => excerptOf(parsed(document(...texts.map(paragraph))))
  expect(joined('It is done.', 'Who came?', '')).toBe('It is done. Who came?')
  expect(joined('Two things:', '(one.)', '<i>“Two!”</i>', 'three')).toBe('Two things: (one.) “Two!” three')
  expect(joined('من جاء؟', 'كلنا', '完。', '新')).toBe('من جاء؟ كلنا · 完。 新')
})

test('the excerpt reads no further than it shows', () => {
  const { blocks } = parsed(document(paragraph('word '.repeat(200)), paragraph('never read')))
  const unread = Object.defineProperty({ ...blocks[1] }, 'data', {
    get: () => expect.unreachable('a piece that the excerpt does not show'),
  }) as (typeof blocks)[number]
  expect(excerptOf({ blocks: [...blocks.slice(0, 1), unread] })).toMatch(/word…$/)
})

test('the excerpt has at most 300 characters', () => {
  const excerpt = (text: string) => [...excerptOf(parsed(document(paragraph(text))))]
  expect(excerpt('🎉'.repeat(299))).toHaveLength(299)
  expect(excerpt('🎉'.repeat(300))).toHaveLength(300)
  expect(excerpt('🎉'.repeat(301)).length).toBeLessThanOrEqual(300)
  expect(excerpt('🎉'.repeat(301)).at(-1)).toBe('…')
  expect(excerpt('word '.repeat(80)).join('')).toMatch(/word…$/)
})

test('only blocks that render something count as visible content', () => {
  const isVisible = (...blocks: unknown[]) => hasVisibleContent(parsed(document(...blocks)))
  expect(isVisible()).toBe(false)
  expect(isVisible(paragraph('\u200b <b> </b>'), { type: 'delimiter', data: {} })).toBe(false)
  expect(isVisible(paragraph('x'))).toBe(true)
  expect(isVisible({ type: 'image', data: { file: { url: '/media/x.png' } } })).toBe(true)
})

test('no text makes the parser throw', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'large' }), fc.string(), (value, text) => {
      expect(parsePostContent(JSON.stringify({ blocks: [value, paragraph(text)] }))).toBeDefined()
      expect(parsePostContent(text)).toBeDefined()
    }),
  )
})

describe('saved documents of other editors', () => {
  const folder = realInput('editorjs')
  test.skipIf(!folder)('are accepted or refused by block, and accepted ones read back the same', () => {
    const files = readdirSync(folder ?? '', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.json'),
    )
    const results = files.map((file) => parsePostContent(readFileSync(join(folder ?? '', file), 'utf8')))
    const refused = results.flatMap((result) => ('issues' in result ? result.issues : []))
    expect(refused.filter(({ field }) => !field.startsWith('postContent.blocks'))).toEqual([])
    const taken = results.flatMap((result) => ('document' in result ? [result.document] : []))
    expect(taken.map((document) => parsed(JSON.stringify(document)))).toEqual(taken)
    expect(taken.length).toBeGreaterThan(0)
  })
})
