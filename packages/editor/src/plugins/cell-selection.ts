import { Plugin, TextSelection } from 'prosemirror-state'
import { schema } from '../document/schema.ts'

/**
 * Ends a selection of text with its cell, as prosemirror-tables does. That compares cells as objects, and the cells of a
 * duplicated table are the same ones until one changes. Undoing such a change would bring back another selection.
 */
export function cellSelectionPlugin(): Plugin {
  return new Plugin({
    appendTransaction(...[, , { selection, tr }]) {
      const { $from, $to, empty } = selection
      if (empty || !(selection instanceof TextSelection) || $from.parent.type !== schema.nodes.tableCell) return null
      if ($from.parent !== $to.parent || $from.sameParent($to) || $to.parentOffset > 0) return null
      return tr.setSelection(TextSelection.create(tr.doc, $from.start(), $from.end()))
    },
  })
}
