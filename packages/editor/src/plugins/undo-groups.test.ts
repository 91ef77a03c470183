import { undo } from 'prosemirror-history'
import { AllSelection } from 'prosemirror-state'
import { expect, it } from 'vitest'
import { bindings } from '../plugins/keys.ts'
import { textState, typed } from '../testing/states.ts'
import { withIds } from './ids.ts'
import { withOwnUndo } from './undo-groups.ts'

it('undoing a deletion brings back what was typed just before', () => {
  let state = typed(textState({ type: 'paragraph', data: { text: '|' } }), 'words')
  state = state.apply(state.tr.setSelection(new AllSelection(state.doc)))
  bindings({}).Backspace?.(state, (tr) => {
    state = state.apply(withIds(withOwnUndo(state, tr)))
  })
  expect(state.doc.textContent).toBe('')
  undo(state, (tr) => {
    state = state.apply(withIds(withOwnUndo(state, tr)))
  })
  expect(state.doc.textContent).toBe('words')
})
