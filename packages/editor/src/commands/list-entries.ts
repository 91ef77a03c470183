import type { Node } from 'prosemirror-model'
import { LIST_MAX_DEPTH } from '../document/read.ts'
import { schema } from '../document/schema.ts'

/**
 * A list as its author sees it: one line after another, each with its indentation. All list commands change such lines
 * and build the list anew, so none can make a list that the schema doesn't allow.
 */
export interface ListEntry {
  /** 0 for the outermost level. */
  depth: number
  /** The item's attributes. */
  attrs: Node['attrs']
  paragraph: Node
}

/** The deepest indentation. */
export const MAX_DEPTH = LIST_MAX_DEPTH - 1

/** Reads a list, in reading order. */
export function entriesOf(list: Node, depth = 0): ListEntry[] {
  return list.content.content.flatMap((item) => {
    const inner = item.maybeChild(1)
    return [{ depth, attrs: item.attrs, paragraph: item.child(0) }, ...(inner ? entriesOf(inner, depth + 1) : [])]
  })
}

/** A line of text as an entry. */
export function entryOf(paragraph: Node, depth = 0): ListEntry {
  return { depth, attrs: { checked: false, origin: null }, paragraph: plainParagraph(paragraph) }
}

/** A paragraph within a list has no id and no stored block. */
export function plainParagraph(paragraph: Node): Node {
  return schema.nodes.paragraph.create(null, paragraph.content)
}

/** Builds a list; null if there are no entries. No entry is more than one level deeper than the one before. */
export function listOf(entries: readonly ListEntry[], attrs: Node['attrs']): Node | null {
  return entries.length === 0 ? null : build(levelled(entries), attrs)
}

/** Entries whose depths a list can have. */
export function levelled(entries: readonly ListEntry[]): ListEntry[] {
  let deepest = 0
  return entries.map((entry) => {
    const depth = Math.max(0, Math.min(entry.depth, deepest, MAX_DEPTH))
    deepest = depth + 1
    return depth === entry.depth ? entry : { ...entry, depth }
  })
}

/** Index after the entries below that at `index`, which move with it. */
export function endOfBranch(entries: readonly ListEntry[], index: number): number {
  const depth = entries[index]?.depth ?? 0
  let end = index + 1
  while (end < entries.length && (entries[end]?.depth ?? 0) > depth) end += 1
  return end
}

function build(entries: readonly ListEntry[], attrs: Node['attrs']): Node {
  const depth = entries[0]?.depth ?? 0
  const items: Node[] = []
  for (let index = 0; index < entries.length; ) {
    const entry = entries[index] as ListEntry
    const end = endOfBranch(entries, index)
    const inner = end > index + 1 ? [build(entries.slice(index + 1, end), { style: attrs.style })] : []
    items.push(schema.nodes.item.create(entry.attrs, [entry.paragraph, ...inner]))
    index = end
  }
  return schema.nodes.list.create(depth === 0 ? attrs : { style: attrs.style }, items)
}
