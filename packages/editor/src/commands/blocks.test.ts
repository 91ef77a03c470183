import { AllSelection, NodeSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { after, pressed, shown, stateOf, textState, writtenBlocks } from '../testing/states.ts'
import { deleteBlocks } from './blocks.ts'
import { commandOf } from './edit.ts'
import { turnInto } from './turn-into.ts'

const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const list = (...items: unknown[]) => ({ type: 'list', data: { style: 'unordered', items } })
const line = { type: 'delimiter', data: {} }
const press = (key: string, ...blocks: unknown[]) => shown(pressed(textState(...blocks), key))
const turn = (kind: Parameters<typeof turnInto>[0], ...blocks: unknown[]) =>
  after(textState(...blocks), commandOf(turnInto(kind)))

describe('moving', () => {
  it('moves the selected blocks with the caret', () => {
    expect(press('Alt-Shift-ArrowUp', paragraph('a'), line, paragraph('b|c'))).toEqual([
      'paragraph: a',
      'paragraph: b|c',
      'delimiter: ',
    ])
    expect(press('Alt-Shift-ArrowDown', paragraph('a[b'), paragraph('c]d'), line, paragraph('e'))).toEqual([
      'delimiter: ',
      'paragraph: a[b',
      'paragraph: c]d',
      'paragraph: e',
    ])
    expect(press('Alt-Shift-ArrowUp', paragraph('a|'), line)).toEqual(['paragraph: a|', 'delimiter: '])
  })

  it('moves an item among its neighbors, with those below it', () => {
    const items = list('a', { content: 'b|', items: [{ content: 'c', items: [] }] }, 'd')
    expect(press('Alt-Shift-ArrowDown', items)).toEqual(['item 0: a', 'item 0: d', 'item 0: b|', 'item 1: c'])
    expect(press('Alt-Shift-ArrowUp', items)).toEqual(['item 0: b|', 'item 1: c', 'item 0: a', 'item 0: d'])
  })

  it('moves a list of which all is selected', () => {
    expect(press('Alt-Shift-ArrowUp', paragraph('x'), list('a|'))).toEqual(['item 0: a|', 'paragraph: x'])
  })

  it('writes moved blocks unchanged', () => {
    const blocks = [
      { id: 'a', ...paragraph('x|'), tunes: { anchor: 'y' } },
      { id: 'b', ...list('flat') },
    ]
    const moved = pressed(textState(...blocks), 'Alt-Shift-ArrowDown')
    expect(writtenBlocks(moved)).toMatchObject([list('flat'), { ...paragraph('x'), tunes: { anchor: 'y' } }])
  })
})

describe('duplicating', () => {
  it('copies unknown fields, with another id', () => {
    const stored = { id: 'a', type: 'paragraph', data: { text: 'x|', alignment: 'left' }, tunes: { anchor: 'y' } }
    const { doc } = pressed(textState(stored), 'Mod-d')
    const state = pressed(stateOf({ ...stored, data: { text: 'x', alignment: 'left' } }), 'Mod-d')
    const { id: _, ...content } = { ...stored, data: { text: 'x', alignment: 'left' } }
    expect(writtenBlocks(state)).toEqual([content, content])
    expect(doc.child(0).attrs.id).toBe('a')
    expect(doc.child(1).attrs.id).not.toBe('a')
  })
})

describe('deleting', () => {
  it('leaves an empty paragraph in place of everything', () => {
    const state = stateOf(paragraph('a'), line)
    const all = state.apply(state.tr.setSelection(new AllSelection(state.doc)))
    expect(shown(after(all, commandOf(deleteBlocks)))).toEqual(['paragraph: |'])
    expect(writtenBlocks(after(all, commandOf(deleteBlocks)))).toEqual([])
  })
})

describe('turning into', () => {
  it('keeps the text, the caret and the block', () => {
    const stored = { id: 'a', ...paragraph('a <b>b</b>|'), tunes: { anchor: 'y' } }
    const state = turn({ type: 'heading', level: 3 }, stored)
    expect(writtenBlocks(state)).toEqual([
      { type: 'header', data: { text: 'a <b>b</b>', level: 3 }, tunes: { anchor: 'y' } },
    ])
    expect(shown(state)).toEqual(['heading: a b|'])
    expect(state.doc.child(0).attrs.id).toBe('a')
  })

  it('gives the stored block again when turned back', () => {
    const stored = { id: 'a', type: 'paragraph', data: { alignment: 'left', text: '<strong>x</strong>' } }
    const there = after(stateOf(stored), commandOf(turnInto({ type: 'list', style: 'ordered' })))
    expect(writtenBlocks(there)).toMatchObject([{ type: 'list' }])
    const back = after(there, commandOf(turnInto({ type: 'paragraph' })))
    const { id: _, ...content } = stored
    expect(writtenBlocks(back)).toEqual([content])
  })

  it('makes one list, quote or program of several texts', () => {
    const texts = [paragraph('a[b'), paragraph('c'), paragraph('d]e')]
    expect(shown(turn({ type: 'list', style: 'ordered' }, ...texts))).toEqual([
      'item 0: a[b',
      'item 0: c',
      'item 0: d]e',
    ])
    expect(shown(turn({ type: 'quote' }, ...texts))).toEqual(['quoteText: a[b/c/d]e', 'quoteCaption: '])
    expect(shown(turn({ type: 'codeBlock' }, ...texts))).toEqual(['codeBlock: a[b\nc\nd]e'])
    expect(shown(turn({ type: 'warning' }, ...texts))).toEqual(['warningTitle: ', 'warningMessage: a[b/c/d]e'])
  })

  it('leaves pictures and the like as they are', () => {
    expect(shown(turn({ type: 'list', style: 'unordered' }, paragraph('[a'), line, paragraph('b]')))).toEqual([
      'item 0: [a',
      'delimiter: ',
      'item 0: b]',
    ])
  })

  it('takes only the selected items out of a list', () => {
    expect(shown(turn({ type: 'heading', level: 2 }, list('a', 'b|', 'c')))).toEqual([
      'item 0: a',
      'heading: b|',
      'item 0: c',
    ])
  })

  it('changes the kind of a whole list, and back to paragraphs with the same key', () => {
    const state = pressed(textState(list('a', 'b|')), 'Mod-Shift-7')
    expect(writtenBlocks(state)).toMatchObject([{ data: { style: 'ordered', items: [{}, {}] } }])
    expect(shown(pressed(state, 'Mod-Shift-7'))).toEqual(['item 0: a', 'paragraph: b|'])
  })

  it('keeps line breaks of code', () => {
    const code = { type: 'code', data: { code: 'a\nb|' } }
    expect(shown(turn({ type: 'paragraph' }, code))).toEqual(['paragraph: a/b|'])
    expect(shown(turn({ type: 'codeBlock' }, paragraph('a<br><b>b|</b>')))).toEqual(['codeBlock: a\nb|'])
  })
})

describe('selecting and leaving', () => {
  it('selects the text and then everything', () => {
    const state = pressed(textState(paragraph('a|b'), line), 'Mod-a')
    expect(shown(state)).toEqual(['paragraph: [ab]', 'delimiter: '])
    expect(pressed(state, 'Mod-a').selection).toBeInstanceOf(AllSelection)
  })

  it('selects the block with Escape', () => {
    const { selection } = pressed(textState(line, list('a', 'b|')), 'Escape')
    expect(selection).toBeInstanceOf(NodeSelection)
    expect(selection.from).toBe(1)
  })

  it('continues after code or a table', () => {
    expect(press('Mod-Enter', { type: 'code', data: { code: 'a|b' } })).toEqual(['codeBlock: ab', 'paragraph: |'])
    const table = { type: 'table', data: { content: [['a|', 'b']] } }
    expect(press('Mod-Enter', table)).toEqual(['tableCell: a', 'tableCell: b', 'paragraph: |'])
  })

  it('goes through cells, and adds a row after the last one', () => {
    const table = { type: 'table', data: { content: [['a|', 'b']] } }
    const second = pressed(textState(table), 'Tab')
    expect(shown(second)).toEqual(['tableCell: a', 'tableCell: |b'])
    expect(shown(pressed(second, 'Tab'))).toEqual(['tableCell: a', 'tableCell: b', 'tableCell: |', 'tableCell: '])
    expect(shown(pressed(second, 'Shift-Tab'))).toEqual(['tableCell: |a', 'tableCell: b'])
  })

  it('indents code', () => {
    const state = pressed(textState({ type: 'code', data: { code: '[a\nb]' } }), 'Tab')
    expect(shown(state)).toEqual(['codeBlock:   [a\n  b]'])
    expect(shown(pressed(state, 'Shift-Tab'))).toEqual(['codeBlock: [a\nb]'])
  })
})
