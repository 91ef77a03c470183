import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '../document/schema.ts'
import { caretOf, isPlainText } from './block-range.ts'
import { leaveBlock } from './blocks.ts'
import { commandOf } from './edit.ts'

/** An arrow key below a last block that isn’t a text, and in which Enter wouldn’t leave: continues after it. */
export const leaveEnd: Command = (state, dispatch, view) => {
  const { lastChild } = state.doc
  if (isPlainText(lastChild) || lastChild?.type === schema.nodes.list || !isAtEdge(state, 1, view)) return false
  return commandOf(leaveBlock)(state, dispatch)
}

/** An arrow key above the first line, or Backspace at the start of the first paragraph: what is before the text. */
export function leaveStart(run: () => void, by: 'arrow' | 'backspace'): Command {
  return (state, _, view) => {
    const isAtStart = by === 'arrow' ? isAtEdge(state, -1, view) : isAtFirstLetter(state)
    if (isAtStart) run()
    return isAtStart
  }
}

function isAtFirstLetter({ doc, selection }: EditorState): boolean {
  return caretOf(selection)?.pos === 1 && doc.firstChild?.type === schema.nodes.paragraph
}

/** Whether nothing of the document is above or below the line with the caret, or the selected block. */
function isAtEdge({ doc, selection }: EditorState, direction: -1 | 1, view?: EditorView): boolean {
  if (selection instanceof NodeSelection)
    return direction < 0 ? selection.from === 0 : selection.to === doc.content.size
  const $caret = selection instanceof TextSelection ? caretOf(selection) : null
  if (!$caret) return false
  for (let depth = 0; depth < $caret.depth; depth += 1) {
    const parent = $caret.node(depth)
    // Cells are beside each other.
    if (parent.type === schema.nodes.tableRow) continue
    if ($caret.index(depth) !== (direction < 0 ? 0 : parent.childCount - 1)) return false
  }
  return !view || view.endOfTextblock(direction < 0 ? 'up' : 'down')
}
