import { NodeSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { pressed, shown, textState, writtenBlocks } from '../testing/states.ts'

const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const heading = (text: string) => ({ type: 'header', data: { text, level: 3 } })
const list = (...items: string[]) => ({ type: 'list', data: { style: 'unordered', items } })
const quote = (text: string, caption = '') => ({ type: 'quote', data: { text, caption } })
const warning = (title: string, message: string) => ({ type: 'warning', data: { title, message } })
const code = (text: string) => ({ type: 'code', data: { code: text } })
const image = (caption: string) => ({ type: 'image', data: { file: { url: '/media/a.png' }, caption } })
const line = { type: 'delimiter', data: {} }

const press = (key: string, ...blocks: unknown[]) => shown(pressed(textState(...blocks), key))

describe('Enter', () => {
  it('splits texts, and continues a heading with a paragraph', () => {
    expect(press('Enter', paragraph('a|b'))).toEqual(['paragraph: a', 'paragraph: |b'])
    expect(press('Enter', heading('a|b'))).toEqual(['heading: a', 'heading: |b'])
    expect(press('Enter', heading('ab|'))).toEqual(['heading: ab', 'paragraph: |'])
    expect(press('Enter', paragraph('a[b'), paragraph('c]d'))).toEqual(['paragraph: a', 'paragraph: |d'])
  })

  it('at the start leaves the stored block as it is', () => {
    const stored = { id: 'x', ...heading('ab'), tunes: { anchor: 'y' } }
    const state = pressed(textState({ ...stored, data: { text: '|ab', level: 3 } }), 'Enter')
    expect(shown(state)).toEqual(['paragraph: ', 'heading: |ab'])
    expect(state.doc.child(1).attrs.id).toBe('x')
    expect(state.doc.child(0).attrs.id).not.toBeNull()
  })

  it('breaks lines in quotes, and leaves them after an empty one', () => {
    const state = pressed(textState(quote('ab|')), 'Enter')
    expect(shown(state)).toEqual(['quoteText: ab/|', 'quoteCaption: '])
    expect(shown(pressed(state, 'Enter'))).toEqual(['quoteText: ab', 'quoteCaption: ', 'paragraph: |'])
    expect(press('Enter', quote('a', 'b|c'))).toEqual(['quoteText: a', 'quoteCaption: bc', 'paragraph: |'])
  })

  it('goes from a warning’s title to its message', () => {
    expect(press('Enter', warning('a|b', 'c'))).toEqual(['warningTitle: ab', 'warningMessage: |c'])
  })

  it('keeps the indentation of code, and leaves it after an empty line', () => {
    const state = pressed(textState(code('  a|')), 'Enter')
    expect(shown(state)).toEqual(['codeBlock:   a\n  |'])
    const end = pressed(textState(code('a|')), 'Enter')
    expect(shown(pressed(end, 'Enter'))).toEqual(['codeBlock: a', 'paragraph: |'])
  })

  it('begins code after three backticks', () => {
    const state = pressed(textState(paragraph('```css|')), 'Enter')
    expect(writtenBlocks(state)).toEqual([{ type: 'code', data: { code: '', language: 'css' } }])
  })

  it('leaves captions, and continues after a selected card', () => {
    expect(press('Enter', image('a|b'))).toEqual(['image: ab', 'paragraph: |'])
    const state = textState(line, paragraph('|'))
    const selected = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, 0)))
    expect(shown(pressed(selected, 'Enter'))).toEqual(['delimiter: ', 'paragraph: |', 'paragraph: '])
  })

  it('breaks the line with Shift, also in a cell without it', () => {
    expect(press('Shift-Enter', paragraph('a|b'))).toEqual(['paragraph: a/|b'])
    expect(press('Shift-Enter', code('a|b'))).toEqual(['codeBlock: a\n|b'])
    expect(press('Enter', { type: 'table', data: { content: [['a|b']] } })).toEqual(['tableCell: a/|b'])
  })
})

