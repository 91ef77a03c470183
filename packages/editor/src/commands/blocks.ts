import type { Node, NodeRange } from 'prosemirror-model'
import { AllSelection, NodeSelection, type Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { newBlockId } from '../document/block-id.ts'
import { schema } from '../document/schema.ts'
import { selectedBlocks } from './block-range.ts'
import { type Edit, putCaret } from './edit.ts'

type Direction = -1 | 1

/** Moves the selected blocks, or the selected items within their list, up. */
export const moveUp: Edit = move(-1)
/** The same, down. */
export const moveDown: Edit = move(1)

/** Inserts a copy of the selected blocks after them, and selects it. */
export const duplicateBlocks: Edit = (tr) => {
  const range = selectedBlocks(tr)
  if (!range) return false
  const { selection } = tr
  tr.insert(range.to, range.blocks.map(copyOf))
  const by = range.to - range.from
  if (selection instanceof NodeSelection) {
    tr.setSelection(NodeSelection.create(tr.doc, selection.from + by))
  } else if (selection instanceof TextSelection) {
    tr.setSelection(TextSelection.create(tr.doc, selection.anchor + by, selection.head + by))
  }
  return true
}

/** Deletes the selected blocks, whatever is selected of them. */
export const deleteBlocks: Edit = (tr) => {
  const range = selectedBlocks(tr)
  if (!range) return false
  const isAll = range.blocks.length === tr.doc.childCount
  if (isAll) tr.replaceWith(range.from, range.to, schema.nodes.paragraph.create())
  else tr.delete(range.from, range.to)
  return putCaret(tr, Math.min(range.from, tr.doc.content.size), 1)
}

/** Deletes a selection of text. If none is left, the caret is in a new paragraph: else a letter would replace a card. */
export function deleteText(tr: Transaction): void {
  const { from } = tr.selection
  const start = tr.steps.length
  tr.deleteSelection()
  if (tr.selection instanceof TextSelection) return
  const $place = tr.doc.resolve(tr.mapping.slice(start).map(from))
  insertParagraph(tr, $place.depth === 0 ? $place.pos : $place.before(1))
}

/** Leaves a caption, code, quote or table: continues in a new paragraph after the block. */
export const leaveBlock: Edit = (tr) => {
  const { selection } = tr
  const { $to } = selection
  if ($to.depth === 0 && !(selection instanceof NodeSelection)) return false
  return insertParagraph(tr, $to.depth === 0 ? $to.pos : $to.after(1))
}

/** Selects the block with the caret. */
export const selectBlock: Edit = (tr) => {
  const { selection, doc } = tr
  if (!(selection instanceof TextSelection)) return false
  tr.setSelection(NodeSelection.create(doc, selection.$head.before(1)))
  return true
}

/** Selects the text with the caret, and then everything. */
export const selectTextThenAll: Edit = (tr) => {
  const { doc, selection } = tr
  const { $from, $to } = selection
  const isWithinText = $from.parent.isTextblock && $from.sameParent($to) && $from.parent.content.size > 0
  const hasAll = $from.parentOffset === 0 && $to.parentOffset === $to.parent.content.size
  tr.setSelection(
    isWithinText && !hasAll ? TextSelection.create(doc, $from.start(), $from.end()) : new AllSelection(doc),
  )
  return true
}

/** Inserts an empty paragraph at a position between blocks, with the caret. */
export function insertParagraph(tr: Transaction, position: number): true {
  tr.insert(position, schema.nodes.paragraph.create())
  tr.setSelection(TextSelection.create(tr.doc, position + 1))
  return true
}

/** Swaps the selected blocks or items with their neighbor. That is what moves, so the caret stays in place. */
function move(direction: Direction): Edit {
  return (tr) => {
    const range = movableRange(tr.selection)
    if (!range) return false
    const { parent, startIndex, endIndex, start, end } = range
    const neighbor = parent.maybeChild(direction < 0 ? startIndex - 1 : endIndex)
    const size = neighbor?.nodeSize ?? 0
    if (neighbor && direction < 0) tr.delete(start - size, start).insert(end - size, neighbor)
    else if (neighbor) tr.delete(end, end + size).insert(start, neighbor)
    return true
  }
}

/** The selected items of a list, or else blocks. A list whose items are all selected is a block. */
function movableRange({ $from, $to }: Selection): NodeRange | null {
  const within = $from.blockRange($to, ({ type }) => type === schema.nodes.list || type === schema.nodes.doc)
  const isWholeList = within?.depth === 1 && within.startIndex === 0 && within.endIndex === within.parent.childCount
  return isWholeList ? $from.blockRange($to, ({ type }) => type === schema.nodes.doc) : within
}

/** The copy of a stored block is like a stored block, so it keeps unknown fields. */
function copyOf(node: Node): Node {
  const id = newBlockId()
  const { origin } = node.attrs
  return node.type.create({ ...node.attrs, id, origin: origin && { ...origin, id } }, node.content)
}
