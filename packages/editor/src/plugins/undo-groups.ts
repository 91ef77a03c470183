import { closeHistory, isHistoryTransaction } from 'prosemirror-history'
import type { EditorState, Transaction } from 'prosemirror-state'

/**
 * Lets a change of what is selected be undone on its own. With what was typed just before, undoing a deletion would take
 * those words away as well. Call it with each transaction before it is applied.
 */
export function withOwnUndo({ selection }: EditorState, tr: Transaction): Transaction {
  return tr.docChanged && !selection.empty && !isHistoryTransaction(tr) ? closeHistory(tr) : tr
}
