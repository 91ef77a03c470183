import { NodeSelection, type Transaction } from 'prosemirror-state'
import { CellSelection } from 'prosemirror-tables'
import { schema } from '../document/schema.ts'
import { isPlainText } from './block-range.ts'
import { deleteText, insertParagraph, leaveBlock } from './blocks.ts'
import { type Edit, putCaret } from './edit.ts'
import { splitItem } from './lists.ts'
import { turnInto } from './turn-into.ts'

const { nodes } = schema
const FENCE = /^```([\w+#.-]{0,40})$/

/** Enter: splits texts and items, breaks lines where a text can’t be split, and leaves a block after an empty line. */
export const enter: Edit = (tr) => {
  const { selection } = tr
  if (selection instanceof CellSelection) return true
  if (selection instanceof NodeSelection) return enterNode(tr, selection)
  if (!selection.empty) deleteText(tr)
  const { $from } = tr.selection
  if ($from.depth === 0) return insertParagraph(tr, $from.pos)
  return splitItem(tr) || beginCode(tr) || enterText(tr)
}

/** Shift and Enter: a line break, or a line feed in code. */
export const breakLine: Edit = (tr) => {
  const { selection } = tr
  if (!selection.$from.parent.inlineContent || selection instanceof CellSelection) return false
  if (!selection.empty) deleteText(tr)
  insertBreak(tr)
  return true
}

function enterText(tr: Transaction): boolean {
  const { $from } = tr.selection
  const { parent } = $from
  switch (parent.type) {
    case nodes.paragraph:
    case nodes.heading:
      return splitText(tr)
    case nodes.quoteText:
    case nodes.warningMessage:
      return isOnEmptyLastLine(tr) ? leaveLines(tr) : insertBreak(tr)
    case nodes.codeBlock:
      return isOnEmptyLastLine(tr) ? leaveLines(tr) : insertBreak(tr, indentation(tr))
    case nodes.warningTitle:
      return putCaret(tr, $from.after() + 1, 1)
    case nodes.tableCell:
      return insertBreak(tr)
    default:
      // Captions.
      return leaveBlock(tr)
  }
}

/** Enter after three backticks, and perhaps the language’s name, begins a program. */
function beginCode(tr: Transaction): boolean {
  const { parent, depth, parentOffset } = tr.selection.$from
  const language = depth === 1 && parent.type === nodes.paragraph ? FENCE.exec(parent.textContent)?.[1] : undefined
  if (language === undefined || parentOffset < parent.content.size) return false
  tr.delete(tr.selection.$from.start(), tr.selection.$from.end())
  return turnInto({ type: 'codeBlock', language })(tr)
}

/** At its start, a text stays the same block, and moves down. */
function splitText(tr: Transaction): true {
  const { $from } = tr.selection
  const { parent, parentOffset } = $from
  const { size } = parent.content
  if (parentOffset === 0 && size > 0) {
    tr.insert($from.before(), nodes.paragraph.create())
  } else {
    const isEnd = parentOffset === size
    const half = isEnd ? { type: nodes.paragraph } : { type: parent.type, attrs: { level: parent.attrs.level } }
    tr.split($from.pos, 1, [half])
  }
  return true
}

/** Enter on a selected block: the caret in its text, or a paragraph after a card. */
function enterNode(tr: Transaction, { node, from, to }: NodeSelection): true {
  const hasText = isPlainText(node) || [nodes.list, nodes.quote, nodes.warning, nodes.codeBlock].includes(node.type)
  return hasText ? putCaret(tr, Math.max(from + 1, to - 1), -1) : insertParagraph(tr, to)
}

function isOnEmptyLastLine(tr: Transaction): boolean {
  const { $from } = tr.selection
  const { nodeBefore, parent } = $from
  if ($from.parentOffset < parent.content.size) return false
  if (nodeBefore === null) return true
  return nodeBefore.type === nodes.lineBreak || nodeBefore.text?.endsWith('\n') === true
}

/** Continues after the block, without the empty line. An empty block becomes a paragraph. */
function leaveLines(tr: Transaction): boolean {
  const { $from } = tr.selection
  if ($from.node(1).textContent === '') return turnInto({ type: 'paragraph' })(tr)
  if ($from.parent.content.size > 0) tr.delete($from.pos - 1, $from.pos)
  return leaveBlock(tr)
}

function insertBreak(tr: Transaction, indent = ''): true {
  if (tr.selection.$from.parent.type.spec.code) tr.insertText(`\n${indent}`)
  else tr.replaceSelectionWith(nodes.lineBreak.create(), true)
  return true
}

/** The white space at the start of the line with the caret. */
function indentation(tr: Transaction): string {
  const { $from } = tr.selection
  const line = $from.parent.textContent.slice(0, $from.parentOffset).split('\n').at(-1) ?? ''
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