describe('Backspace', () => {
  it('joins texts, and keeps the one that isn’t empty', () => {
    expect(press('Backspace', paragraph('a'), heading('|b'))).toEqual(['paragraph: a|b'])
    expect(press('Backspace', paragraph(''), heading('|b'))).toEqual(['heading: |b'])
    expect(press('Backspace', heading('|b'))).toEqual(['paragraph: |b'])
  })

  it('joins a text with the last item of a list', () => {
    expect(press('Backspace', list('a', 'b'), paragraph('|c'))).toEqual(['item 0: a', 'item 0: b|c'])
  })

  it('takes an item out of its list, and joins it at the second time', () => {
    const state = pressed(textState(paragraph('a'), list('|b', 'c')), 'Backspace')
    expect(shown(state)).toEqual(['paragraph: a', 'paragraph: |b', 'item 0: c'])
    expect(shown(pressed(state, 'Backspace'))).toEqual(['paragraph: a|b', 'item 0: c'])
  })

  it('selects a card first', () => {
    expect(press('Backspace', line, paragraph('|a'))).toEqual(['delimiter: ', 'paragraph: a', '(NodeSelection 0)'])
    expect(press('Backspace', image('a'), paragraph('|'))).toEqual(['image: a', '(NodeSelection 0)'])
    const selected = pressed(textState(line, paragraph('|a')), 'Backspace')
    expect(shown(pressed(selected, 'Backspace'))).toEqual(['paragraph: |a'])
  })

  it('at a caption’s start selects the figure', () => {
    expect(press('Backspace', image('|a'))).toEqual(['image: a', '(NodeSelection 0)'])
  })

  it('turns quotes and warnings into paragraphs, and loses no text', () => {
    expect(press('Backspace', quote('|a', 'b'))).toEqual(['paragraph: |a', 'paragraph: b'])
    expect(press('Backspace', warning('|a', 'b'))).toEqual(['paragraph: |a', 'paragraph: b'])
    expect(press('Backspace', quote('a', '|b'))).toEqual(['quoteText: a|', 'quoteCaption: b'])
    expect(press('Backspace', code('|'))).toEqual(['paragraph: |'])
    expect(press('Backspace', code('|a'))).toEqual(['codeBlock: |a'])
  })

  it('deletes only the nested list that is selected', () => {
    const nested = { content: 'b|', items: [{ content: 'c', items: [] }] }
    const state = textState({ type: 'list', data: { style: 'unordered', items: ['a', nested] } })
    const position = state.selection.from + 1
    const selected = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, position)))
    expect(shown(pressed(selected, 'Backspace'))).toEqual(['item 0: a', 'item 0: b|'])
  })

  it('stays in a cell', () => {
    expect(press('Backspace', { type: 'table', data: { content: [['a', '|b']] } })).toEqual([
      'tableCell: a',
      'tableCell: |b',
    ])
  })
})

describe('Delete', () => {
  it('joins texts and items', () => {
    expect(press('Delete', paragraph('a|'), heading('b'))).toEqual(['paragraph: a|b'])
    expect(press('Delete', paragraph('|'), heading('b'))).toEqual(['heading: |b'])
    expect(press('Delete', list('a|', 'b'))).toEqual(['item 0: a|b'])
    expect(press('Delete', list('a|'), paragraph('b'))).toEqual(['item 0: a|b'])
    expect(press('Delete', paragraph('a|'), list('b', 'c'))).toEqual(['paragraph: a|b', 'item 0: c'])
  })

  it('selects a card first', () => {
    expect(press('Delete', paragraph('a|'), line)).toEqual(['paragraph: a', 'delimiter: ', '(NodeSelection 3)'])
    expect(press('Delete', list('a|'), image('b'))).toEqual(['item 0: a', 'image: b', '(NodeSelection 7)'])
  })

  it('does nothing at the end of other texts', () => {
    for (const block of [quote('a|', 'b'), code('a|'), image('a|')]) {
      expect(press('Delete', block, paragraph('c')).at(-1)).toBe('paragraph: c')
    }
  })
})
