import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { postDocument } from '@stoa/contract/schemas'
import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { describe, expect, it, vi } from 'vitest'
import { anyDocument, markup, validDocument } from '../testing/documents.ts'
import { runs, timeoutOf } from '../testing/runs.ts'
import { createCounter } from './counts.ts'
import { readInline, writeInline } from './inline.ts'
import { readDocument } from './read.ts'
import { schema } from './schema.ts'
import { withoutOuterBlanks, writeDocument } from './write.ts'

const RUNS = runs(800)
vi.setConfig({ testTimeout: timeoutOf(RUNS) })
const dataFolder = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../../shared/data')
const savedDocuments = join(dataFolder, 'editorjs')

interface Saved {
  blocks: readonly unknown[]
}
const read = (...blocks: unknown[]) => readDocument({ blocks })
const write = (doc: Node) => writeDocument(doc).blocks as unknown[]
const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })

/** Positions where a letter can be inserted. */
function textPositions(doc: Node): number[] {
  const positions: number[] = []
  doc.descendants((node, position) => {
    if (node.isTextblock) positions.push(position + 1, position + 1 + node.content.size)
  })
  return positions
}

function withLetter(doc: Node, position: number): Node {
  return EditorState.create({ doc }).tr.insertText('x', position).doc
}

/** The document without what nodes remember of the stored blocks, so that all is written anew. */
function withoutOrigins(node: Node): Node {
  const attrs = 'origin' in node.attrs ? { ...node.attrs, origin: null } : node.attrs
  const children = node.content.content.map(withoutOrigins)
  return node.isText ? node : node.type.create(attrs, children, node.marks)
}

describe('inline markup', () => {
  it('has links outermost and the other marks in one order', () => {
    const source = '<i><b>x<a href="https://a.example">y</a></b></i><strong>z</strong>'
    expect(writeInline(readInline(source))).toBe(
      '<b><i>x</i></b><a href="https://a.example/"><b><i>y</i></b></a><b>z</b>',
    )
  })

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(markup, (source) => {
        const content = readInline(source)
        expect(readInline(writeInline(content)).eq(content)).toBe(true)
      }),
      RUNS,
    )
  })

  it('writes a link as text if its tag is too long to be read', () => {
    const content = schema.text('x', [schema.marks.link.create({ href: `https://a.example/${'a'.repeat(5000)}` })])
    expect(writeInline(schema.nodes.paragraph.create(null, content).content)).toBe('x')
  })
})

