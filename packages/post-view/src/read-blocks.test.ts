import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBlocks } from './read-blocks.ts'

const dataFolder = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../shared/data')
const documents = join(dataFolder, 'editorjs')

const read = (...blocks: unknown[]) => readBlocks(JSON.stringify({ blocks }))

describe('readBlocks', () => {
  it('reads both formats of a list', () => {
    expect(read({ type: 'list', data: { style: 'ordered', items: ['a', 'b'] } })).toEqual([
      {
        type: 'list',
        style: 'ordered',
        items: [
          { content: 'a', items: [] },
          { content: 'b', items: [] },
        ],
      },
    ])
    const nested = [{ content: 'a', items: [{ content: 'b', items: [] }] }]
    expect(read({ type: 'list', data: { style: 'unordered', items: nested } })).toEqual([
      { type: 'list', style: 'unordered', items: nested },
    ])
  })

  it('reads valid ticks, start number and numbering of a list', () => {
    const items = [
      { content: 'a', meta: { checked: true }, items: [] },
      { content: 'b', meta: { checked: 'yes' } },
    ]
    const list = (data: object) => read({ type: 'list', data: { items, ...data } })[0]
    expect(list({ style: 'checklist', meta: { start: 3 } })).toEqual({
      type: 'list',
      style: 'checklist',
      items: [items[0], { content: 'b', items: [] }],
    })
    expect(list({ style: 'ordered', meta: { start: 3, counterType: 'upper-roman' } })).toMatchObject({
      start: 3,
      counterType: 'upper-roman',
    })
    expect(list({ style: 'ordered', meta: { start: '3', counterType: 4 } })).not.toHaveProperty('start')
  })

  it('reads both formats of an image', () => {
    const image = {
      type: 'image',
      url: '/media/a.png',
      versions: '',
      placeholder: '',
      alt: '',
      caption: '',
      stretched: true,
      withBorder: false,
      withBackground: false,
    }
    expect(
      read({ type: 'image', data: { file: { url: '/media/a.png', width: 4, height: 3 }, stretched: true } }),
    ).toEqual([{ ...image, size: { width: 4, height: 3 } }])
    expect(read({ type: 'simpleImage', data: { url: '/media/a.png', stretched: true } })).toEqual([
      { ...image, size: null },
    ])
  })

  it('returns an uploaded picture’s smaller versions and color', () => {
    const file = { url: '/media/x/original.webp', width: 1200, height: 800, sizes: [480, 960, 'x', -1] }
    const [block] = read({ type: 'image', data: { file: { ...file, placeholder: '#aabbcc' }, alt: 'A roof' } })
    expect(block).toMatchObject({
      versions: '/media/x/480.webp 480w,/media/x/960.webp 960w,/media/x/original.webp 1200w',
      placeholder: '#aabbcc',
      alt: 'A roof',
    })
    for (const odd of ['red', '#aabbcc;x', 7]) {
      expect(read({ type: 'image', data: { file: { ...file, placeholder: odd } } })).toMatchObject([
        { placeholder: '' },
      ])
    }
    const foreign = { ...file, url: 'https://other.example/original.webp' }
    expect(read({ type: 'image', data: { file: foreign } })).toMatchObject([{ versions: '' }])
  })

  it('prefers the mp4 of a video', () => {
    const data = {
      url: '/media/a.mov',
      cdn: { mp4Url: 'https://cdn.example/a.mp4' },
      image: '/media/a.jpg',
      caption: 'c',
    }
    expect(read({ type: 'video', data })).toMatchObject([
      { type: 'video', url: 'https://cdn.example/a.mp4', image: '/media/a.jpg' },
    ])
    expect(read({ type: 'video', data: { url: '/media/a.mov' } })).toMatchObject([{ url: '/media/a.mov', image: null }])
  })

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//evil.example/a.png',
    '/\\evil.example/a.png',
    'a.png',
    7,
  ])('doesn’t render media at %j but keeps the caption', (url) => {
    expect(read({ type: 'simpleImage', data: { url, caption: 'words' } })).toMatchObject([
      { type: 'unsupported', name: 'simpleImage', text: expect.stringContaining('words') },
    ])
  })

  it('keeps the text of unknown blocks', () => {
    expect(read({ type: 'timeline', data: { content: [['a', 'b'], ['c']] } })).toEqual([
      { type: 'unsupported', name: 'timeline', text: 'a · b · c' },
    ])
    expect(read({ type: 'constructor', data: { text: 'x' } }, null, 'text', { type: 'paragraph' })).toEqual([
      { type: 'unsupported', name: 'constructor', text: 'x' },
      { type: 'unsupported', name: '', text: '' },
      { type: 'unsupported', name: '', text: '' },
      { type: 'unsupported', name: 'paragraph', text: '' },
    ])
  })

  it('clamps the level of a header', () => {
    const levels = [0, 1, 6, 9, 2.4, '3', null].map((level) => ({ type: 'header', data: { text: 'x', level } }))
    expect(read(...levels).map((block) => 'level' in block && block.level)).toEqual([2, 1, 6, 6, 2, 2, 2])
  })

  it('keeps every item of a list of any depth and length', () => {
    const deep = `{"blocks":[{"type":"list","data":{"style":"unordered","items":[${'{"content":"x","items":['.repeat(15_000)}${']}'.repeat(15_000)}]}}]}`
    const wide = JSON.stringify({
      blocks: [{ type: 'list', data: { items: [{ items: Array.from({ length: 300_000 }, () => 1) }] } }],
    })
    const count = (items: readonly { items: readonly unknown[] }[]): number =>
      items.reduce((sum, item) => sum + 1 + count(item.items as { items: unknown[] }[]), 0)
    const [list] = readBlocks(deep)
    expect(list?.type === 'list' && count(list.items)).toBe(15_000)
    expect(readBlocks(wide)).toHaveLength(1)
  })

  it('fills the rows of a table to equal length, and shows one without cells or with too many as its text', () => {
    expect(
      read({ type: 'table', data: { withHeadings: true, content: [['a', 'b'], ['<b>c</b>'], 'x', [1]] } }),
    ).toEqual([
      {
        type: 'table',
        withHeadings: true,
        stretched: false,
        rows: [
          ['a', 'b'],
          ['<b>c</b>', ''],
          ['', ''],
        ],
      },
    ])
    const wide = [Array.from({ length: 500 }, () => 'x'), ...Array.from({ length: 500 }, () => [])]
    expect(read({ type: 'table', data: { content: [[]] } }, { type: 'table', data: { content: wide } })).toMatchObject([
      { type: 'unsupported' },
      { type: 'unsupported' },
    ])
  })

  it('reads a checklist of older documents as a list, and code without its markup', () => {
    expect(
      read(
        { type: 'checklist', data: { items: [{ text: 'a', checked: true }, { text: 'b' }] } },
        { type: 'code', data: { code: '<b>', language: 'HTML' } },
      ),
    ).toEqual([
      {
        type: 'list',
        style: 'checklist',
        items: [
          { content: 'a', meta: { checked: true }, items: [] },
          { content: 'b', items: [] },
        ],
      },
      { type: 'code', code: '<b>', language: 'HTML' },
    ])
  })

  it('shows invalid content as its text', () => {
    expect(readBlocks('just words')).toEqual([{ type: 'unsupported', name: 'text', text: 'just words' }])
    expect(readBlocks('')).toEqual([])
    expect(readBlocks('null')).toEqual([])
  })

  it('never throws, and returns one block for each stored one', () => {
    const type = fc.constantFrom(
      'paragraph',
      'header',
      'list',
      'quote',
      'warning',
      'checklist',
      'table',
      'code',
      'image',
      'video',
      'audio',
      'embed',
      'linkTool',
      'x',
    )
    const field = fc.constantFrom(
      'text',
      'content',
      'code',
      'level',
      'items',
      'url',
      'file',
      'source',
      'service',
      'link',
      'meta',
      'cdn',
      'caption',
    )
    const block = fc.record({ type, data: fc.dictionary(field, fc.jsonValue()) })
    fc.assert(
      fc.property(fc.array(fc.oneof(block, fc.jsonValue())), (blocks) => {
        expect(read(...blocks)).toHaveLength(blocks.length)
      }),
    )
  })

  const files = existsSync(documents)
    ? readdirSync(documents, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
    : []
  it.skipIf(files.length === 0)('renders every block of the saved documents, except unknown ones', () => {
    const unsupported = files.flatMap((file) =>
      readBlocks(readFileSync(join(documents, file), 'utf8')).filter((block) => block.type === 'unsupported'),
    )
    expect(files.length).toBeGreaterThan(5)
    expect(new Set(unsupported.map((block) => block.name))).toEqual(new Set(['image', 'raw']))
    // Relative to the page that the document was written on, so the picture can't be found.
    for (const block of unsupported.filter(({ name }) => name === 'image')) expect(block.text).toMatch(/^assets\//)
  })
})
