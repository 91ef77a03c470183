import { history } from 'prosemirror-history'
import type { Plugin } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { cellSelectionPlugin } from './cell-selection.ts'
import { baseKeys, type KeyActions, keys } from './keys.ts'
import { typingRules } from './typing-rules.ts'

/** How many changes can be undone. */
const UNDO_DEPTH = 5000

/** The plugins that make texts editable, in their order. Each transaction must go through `withIds` as well. */
export function corePlugins(actions: KeyActions = {}): Plugin[] {
  return [
    keys(actions),
    typingRules(),
    baseKeys(),
    history({ depth: UNDO_DEPTH }),
    cellSelectionPlugin(),
    tableEditing(),
  ]
}
