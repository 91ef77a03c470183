import { type Command, Selection, type Transaction } from 'prosemirror-state'

/** Changes a transaction. Returns false, without having changed it, where it doesn’t apply. */
export type Edit = (tr: Transaction) => boolean

/** The command of an edit. An edit may apply and change nothing: then the key does nothing. */
export function commandOf(edit: Edit): Command {
  return (state, dispatch) => {
    const { tr } = state
    if (!edit(tr)) return false
    if (tr.docChanged || tr.selectionSet || tr.storedMarksSet) dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** The first edit that applies. */
export function firstOf(...edits: readonly Edit[]): Edit {
  return (tr) => edits.some((edit) => edit(tr))
}

/** Puts the caret at the end of the text before a position, or at the start of that after it. */
export function putCaret(tr: Transaction, position: number, direction: -1 | 1): true {
  tr.setSelection(Selection.near(tr.doc.resolve(position), direction))
  return true
}
