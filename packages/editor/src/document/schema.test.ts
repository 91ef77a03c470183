import fc from 'fast-check'
import { GapCursor } from 'prosemirror-gapcursor'
import { DOMParser, DOMSerializer, type Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { validDocument } from '../testing/documents.ts'
import { readDocument } from './read.ts'
import { schema } from './schema.ts'
import { writeDocument } from './write.ts'

function htmlOf(doc: Node): HTMLElement {
  const element = document.createElement('div')
  element.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content, { document }))
  return element
}

function parsed(html: string): Node {
  const element = new globalThis.DOMParser().parseFromString(html, 'text/html').body
  return DOMParser.fromSchema(schema).parse(element, { preserveWhitespace: 'full' })
}

/** The blocks without what isn’t in HTML. */
function blocksOf(doc: Node): unknown[] {
  const bare = (node: Node): Node => {
    const attrs = {
      ...node.attrs,
      ...('id' in node.attrs && { id: null }),
      ...('origin' in node.attrs && { origin: null }),
    }
    return node.isText ? node : node.type.create(attrs, node.content.content.map(bare), node.marks)
  }
  return writeDocument(bare(doc)).blocks
}

describe('copied HTML', () => {
  it('reads back as the same blocks', () => {
    fc.assert(
      fc.property(validDocument, (stored) => {
        const doc = readDocument(stored)
        const again = parsed(htmlOf(doc).innerHTML)
        again.check()
        expect(blocksOf(again)).toEqual(blocksOf(doc))
      }),
      { numRuns: 100 },
    )
  })

  it('says nothing of ids and stored blocks', () => {
    const html = htmlOf(
      readDocument({
        blocks: [{ id: 'own-id', type: 'image', data: { file: { url: '/media/a.png', name: 'own-name' } } }],
      }),
    )
    expect(html.innerHTML).not.toMatch(/own-id|own-name|origin/)
    expect(html.querySelector('figure img')?.getAttribute('src')).toBe('/media/a.png')
  })

  it('has the elements that other programs know', () => {
    const list = {
      type: 'list',
      data: { style: 'ordered', meta: { start: 3, counterType: 'lower-roman' }, items: ['a'] },
    }
    const { innerHTML } = htmlOf(
      readDocument({
        blocks: [list, { type: 'header', data: { text: '<a href="https://a.example">b</a>', level: 4 } }],
      }),
    )
    expect(innerHTML).toBe(
      '<ol start="3" type="i"><li><p>a</p></li></ol><h4><a href="https://a.example/" rel="noopener noreferrer">b</a></h4>',
    )
  })
})

describe('foreign HTML', () => {
  it('becomes known blocks', () => {
    const doc = parsed(
      '<table><tr><th>a</th></tr><tr><td>b</td></tr></table><pre><code class="language-css">c</code></pre><ul><li>d</li></ul>' +
        '<b style="font-weight:normal"><p><strong>e</strong><span style="font-weight:700">f</span></p></b>',
    )
    doc.check()
    expect(writeDocument(doc).blocks).toMatchObject([
      { type: 'table', data: { withHeadings: true, content: [['a'], ['b']] } },
      { type: 'code', data: { code: 'c', language: 'css' } },
      { type: 'list', data: { items: [{ content: 'd' }] } },
      { type: 'paragraph', data: { text: '<b>ef</b>' } },
    ])
  })

  it.each([
    '<a href="javascript:alert(1)">x</a>',
    `<figure data-stoa="image" data-attributes='{"url":"javascript:alert(1)"}'><figcaption>x</figcaption></figure>`,
    `<figure data-stoa="image" data-attributes='{"url":{"x":1}}'><figcaption>x</figcaption></figure>`,
    '<figure data-stoa="image" data-attributes="{">x</figure>',
    `<figure data-stoa="video" data-attributes='{"url":"/media/a.mp4"}'>x</figure>`,
    `<figure data-stoa="embed" data-attributes='{"source":"data:x"}'><figcaption>x</figcaption></figure>`,
  ])('loses what posts can’t have: %s', (html) => {
    expect(writeDocument(parsed(html)).blocks).toMatchObject([{ type: 'paragraph', data: { text: 'x' } }])
  })

  it('never makes an invalid document', () => {
    const pieces = fc.constantFrom(
      ...[
        '<ul>',
        '</ul>',
        '<li>',
        '</li>',
        '<p>',
        '<table>',
        '<tr>',
        '<td>',
        '</table>',
        '<blockquote>',
        '<footer>',
        '<h2>',
      ],
      ...[
        'a',
        ' ',
        '<aside>',
        '<header>',
        '</aside>',
        '<pre>',
        '</pre>',
        '<hr>',
        '<b>',
        '<div data-stoa="unknown">',
        '<br>',
      ],
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => parsed(parts.join('')).check()),
      { numRuns: 100 },
    )
  })
})

describe('cursors', () => {
  it('has none between cells, where a typed letter would become a cell', () => {
    const { valid } = GapCursor as unknown as { valid($pos: unknown): boolean }
    const doc = readDocument({ blocks: [{ type: 'table', data: { content: [['a', 'b']] } }] })
    const gaps = Array.from({ length: doc.content.size + 1 }, (_, position) => position).filter((position) =>
      valid.call(GapCursor, doc.resolve(position)),
    )
    expect(gaps).toEqual([0, doc.content.size])
  })
})
