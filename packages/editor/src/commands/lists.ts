import type { Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { schema } from '../document/schema.ts'
import { caretOf } from './block-range.ts'
import type { Edit } from './edit.ts'
import { replaceKeepingCaret } from './keep-caret.ts'
import { endOfBranch, entriesOf, type ListEntry, levelled, listOf, MAX_DEPTH, plainParagraph } from './list-entries.ts'

/** A state, or a transaction that is being made. */
type Selected = Pick<EditorState, 'doc' | 'selection'>

/** A list of which something is selected. */
export interface SelectedList {
  list: Node
  /** Before the list. */
  position: number
  entries: ListEntry[]
  /** Positions before the entries’ items. */
  items: number[]
  /** Indexes of the first and last selected entry. */
  first: number
  last: number
}

/** Moves the selected items, and those below them, a level to the right. Keeps them together. */
export const indentItems: Edit = shiftItems(({ entries, first, last }) => {
  const start = entries[first]
  const previous = entries[first - 1]
  const end = endOfSelection(entries, [first, last])
  const deepest = Math.max(...entries.slice(first, end).map(({ depth }) => depth))
  if (!start || !previous || previous.depth < start.depth || deepest >= MAX_DEPTH) return entries
  return shifted(entries, { first, end, by: 1 })
})

/** Moves the selected items, and those below them, a level to the left. Those on the outermost level stay. */
export const outdentItems: Edit = shiftItems(({ entries, first, last }) =>
  shifted(entries, { first, end: endOfSelection(entries, [first, last]), by: -1 }),
)

/** Enter in a list: splits the item; an empty one moves to the left, and leaves the list from the outermost level. */
export const splitItem: Edit = (tr) => {
  const depth = caretDepth(tr)
  if (depth === null) return false
  const { $from } = tr.selection
  if ($from.parent.content.size === 0) return depth > 0 ? outdentItems(tr) : leaveList(tr)
  const { item, paragraph } = schema.nodes
  // At the start, the text stays in its item, and keeps its tick.
  if ($from.parentOffset === 0) tr.insert($from.before(-1), item.create(null, paragraph.create()))
  else tr.split($from.pos, 2, [{ type: item }, { type: paragraph }])
  return true
}

/** Turns the selected items into paragraphs. Items below them stay in a list. */
export const leaveList: Edit = (tr) => {
  const lists = selectedLists(tr)
  for (const selected of lists.reverse()) {
    const { position, list } = selected
    replaceKeepingCaret(tr, { from: position, to: position + list.nodeSize }, withoutSelected(selected))
  }
  return lists.length > 0
}

/** The blocks of a list whose selected items have become paragraphs. */
function withoutSelected({ list, entries, first, last }: SelectedList): Node[] {
  const { id, origin, style } = list.attrs
  const before = listOf(entries.slice(0, first), list.attrs)
  const after = listOf(entries.slice(last + 1), before ? { style } : list.attrs)
  const paragraphs = entries.slice(first, last + 1).map(({ paragraph }, index) =>
    // One of the blocks remains the stored one.
    before || after || index > 0 ? plainParagraph(paragraph) : paragraph.type.create({ id, origin }, paragraph.content),
  )
  return [before, ...paragraphs, after].filter((node) => node !== null)
}

/** Ticks the selected items of checklists, or clears them if all are ticked. */
export const tickItems: Edit = (tr) => {
  const selected = selectedLists(tr)
    .filter(({ list }) => list.attrs.style === 'checklist')
    .flatMap(({ items, first, last }) => items.slice(first, last + 1))
  const checked = !selected.every((position) => tr.doc.nodeAt(position)?.attrs.checked === true)
  for (const position of selected) tr.setNodeAttribute(position, 'checked', checked)
  return selected.length > 0
}

/** All lists of which something is selected, with the selected items. */
export function selectedLists({ doc, selection: { from, to } }: Selected): SelectedList[] {
  const found: SelectedList[] = []
  doc.forEach((list, position) => {
    const isTouched = list.type === schema.nodes.list && from < position + list.nodeSize && to > position
    const selected = isTouched ? entriesBetween(list, { position, from, to }) : null
    if (selected) found.push(selected)
  })
  return found
}

/** How deep the item with the caret is; null if the caret isn’t in an item. */
export function caretDepth({ selection }: Selected): number | null {
  const $caret = caretOf(selection)
  if (!$caret || $caret.depth < 3 || $caret.node(-1).type !== schema.nodes.item) return null
  // Each level is a list and an item.
  return ($caret.depth - 3) / 2
}

function entriesBetween(
  list: Node,
  { position, from, to }: { position: number; from: number; to: number },
): SelectedList | null {
  const items: number[] = []
  const touched: number[] = []
  list.descendants((node, offset) => {
    if (node.type === schema.nodes.item) items.push(position + 1 + offset)
    if (node.type !== schema.nodes.paragraph) return true
    const start = position + 2 + offset
    if (from <= start + node.content.size && to >= start) touched.push(items.length - 1)
    return false
  })
  const [first, last] = [touched.at(0), touched.at(-1)]
  if (first === undefined || last === undefined) return null
  return { list, position, entries: entriesOf(list), items, first, last }
}

/** Gives the items of all selected lists new depths. Applies in lists also where nothing moves. */
function shiftItems(shift: (selected: SelectedList) => ListEntry[]): Edit {
  return (tr) => {
    const lists = selectedLists(tr)
    // From the last one, as an indented list is longer.
    for (const selected of lists.reverse()) {
      const { list, position } = selected
      const entries = shift(selected)
      const next = entries === selected.entries ? null : listOf(entries, list.attrs)
      if (next) replaceKeepingCaret(tr, { from: position, to: position + list.nodeSize }, [next])
    }
    return lists.length > 0
  }
}

/** Index after the selected entries and those below them. */
function endOfSelection(entries: readonly ListEntry[], [first, last]: readonly [number, number]): number {
  let end = last + 1
  for (let index = first; index <= last; index += 1) end = Math.max(end, endOfBranch(entries, index))
  return end
}

function shifted(entries: ListEntry[], { first, end, by }: { first: number; end: number; by: number }): ListEntry[] {
  const next = levelled(
    entries.map((entry, index) =>
      index >= first && index < end ? { ...entry, depth: Math.max(0, entry.depth + by) } : entry,
    ),
  )
  return next.some(({ depth }, index) => depth !== entries[index]?.depth) ? next : entries
}