describe('a document that is read and written', () => {
  it.skipIf(!existsSync(savedDocuments))('is the same, for saved documents of other editors', () => {
    const files = readdirSync(savedDocuments, { recursive: true, encoding: 'utf8' })
    const saved = files.filter((file) => file.endsWith('.json'))
    expect(saved.length).toBeGreaterThan(5)
    for (const file of saved) {
      const text = readFileSync(join(savedDocuments, file), 'utf8')
      const document = JSON.parse(text) as Saved
      const doc = readDocument(document)
      doc.check()
      expect(JSON.parse(JSON.stringify(writeDocument(doc))), file).toEqual(JSON.parse(text))
    }
  })

  it('is the same, whatever it contains', () => {
    fc.assert(
      fc.property(anyDocument, (document: Saved) => {
        const before = JSON.stringify(document.blocks)
        const doc = readDocument(document)
        doc.check()
        const out = writeDocument(doc)
        expect(out).toEqual(document)
        expect(JSON.stringify(out.blocks)).toBe(before)
        expect((out.blocks as unknown[]).every((block, index) => block === document.blocks[index])).toBe(true)
      }),
      RUNS,
    )
  })

  it('changes one block if one letter changes, and none if that is undone', () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(), (document: Saved, choice) => {
        const doc = readDocument(document)
        const positions = textPositions(doc)
        const position = positions[choice % positions.length]
        if (document.blocks.length === 0 || position === undefined) return
        const changed = withLetter(doc, position)
        const out = write(changed)
        const differences = out.filter((block, index) => block !== document.blocks[index])
        expect(out).toHaveLength(document.blocks.length)
        expect(differences).toHaveLength(1)
        const undone = EditorState.create({ doc: changed }).tr.delete(position, position + 1).doc
        expect(write(undone).every((block, index) => block === document.blocks[index])).toBe(true)
      }),
      RUNS,
    )
  })

  it('is valid, also where it is written anew', () => {
    fc.assert(
      fc.property(validDocument, fc.nat(), (document, choice) => {
        expect(postDocument.safeParse(document).success).toBe(true)
        const doc = readDocument(document)
        const positions = textPositions(doc)
        const position = positions[choice % positions.length]
        const anew = withoutOrigins(doc)
        const outputs = [anew, withLetter(anew, positions[0] ?? 0), withLetter(doc, position ?? 0)].map((one) =>
          writeDocument(one),
        )
        for (const out of outputs) expect(postDocument.safeParse(out).error).toBeUndefined()
        // Reading it again gives the same nodes.
        const again = withoutOrigins(readDocument(writeDocument(anew)))
        expect(textsOf(again)).toEqual(textsOf(anew))
        expect(write(again)).toEqual(write(anew))
      }),
      RUNS,
    )
  })

  it('keeps unknown fields, their order, and the older form of blocks that nobody changes', () => {
    const blocks = [
      { id: 'a', tunes: { anchor: 'x' }, type: 'paragraph', data: { alignment: 'right', text: 'a' } },
      { type: 'list', data: { style: 'unordered', items: ['a', 'b'] } },
      { type: 'nestedList', data: { style: 'ordered', items: [{ content: 'c', items: [], extra: 1 }] } },
    ]
    const doc = read(...blocks)
    const edited = (block: number) => {
      const position = textPositions(doc).filter((one) => doc.resolve(one).index(0) === block)[0] ?? 0
      return write(withLetter(doc, position))
    }
    expect(JSON.stringify(edited(0)[0])).toBe(
      '{"id":"a","tunes":{"anchor":"x"},"type":"paragraph","data":{"alignment":"right","text":"xa"}}',
    )
    expect(edited(0).slice(1)).toEqual(blocks.slice(1))
    expect(edited(1)[1]).toMatchObject({
      type: 'list',
      data: {
        items: [
          { content: 'xa', items: [] },
          { content: 'b', items: [] },
        ],
      },
    })
    expect(edited(2)[2]).toMatchObject({ type: 'list', data: { items: [{ content: 'xc', items: [], extra: 1 }] } })
  })

  it('converts a picture of older documents when it changes', () => {
    const doc = read({
      type: 'image',
      data: { url: '/media/a.png', width: 4, height: 3, caption: '', withBorder: true },
    })
    expect(write(withLetter(doc, 1))).toMatchObject([
      { type: 'image', data: { caption: 'x', withBorder: true, file: { url: '/media/a.png', width: 4, height: 3 } } },
    ])
    expect((write(withLetter(doc, 1))[0] as { data: object }).data).not.toHaveProperty('url')
  })

  it('keeps what it can’t edit, and deep or large content, without throwing', () => {
    let items: unknown[] = []
    for (let depth = 0; depth < 5000; depth += 1) items = [{ content: String(depth), items }]
    const blocks = [
      { type: 'list', data: { items } },
      { type: 'table', data: { content: [[]] } },
      { type: 'image', data: { url: 'assets/codex2x.png' } },
      { type: 'embed', data: { service: 'youtube', source: 'javascript:alert(1)' } },
      { data: 4 },
    ]
    const doc = read(...blocks, null, 'x', 4)
    doc.check()
    expect(doc.content.content.map(({ type }) => type.name)).toEqual([
      'list',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ])
    expect(doc.child(0).textContent).toContain('4990')
    const out = write(doc)
    expect(out).toHaveLength(blocks.length)
    expect(out.every((block, index) => block === blocks[index])).toBe(true)
  })

  it('gives the second of two blocks with one id another, written once it changes', () => {
    const blocks = [
      { id: 'a', ...paragraph('x') },
      { id: 'a', ...paragraph('y') },
    ]
    const doc = read(...blocks)
    expect(doc.child(0).attrs.id).toBe('a')
    expect(doc.child(1).attrs.id).not.toBe('a')
    expect(write(doc)).toEqual(blocks)
    expect(write(withLetter(doc, 4))).toEqual([blocks[0], { id: doc.child(1).attrs.id, ...paragraph('xy') }])
  })

  it('leaves out files that aren’t uploaded, until their address is known', () => {
    const image = schema.nodes.image.create({ id: 'a', upload: 'key' })
    const doc = schema.nodes.doc.create(null, [image, schema.nodes.paragraph.create({ id: 'b' }, schema.text('x'))])
    expect(write(doc)).toEqual([{ id: 'b', ...paragraph('x') }])
    const found = writeDocument(doc, (key) => (key === 'key' ? { url: '/media/a.png' } : null))
    expect(found.blocks[0]).toEqual({ id: 'a', type: 'image', data: { file: { url: '/media/a.png' } } })
  })

  it('loses empty texts at its ends only when it is published', () => {
    const blocks = [paragraph(''), paragraph('a'), paragraph('&nbsp;'), paragraph('b'), paragraph(' ')]
    expect(write(read(...blocks))).toEqual(blocks)
    expect(write(withoutOuterBlanks(read(...blocks)))).toEqual(blocks.slice(1, 4))
    expect(write(withoutOuterBlanks(read(paragraph(''))))).toEqual([])
  })
})

describe('counts', () => {
  it('are what the limits count, and the words that are read', () => {
    const count = createCounter('en')
    const doc = read(
      paragraph('One <b>two</b>'),
      { type: 'list', data: { style: 'ordered', items: ['three', { content: 'four five', items: ['six'] }] } },
      { type: 'table', data: { content: [['a', 'b']] } },
      { type: 'code', data: { code: 'no words', language: 'ts' } },
    )
    expect(count(doc)).toEqual({ blocks: 4, items: 6, characters: 41, words: 8 })
    expect(count(readDocument({ blocks: [] })).words).toBe(0)
  })
})

function textsOf(doc: Node): string {
  return doc.textBetween(0, doc.content.size, '\n', '\n')
}
