import fc from 'fast-check'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { codeBlock } from '../document/pasted-blocks.ts'
import { readDocument } from '../document/read.ts'
import { schema } from '../document/schema.ts'
import { readMarkdown } from '../markdown/read.ts'
import { anyDocument } from '../testing/documents.ts'
import { roundTripBlocks } from '../testing/pasted.ts'
import { apply, selectionBy, shown, stateOf, textState } from '../testing/states.ts'
import { insertBlocks, insertSlice, insertText, linkSelection } from './insert.ts'

const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const list = (...items: unknown[]) => ({ type: 'list', data: { style: 'ordered', items } })
const item = (content: string, ...items: unknown[]) => ({ content, items })
const table = (...content: string[][]) => ({ type: 'table', data: { content } })
const blocks = (markdown: string) => readMarkdown(markdown, '').nodes

function edited(state: EditorState, edit: (tr: Transaction) => void): EditorState {
  const { tr } = state
  edit(tr)
  return apply(state, tr)
}
const pasted = (state: EditorState, markdown: string) =>
  shown(edited(state, (tr) => insertBlocks(tr, blocks(markdown))))

describe('blocks are pasted', () => {
  it.each<[string, EditorState, string, string[]]>([
    ['into a text', textState(paragraph('a|b')), 'x **y**', ['paragraph: ax y|b']],
    [
      'between the halves of a text',
      textState(paragraph('a|b')),
      'x\n\n# y\n\nz',
      ['paragraph: ax', 'heading: y', 'paragraph: z|b'],
    ],
    [
      'without joining headings',
      textState(paragraph('a|b')),
      '# x\n\n# y',
      ['paragraph: a', 'heading: x', 'heading: y|', 'paragraph: b'],
    ],
    [
      'in place of an empty text',
      textState(paragraph('a'), paragraph('|'), paragraph('b')),
      '# x\n\n- y',
      ['paragraph: a', 'heading: x', 'item 0: y|', 'paragraph: b'],
    ],
    [
      'in place of a selection',
      textState(paragraph('a[b'), paragraph('c]d')),
      'x\n\ny',
      ['paragraph: ax', 'paragraph: y|d'],
    ],
    [
      'into a heading',
      textState({ type: 'header', data: { text: 'a|', level: 2 } }),
      'x\n\ny',
      ['heading: ax', 'paragraph: y|'],
    ],
    ['as an only picture', textState(paragraph('|')), '![a](/media/1/a.webp)', ['image: |']],
    [
      'into an empty item',
      textState(list(item('a'), item('|'))),
      '- x\n  - y',
      ['item 0: a', 'item 0: x', 'item 1: y|'],
    ],
    [
      'after a text in an item',
      textState(list(item('a|b', item('c')), item('d'))),
      '- x\n- y',
      ['item 0: a', 'item 0: x', 'item 0: y|b', 'item 1: c', 'item 0: d'],
    ],
    ['as items', textState(list(item('a', item('b|')))), 'x\n\ny', ['item 0: a', 'item 1: bx', 'item 1: y|']],
    [
      'between the parts of a list',
      textState(list(item('a|'), item('b'))),
      '```\nx\n```',
      ['item 0: a', 'codeBlock: x|', 'item 0: b'],
    ],
    ['as lines of a cell', textState(table(['a|', 'b'])), 'x\n\n- y', ['tableCell: ax/• y|', 'tableCell: b']],
    [
      'as lines of a quote',
      textState({ type: 'quote', data: { text: 'a|', caption: 'b' } }),
      '# x\n\ny',
      ['quoteText: ax/y|', 'quoteCaption: b'],
    ],
    ['as code', textState({ type: 'code', data: { code: 'a|' } }), 'x\n\ny', ['codeBlock: ax\ny|']],
  ])('%s', (...[, state, markdown, expected]) => {
    expect(pasted(state, markdown)).toEqual(expected)
  })

  it('with the style of the list around them', () => {
    const state = edited(textState(list(item('a|'))), (tr) => insertBlocks(tr, blocks('- x\n  - y')))
    const styles: unknown[] = []
    state.doc.descendants((node) => {
      if (node.type === schema.nodes.list) styles.push(node.attrs.style)
    })
    expect(styles).toEqual(['ordered', 'ordered'])
  })
})

describe('text is pasted', () => {
  it('as paragraphs with lines', () => {
    const state = textState(paragraph('<b>a|</b>'))
    const next = edited(state, (tr) => insertText(tr, 'x\ny\n\n\nz\n'))
    expect(shown(next)).toEqual(['paragraph: ax/y', 'paragraph: z|'])
    expect(next.doc.child(1).firstChild?.marks.map(({ type }) => type.name)).toEqual(['b'])
  })

  it('as an item for each line in a list', () => {
    const next = edited(textState(list(item('a', item('b|c')))), (tr) => insertText(tr, 'x\ny\n\nz'))
    expect(shown(next)).toEqual(['item 0: a', 'item 1: bx', 'item 1: y', 'item 1: z|c'])
  })

  it('as it is in code', () => {
    expect(
      shown(edited(textState({ type: 'code', data: { code: 'a|' } }), (tr) => insertText(tr, '# x\n\n- y'))),
    ).toEqual(['codeBlock: a# x\n\n- y|'])
  })

  it('as the link of a selection', () => {
    const state = textState(paragraph('a[b'), { type: 'code', data: { code: 'c' } }, paragraph('d]e'))
    const next = edited(state, (tr) => expect(linkSelection(tr, 'https://a.example/')).toBe(true))
    const linked: (string | undefined)[] = []
    next.doc.descendants((node) => {
      if (node.marks.length > 0) linked.push(node.text)
    })
    expect(linked).toEqual(['b', 'd'])
    expect(linkSelection(textState({ type: 'code', data: { code: '[a]' } }).tr, 'https://a.example/')).toBe(false)
  })
})

const selection = fc.tuple(fc.nat(), fc.nat(), fc.nat()) as fc.Arbitrary<[number, number, number]>

describe('on any selection of any document', () => {
  const inserted: fc.Arbitrary<Node[]> = roundTripBlocks.filter(({ length }) => length > 0)
  const select = (document: { blocks: readonly unknown[] }, by: [number, number, number]) => {
    const state = stateOf(...document.blocks)
    return state.apply(state.tr.setSelection(selectionBy(state.doc, by)))
  }

  it('pasting blocks leaves a valid document with their text', () => {
    fc.assert(
      fc.property(anyDocument, selection, inserted, (document, by, added) => {
        const next = edited(select(document, by), (tr) => insertBlocks(tr, added))
        next.doc.check()
        const text = next.doc.textContent
        for (const node of added) if (node.type === schema.nodes.paragraph) expect(text).toContain(node.textContent)
      }),
      { numRuns: 600 },
    )
  })

  it('pasting a part of another document leaves a valid document', () => {
    fc.assert(
      fc.property(anyDocument, selection, anyDocument, selection, (document, by, ...[other, part]) => {
        const slice = select(other, part).selection.content()
        const next = edited(select(document, by), (tr) => insertSlice(tr, slice))
        next.doc.check()
      }),
      { numRuns: 600 },
    )
  })

  it('code never becomes anything else', () => {
    fc.assert(
      fc.property(inserted, (added) => {
        const state = textState({ type: 'code', data: { code: 'a|' } })
        const slice = new Slice(Fragment.fromArray([...added, codeBlock('b')]), 0, 0)
        expect(edited(state, (tr) => insertSlice(tr, slice)).doc.childCount).toBe(1)
        expect(readDocument({ blocks: [] }).childCount).toBe(1)
      }),
      { numRuns: 50 },
    )
  })
})
