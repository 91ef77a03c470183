import type { Node } from 'prosemirror-model'
import { AllSelection, NodeSelection, TextSelection, type Transaction } from 'prosemirror-state'
import { CellSelection } from 'prosemirror-tables'
import { schema } from '../document/schema.ts'
import { caretOf, isEmptyBlock, isPlainText } from './block-range.ts'
import { deleteBlocks, deleteText } from './blocks.ts'
import { type Edit, putCaret } from './edit.ts'
import { replaceKeepingCaret } from './keep-caret.ts'
import { entriesOf, type ListEntry, listOf } from './list-entries.ts'
import { caretDepth, leaveList, outdentItems, selectedLists } from './lists.ts'
import { turnInto } from './turn-into.ts'

/** The block with the caret, and its neighbors. */
interface Neighbors {
  block: Node
  from: number
  to: number
  before: Node | null
  after: Node | null
}

const { nodes } = schema
const toParagraph = turnInto({ type: 'paragraph' })

/**
 * Backspace where it deletes more than a letter: a selection, or at the start of a text. Beside a card it selects the
 * card first. Returns false where it deletes a letter.
 */
export const deleteBackward: Edit = (tr) => {
  const deleted = deleteSelection(tr)
  if (deleted !== null) return deleted
  const $caret = caretOf(tr.selection)
  if (!$caret) return selectNeighbor(tr, tr.selection.$from.nodeBefore, -1)
  if ($caret.parentOffset > 0) return false
  const depth = caretDepth(tr)
  if (depth !== null) return depth > 0 ? outdentItems(tr) : leaveList(tr)
  switch ($caret.parent.type) {
    case nodes.paragraph:
    case nodes.heading:
      return joinBackward(tr)
    case nodes.quoteText:
    case nodes.warningTitle:
      return toParagraph(tr)
    case nodes.quoteCaption:
    case nodes.warningMessage:
      return putCaret(tr, $caret.before(), -1)
    case nodes.codeBlock:
      return $caret.parent.content.size > 0 || toParagraph(tr)
    case nodes.tableCell:
      return true
    default:
      // Captions.
      tr.setSelection(NodeSelection.create(tr.doc, $caret.before()))
      return true
  }
}

/** Delete where it deletes more than a letter: a selection, or at the end of a text. */
export const deleteForward: Edit = (tr) => {
  const deleted = deleteSelection(tr)
  if (deleted !== null) return deleted
  const $caret = caretOf(tr.selection)
  if (!$caret) return selectNeighbor(tr, tr.selection.$from.nodeAfter, 1)
  if ($caret.parentOffset < $caret.parent.content.size) return false
  if (caretDepth(tr) !== null) return joinNextItem(tr)
  return isPlainText($caret.parent) ? joinForward(tr) : true
}

/** Deletes what is selected; null for a caret or a cursor between blocks. Leaves selected cells to their plugin. */
function deleteSelection(tr: Transaction): boolean | null {
  const { selection } = tr
  if (selection.empty) return null
  const isBlock = selection instanceof NodeSelection && selection.$from.depth === 0
  if (isBlock || selection instanceof AllSelection) return deleteBlocks(tr)
  if (selection instanceof CellSelection) return false
  deleteText(tr)
  return true
}

function joinBackward(tr: Transaction): boolean {
  const { block, from, to, before } = neighbors(tr)
  if (!before) return block.type !== nodes.heading || toParagraph(tr)
  if (isPlainText(before)) {
    // Beside an empty text, the other one remains what it is.
    if (isEmptyBlock(before)) tr.delete(from - before.nodeSize, from)
    else tr.join(from)
    return true
  }
  if (before.type === nodes.list) {
    tr.delete(from, to)
    putCaret(tr, from, -1)
    const { pos } = tr.selection.$from
    tr.insert(pos, block.content)
    tr.setSelection(TextSelection.create(tr.doc, pos))
    return true
  }
  if (isEmptyBlock(block)) {
    tr.delete(from, to)
    if (isTextual(before)) return putCaret(tr, from, -1)
  }
  return select(tr, from - before.nodeSize)
}

function joinForward(tr: Transaction): boolean {
  const { block, from, to, after } = neighbors(tr)
  if (!after) return true
  if (isEmptyBlock(block)) {
    tr.delete(from, to)
    return isTextual(after) || isPlainText(after) ? putCaret(tr, from, 1) : select(tr, from)
  }
  if (isPlainText(after)) {
    tr.join(to)
    return true
  }
  if (after.type !== nodes.list) return select(tr, to)
  const [first, ...rest] = entriesOf(after)
  const list = listOf(rest, after.attrs)
  const text = block.content.append(first?.paragraph.content ?? block.content.cut(0, 0))
  const joined = block.type.create(block.attrs, text)
  replaceKeepingCaret(tr, { from, to: to + after.nodeSize }, list ? [joined, list] : [joined])
  return true
}

/** Delete at the end of an item. */
function joinNextItem(tr: Transaction): boolean {
  const { block, from, to, after } = neighbors(tr)
  const { entries, last } = selectedLists(tr)[0] ?? { entries: [], last: 0 }
  const [item, next] = entries.slice(last, last + 2)
  if (item && next) {
    const list = listOf(
      [...entries.slice(0, last), merged(item, next.paragraph), ...entries.slice(last + 2)],
      block.attrs,
    )
    if (list) replaceKeepingCaret(tr, { from, to }, [list])
    return true
  }
  if (!item || !after) return true
  if (isPlainText(after)) {
    const list = listOf([...entries.slice(0, last), merged(item, after)], block.attrs)
    if (list) replaceKeepingCaret(tr, { from, to: to + after.nodeSize }, [list])
    return true
  }
  if (after.type !== nodes.list) return select(tr, to)
  const list = listOf([...entries, ...entriesOf(after)], block.attrs)
  if (list) replaceKeepingCaret(tr, { from, to: to + after.nodeSize }, [list])
  return true
}

function merged(item: ListEntry, { content }: Node): ListEntry {
  return { ...item, paragraph: item.paragraph.copy(item.paragraph.content.append(content)) }
}

function neighbors({ doc, selection: { $from } }: Transaction): Neighbors {
  const index = $from.index(0)
  return {
    block: doc.child(index),
    from: $from.before(1),
    to: $from.after(1),
    before: doc.maybeChild(index - 1),
    after: doc.maybeChild(index + 1),
  }
}

/** Blocks whose text the caret enters from beside. Others are selected. */
function isTextual({ type }: Node): boolean {
  return [nodes.list, nodes.quote, nodes.warning, nodes.codeBlock, nodes.table].includes(type)
}

function selectNeighbor(tr: Transaction, node: Node | null, direction: -1 | 1): boolean {
  const { pos } = tr.selection.$from
  return node === null || select(tr, direction < 0 ? pos - node.nodeSize : pos)
}

function select(tr: Transaction, position: number): true {
  tr.setSelection(NodeSelection.create(tr.doc, position))
  return true
}
