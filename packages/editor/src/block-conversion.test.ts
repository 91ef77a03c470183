import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { postDocument } from '@stoa/contract/schemas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromEditor, toEditor } from './block-conversion.ts'

const dataFolder = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../shared/data')
const documents = join(dataFolder, 'editorjs')

const through = (...blocks: unknown[]) => fromEditor(toEditor({ blocks })).blocks
const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })

describe('a document in the editor', () => {
  it('keeps its blocks', () => {
    const blocks = [
      { id: 'a', ...paragraph('A <b>b</b> <i>c</i> &lt;d&gt; <a href="https://e.example/">f</a>&nbsp;<mark>g</mark>') },
      { type: 'header', data: { text: 'Title', level: 6 } },
      { type: 'list', data: { style: 'checklist', items: [{ content: 'x', meta: { checked: true }, items: [] }] } },
      { type: 'list', data: { style: 'ordered', meta: { start: 3 }, items: [{ content: 'x', items: [] }] } },
      { type: 'quote', data: { text: 'x', caption: '' } },
      { type: 'warning', data: { title: '', message: 'x' } },
      { type: 'image', data: { file: { url: '/media/a.png', sizes: [480] }, caption: 'x', alt: 'y', stretched: true } },
      { type: 'video', data: { url: 'https://a.example/a.mp4', durationMs: 3, captions: '/media/a.vtt', caption: '' } },
      { type: 'delimiter', data: {} },
      { id: 'b', tunes: { anchor: 'x' }, type: 'table', data: { content: [['<i>1</i>']] } },
    ]
    expect(through(...blocks)).toEqual(blocks)
  })

  it('loses classes, empty blocks and duplicate ids', () => {
    const blocks = [
      { id: 'a', ...paragraph('<mark class="cdx-marker">x</mark>') },
      { id: 'a', ...paragraph('y') },
      paragraph(' <b></b> '),
      { type: 'quote', data: { text: '', caption: '' } },
    ]
    expect(through(...blocks)).toEqual([{ id: 'a', ...paragraph('<mark>x</mark>') }, paragraph('y')])
  })

  it('writes no start number that the server would refuse', () => {
    const list = (start: number) => ({
      type: 'list',
      data: { style: 'ordered', meta: { start }, items: [{ content: 'x' }] },
    })
    const starts = fromEditor([list(1), list(7), list(2_000_000)]).blocks.map(({ data }) => data)
    expect(starts).toMatchObject([{ items: [{}] }, { meta: { start: 7 } }, { meta: { start: 100_000 } }])
    expect(starts[0]).not.toHaveProperty('meta')
  })

  it('converts older blocks to the current form', () => {
    expect(
      through(
        { type: 'simpleImage', data: { url: '/media/a.png', width: 4, height: 3, caption: '', withBorder: true } },
        { type: 'nestedList', data: { style: 'ordered', items: ['a', { content: 'b', items: [{ content: 'c' }] }] } },
      ),
    ).toEqual([
      { type: 'image', data: { file: { url: '/media/a.png', width: 4, height: 3 }, caption: '', withBorder: true } },
      {
        type: 'list',
        data: {
          style: 'ordered',
          items: [
            { content: 'a', items: [] },
            { content: 'b', items: [{ content: 'c', items: [] }] },
          ],
        },
      },
    ])
  })

  it('keeps blocks that it can’t edit', () => {
    const blocks = [
      { type: 'image', data: { url: 'assets/codex2x.png', caption: '' } },
      { type: 'paragraph', data: { text: 4 } },
      { type: 'embed', data: { service: 'youtube', source: 'javascript:alert(1)' } },
    ]
    expect(through(...blocks)).toEqual(blocks)
  })

  it('never passes markup that posts don’t support', () => {
    const [block] = toEditor({ blocks: [paragraph('<img src=x onerror=alert(1)><a href="javascript:x">y</a>')] })
    expect(block?.data.text).toBe('&lt;img src=x onerror=alert(1)&gt;y')
    expect(
      fromEditor([{ type: 'paragraph', data: { text: '<span style="color: red">a</span><p>b</p>' } }]).blocks,
    ).toEqual([paragraph('a<br>b')])
  })

  it('never throws, and converting again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ depthSize: 'large' })), fc.string(), (values, text) => {
        const once = through(...values, paragraph(text))
        expect(through(...once)).toEqual(once)
      }),
    )
  })
})

describe('saved documents of other editors', () => {
  it.skipIf(!existsSync(documents))('are returned unchanged', () => {
    const files = readdirSync(documents, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
    let blocks = 0
    for (const file of files) {
      const saved = JSON.parse(readFileSync(join(documents, file), 'utf8')) as { blocks: unknown[] }
      for (const block of saved.blocks) {
        blocks += 1
        const read = postDocument.safeParse({ blocks: [block] })
        const stored = read.success ? read.data.blocks : [block]
        const out = through(...stored)
        expect(out, file).toHaveLength(1)
        const once = through(...out)
        expect(once, file).toEqual(out)
        const after = read.success ? postDocument.parse({ blocks: out }).blocks : out
        expect(normalized(after), file).toEqual(normalized(stored))
      }
    }
    expect(blocks).toBeGreaterThan(60)
  })
})

/** Without classes of inline elements, and with the current type of lists. */
function normalized(value: unknown): unknown {
  const text = JSON.stringify(value).replace(/ class=\\"[\w-]+\\"/g, '')
  return JSON.parse(text.replace('"type":"nestedList"', '"type":"list"'))
}
