import { type Command, NodeSelection } from 'prosemirror-state'
import { describe, expect, it, vi } from 'vitest'
import { bindings } from '../plugins/keys.ts'
import { after, shown, textState } from '../testing/states.ts'
import { leaveEnd } from './edges.ts'

const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const code = (text: string) => ({ type: 'code', data: { code: text } })
const quote = (text: string, caption: string) => ({ type: 'quote', data: { text, caption } })
const table = (...content: string[][]) => ({ type: 'table', data: { content } })

/** Whether the key goes to what is before the text. */
function leaves(key: 'ArrowUp' | 'Backspace', ...blocks: unknown[]): boolean {
  const leaveStart = vi.fn()
  bindings({ leaveStart })[key]?.(textState(...blocks), () => undefined)
  return leaveStart.mock.calls.length > 0
}

describe('below the last line', () => {
  it('a paragraph begins after a program, quote, table or card', () => {
    const below = (...blocks: unknown[]) => shown(after(textState(...blocks), leaveEnd))
    expect(below(code('a\nb|'))).toEqual(['codeBlock: a\nb', 'paragraph: |'])
    expect(below(quote('a', 'b|'))).toContain('paragraph: |')
    // In any cell of the last row.
    expect(below(table(['a', 'b'], ['c|', 'd']))).toContain('paragraph: |')
    const state = textState(paragraph('a|'), { type: 'delimiter', data: {} })
    const selected = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, 3)))
    expect(shown(after(selected, leaveEnd))).toEqual(['paragraph: a', 'delimiter: ', 'paragraph: |'])
  })

  it('nothing happens in texts and lists, above, or with more after it', () => {
    const list = { type: 'list', data: { style: 'unordered', items: ['a|'] } }
    for (const blocks of [
      [paragraph('a|')],
      [list],
      [quote('a|', 'b')],
      [table(['a|', 'b'], ['c', 'd'])],
      [code('a|'), paragraph('b')],
      [code('[a]')],
    ])
      expect(leaveEnd(textState(...blocks))).toBe(false)
  })

  it('asks the view for the line', () => {
    const view = { endOfTextblock: vi.fn(() => false) }
    expect(leaveEnd(textState(code('a|\nb')), undefined, view as never)).toBe(false)
    expect(view.endOfTextblock).toHaveBeenCalledWith('down')
  })
})

describe('before the text', () => {
  it('is what arrow keys in the first line go to', () => {
    expect(leaves('ArrowUp', paragraph('a|'), paragraph('b'))).toBe(true)
    expect(leaves('ArrowUp', table(['a', 'b|'], ['c', 'd']))).toBe(true)
    expect(leaves('ArrowUp', paragraph('a'), paragraph('b|'))).toBe(false)
    expect(leaves('ArrowUp', table(['a', 'b'], ['c', 'd|']))).toBe(false)
    expect(leaves('ArrowUp', paragraph('[a]'))).toBe(false)
  })

  it('is what Backspace goes to, from the start of a first paragraph', () => {
    expect(leaves('Backspace', paragraph('|a'))).toBe(true)
    expect(leaves('Backspace', paragraph('|'))).toBe(true)
    expect(leaves('Backspace', paragraph('a|'))).toBe(false)
    // It becomes a paragraph first.
    expect(leaves('Backspace', { type: 'header', data: { text: '|a', level: 2 } })).toBe(false)
    expect(leaves('Backspace', paragraph('a'), paragraph('|b'))).toBe(false)
  })
})

describe('arrow keys in a table', () => {
  const cells = (text: string) => text.split('/').map((row) => row.split(' '))
  const press = (key: 'ArrowUp' | 'ArrowDown', content: string) =>
    shown(after(textState(paragraph('x'), table(...cells(content)), paragraph('y')), bindings({})[key] as Command))

  it('stay in their column, and leave it at its ends', () => {
    expect(press('ArrowDown', 'a b|/c d').join()).toContain('|d')
    expect(press('ArrowUp', 'a b/c d|').join()).toContain('|b')
    expect(press('ArrowDown', 'a b/c| d')).toContain('paragraph: |y')
    expect(press('ArrowUp', 'a b|/c d')).toContain('paragraph: x|')
  })
})
