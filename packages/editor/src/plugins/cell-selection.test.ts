import { redo, undo } from 'prosemirror-history'
import { TextSelection } from 'prosemirror-state'
import { CellSelection } from 'prosemirror-tables'
import { expect, it } from 'vitest'
import { after, pressed, stateOf } from '../testing/states.ts'

it('ends a selection with its cell, also between a table and its copy', () => {
  const table = { type: 'table', data: { content: [['one', 'two']] } }
  let state = stateOf(table)
  state = state.apply(state.tr.setSelection(CellSelection.create(state.doc, 2)))
  state = pressed(state, 'Mod-d')
  const [first, copy] = [state.doc.child(0), state.doc.child(1)]
  expect(copy.child(0)).toBe(first.child(0))
  // From within a word of one to the start of the same word in the other.
  const start = 3
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, start + 1, start + first.nodeSize)))
  expect(state.selection.toJSON()).toEqual({ type: 'text', anchor: start, head: start + 3 })
  const bold = pressed(state, 'Mod-b')
  const undone = after(bold, undo)
  expect(undone.selection.toJSON()).toEqual(state.selection.toJSON())
  expect(after(undone, redo).selection.toJSON()).toEqual(bold.selection.toJSON())
})
