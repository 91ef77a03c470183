import { closeHistory } from 'prosemirror-history'
import type { Node, NodeType } from 'prosemirror-model'
import { type Command, NodeSelection, type Selection, TextSelection } from 'prosemirror-state'
import { schema } from '../document/schema.ts'

export function moveBlock(by: 1 | -1): Command {
  return (state, dispatch) => {
    const { $from, from } = state.selection
    const index = $from.index(0)
    const other = index + by
    if (other < 0 || other >= state.doc.childCount) return false
    if (!dispatch) return true
    const node = state.doc.child(index)
    const start = $from.depth === 0 ? from : $from.before(1)
    const neighbor = state.doc.child(other)
    const target = by < 0 ? start - neighbor.nodeSize : start + neighbor.nodeSize
    const tr = closeHistory(state.tr)
      .delete(start, start + node.nodeSize)
      .insert(target, node)
    const shift = target - start
    const moved: Selection =
      state.selection instanceof NodeSelection && $from.depth === 0
        ? NodeSelection.create(tr.doc, target)
        : TextSelection.create(tr.doc, state.selection.anchor + shift, state.selection.head + shift)
    dispatch(tr.setSelection(moved).scrollIntoView())
    return true
  }
}

export const duplicateBlock: Command = (state, dispatch) => {
  const { $from, from } = state.selection
  const start = $from.depth === 0 ? from : $from.before(1)
  const node = state.doc.nodeAt(start)
  if (!node) return false
  dispatch?.(
    state.tr.insert(start + node.nodeSize, node.type.create({ ...node.attrs, id: null, origin: null }, node.content)),
  )
  return true
}

export function turnInto(type: NodeType, attrs: Node['attrs'] | null): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const start = $from.depth === 0 ? state.selection.from : $from.before(1)
    const node = state.doc.nodeAt(start)
    if (!node?.isTextblock) return false
    if (!dispatch) return true
    const { nodes } = schema
    const made =
      type === nodes.list
        ? type.create(attrs, nodes.item.create(null, nodes.paragraph.create(null, node.content)))
        : type === nodes.quote
          ? type.create(attrs, [nodes.quoteText.create(null, node.content), nodes.quoteCaption.create()])
          : type.create(attrs, node.content)
    dispatch(state.tr.replaceWith(start, start + node.nodeSize, made))
    return true
  }
}
