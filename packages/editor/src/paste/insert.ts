import { Fragment, type Mark, type Node, type ResolvedPos, Slice } from 'prosemirror-model'
import { Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { entriesOf, entryOf, type ListEntry, listOf } from '../commands/list-entries.ts'
import { newBlockId } from '../document/block-id.ts'
import { inlineLines, textNodes } from '../document/pasted-blocks.ts'
import { schema } from '../document/schema.ts'
import { onlyTextOf } from './copy.ts'

const { nodes, marks } = schema
/** The kinds of blocks that become items where they are pasted into a list. */
const LISTED = new Set([nodes.paragraph, nodes.heading, nodes.list])

/** Puts blocks in place of the selection: into its text, its list or between blocks, whichever they fit. */
export function insertBlocks(tr: Transaction, blocks: readonly Node[]): void {
  const { $from } = tr.selection
  const [only] = blocks
  if (isInCode($from)) insertText(tr, blocks.map(({ textContent }) => textContent).join('\n'))
  else if (isConfined($from)) insertInline(tr, inlineLines(blocks))
  else if (only?.type === nodes.paragraph && blocks.length === 1 && $from.parent.inlineContent) {
    insertInline(tr, only.content.content)
  } else if (!insertItems(tr, blocks)) insertBetween(tr, blocks)
}

/** Puts a copied part of a document in place of the selection. */
export function insertSlice(tr: Transaction, slice: Slice): void {
  const { $from } = tr.selection
  const text = onlyTextOf(slice)
  if (isInCode($from)) insertText(tr, slice.content.textBetween(0, slice.content.size, '\n', '\n'))
  else if (text && $from.parent.inlineContent) insertInline(tr, text.content)
  else {
    const blocks = slice.content.content.map(asBlock)
    // Whole blocks stay what they are where there is only an empty text.
    const isEmpty = $from.depth === 1 && $from.parent.type === nodes.paragraph && $from.parent.content.size === 0
    if (isEmpty && tr.selection.empty && slice.openStart === 0 && slice.openEnd === 0) insertBetween(tr, blocks)
    else insertBlocks(tr, blocks)
  }
}

/**
 * Puts text in place of the selection: an empty line starts a paragraph, and in a list each line is an item. In code it
 * stays as it is.
 */
export function insertText(tr: Transaction, text: string): void {
  const { $from } = tr.selection
  if (isInCode($from)) {
    tr.insertText(text)
    return
  }
  const set = $from.parent.inlineContent ? (tr.storedMarks ?? $from.marks()) : []
  insertBlocks(tr, literalBlocks(isInItem($from) ? text.replace(/\n/g, '\n\n') : text, set))
}

/** Text as paragraphs, with nothing but its lines. */
export function literalBlocks(text: string, set: readonly Mark[] = []): Node[] {
  const paragraphs = text.replace(/^\n+|\n+$/g, '').split(/\n(?:[ \t]*\n)+/)
  return paragraphs.map((lines) => nodes.paragraph.create(null, textNodes(lines, set)))
}

/** Links the selected text. */
export function linkSelection(tr: Transaction, href: string): boolean {
  const { selection } = tr
  if (!(selection instanceof TextSelection) || selection.empty) return false
  tr.addMark(selection.from, selection.to, marks.link.create({ href }))
  return tr.docChanged
}

export function isInCode({ parent }: ResolvedPos): boolean {
  return parent.type.spec.code === true
}

/** What the handlers of other plugins are given. */
export function sliceFor({ $from }: Selection, blocks: readonly Node[]): Slice {
  const isTable = blocks.length === 1 && blocks[0]?.type === nodes.table
  const content = isConfined($from) && !isTable ? inlineLines(blocks) : blocks
  return new Slice(Fragment.fromArray([...content]), 0, 0)
}

function isInItem({ parent, depth }: ResolvedPos): boolean {
  return depth >= 3 && parent.type === nodes.paragraph
}

/** Whether the text is part of a block that can't have several: a caption, a cell, a quote. */
function isConfined({ parent }: ResolvedPos): boolean {
  return parent.isTextblock && parent.type !== nodes.paragraph && parent.type !== nodes.heading
}

function insertInline(tr: Transaction, content: Fragment | readonly Node[]): void {
  tr.replaceSelection(new Slice(Fragment.from(content as Fragment), 0, 0))
}

/** Puts blocks between blocks. A text at the caret is split, and joins with texts at the ends of what is pasted. */
function insertBetween(tr: Transaction, blocks: readonly Node[]): void {
  const { $from, $to, from, to } = tr.selection
  if ($from.depth === 0 && $to.depth === 0) return replaceBlocks(tr, [from, to], { blocks, after: 0 })
  tr.deleteSelection()
  const { $from: $caret } = tr.selection
  if ($caret.depth === 0) return replaceBlocks(tr, [$caret.pos, $caret.pos], { blocks, after: 0 })
  const around = [$caret.before(1), $caret.after(1)] as const
  const block = $caret.node(1)
  if (block.type === nodes.list) {
    const [before, after] = partsOfList(block, $caret)
    replaceBlocks(tr, around, { blocks: [...before, ...blocks, ...after], after: sizeOf(after) })
  } else if (!block.isTextblock) {
    replaceBlocks(tr, [$caret.after(1), $caret.after(1)], { blocks, after: 0 })
  } else {
    const before = block.content.cut(0, $caret.parentOffset)
    const after = block.content.cut($caret.parentOffset)
    const inserted = [...blocks]
    const [first, last] = [inserted[0], inserted.at(-1)]
    const isJoined = before.size > 0 && first?.type === nodes.paragraph
    if (isJoined) inserted[0] = block.copy(before.append(first.content))
    else if (before.size > 0) inserted.unshift(block.copy(before))
    const isJoinedAfter = after.size > 0 && last?.type === nodes.paragraph
    const end = inserted.length - 1
    if (isJoinedAfter) inserted[end] = inserted[end]?.copy(last.content.append(after)) ?? last
    else if (after.size > 0) inserted.push(block.type.create({ ...block.attrs, id: null, origin: null }, after))
    replaceBlocks(tr, around, { blocks: inserted, after: after.size > 0 ? after.size + (isJoinedAfter ? 1 : 2) : 0 })
  }
}

/** `after`: the size of what isn't new at the end. The caret is put before it. */
function replaceBlocks(
  tr: Transaction,
  [from, to]: readonly [number, number],
  { blocks, after }: { blocks: readonly Node[]; after: number },
): void {
  tr.replaceWith(from, to, blocks.map(withId))
  const end = from + sizeOf(blocks) - after
  tr.setSelection(Selection.near(tr.doc.resolve(end), -1))
}

/** Given here, thousands of blocks get ids at once instead of by a step for each. */
function withId(block: Node): Node {
  return block.attrs.id === null ? block.type.create({ ...block.attrs, id: newBlockId() }, block.content) : block
}

function sizeOf(blocks: readonly Node[]): number {
  return blocks.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
}

/** The list before and after the caret. The second part goes on with the numbers of the first. */
function partsOfList(list: Node, $caret: ResolvedPos): [Node[], Node[]] {
  const entries = entriesOf(list)
  const index = entries.findIndex(({ paragraph }) => paragraph === $caret.parent)
  const current = entries[index]
  if (!current) return [[list], []]
  const part = (content: Fragment) =>
    content.size > 0 ? [{ ...current, paragraph: nodes.paragraph.create(null, content) }] : []
  const { content } = current.paragraph
  const before = listOf([...entries.slice(0, index), ...part(content.cut(0, $caret.parentOffset))], list.attrs)
  const isOrdered = list.attrs.style === 'ordered'
  const start = isOrdered && before ? (Number(list.attrs.start ?? 1) || 0) + before.childCount : list.attrs.start
  const attrs = { ...list.attrs, start, ...(before && { id: null, origin: null }) }
  const after = listOf([...part(content.cut($caret.parentOffset)), ...entries.slice(index + 1)], attrs)
  return [before ? [before] : [], after ? [after] : []]
}

/** Adds texts and lists to the list around the selection. Nested items take its style. */
function insertItems(tr: Transaction, blocks: readonly Node[]): boolean {
  if (!isInItem(tr.selection.$from)) return false
  if (!blocks.every(({ type }) => LISTED.has(type))) return false
  const added = blocks.flatMap((block) => (block.type === nodes.list ? entriesOf(block) : entryOf(block)))
  if (added.length === 0) return false
  tr.deleteSelection()
  const { $from } = tr.selection
  if (!isInItem($from)) return false
  const list = $from.node(1)
  const entries = entriesOf(list)
  const index = entries.findIndex(({ paragraph }) => paragraph === $from.parent)
  const current = entries[index]
  const replaced = current && withAdded(current, added, { $from, isList: blocks[0]?.type === nodes.list })
  if (!replaced) return false
  const built = listOf([...entries.slice(0, index), ...replaced, ...entries.slice(index + 1)], list.attrs)
  if (!built) return false
  const after = $from.parent.content.size - $from.parentOffset
  const start = $from.before(1)
  tr.replaceWith(start, $from.after(1), built)
  const end = endOfText(built, index + replaced.length - 1)
  tr.setSelection(TextSelection.create(tr.doc, start + end - after))
  return true
}

/** The entries in place of one into which others are pasted. A list keeps its items apart from a text before it. */
function withAdded(
  current: ListEntry,
  added: readonly ListEntry[],
  { $from, isList }: { $from: ResolvedPos; isList: boolean },
): ListEntry[] {
  const { content } = current.paragraph
  const before = content.cut(0, $from.parentOffset)
  const after = content.cut($from.parentOffset)
  const text = (parts: Fragment) => nodes.paragraph.create(null, parts)
  const moved = added.map((entry) => ({ ...entry, depth: entry.depth + current.depth }))
  const [first, ...rest] = moved
  const isJoined = first && (before.size === 0 || !isList)
  const joined = isJoined
    ? [{ ...(before.size === 0 ? first : current), paragraph: text(before.append(first.paragraph.content)) }]
    : []
  const result = isJoined ? [...joined, ...rest] : [{ ...current, paragraph: text(before) }, ...moved]
  const last = result.pop()
  return last ? [...result, { ...last, paragraph: text(last.paragraph.content.append(after)) }] : result
}

/** Where the text of an entry ends, from before the list. */
function endOfText(list: Node, index: number): number {
  let count = -1
  let end = 0
  list.descendants((node, position) => {
    if (!node.isTextblock) return true
    count += 1
    if (count === index) end = position + 2 + node.content.size
    return false
  })
  return end
}

/** A part of a block as a block, with what it has to have. */
function asBlock(node: Node): Node {
  if (node.isInline) return nodes.paragraph.create(null, node)
  if (node.type === nodes.item) return asBlock(nodes.list.create(null, node))
  if (node.type === nodes.list) return listOf(entriesIn(node, 0), node.attrs) ?? nodes.paragraph.create()
  if (node.type === nodes.tableRow) return nodes.table.create(null, node)
  if (node.isTextblock) return node.type.spec.group === 'block' ? node : nodes.paragraph.create(null, node.content)
  return node.type.createAndFill(node.attrs, node.content) ?? nodes.paragraph.create()
}

/** The entries of a part of a list. Items may lack their own text. */
function entriesIn(list: Node, depth: number): ListEntry[] {
  return list.content.content.flatMap((item) =>
    item.content.content.flatMap((part) =>
      part.type === nodes.list ? entriesIn(part, depth + 1) : [{ depth, attrs: item.attrs, paragraph: part }],
    ),
  )
}
