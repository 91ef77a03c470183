import type { Node } from 'prosemirror-model'
import { AllSelection, NodeSelection, TextSelection, type Transaction } from 'prosemirror-state'

/** Blocks with several texts. */
const PARTED: ReadonlySet<string> = new Set(['quote', 'warning'])

export interface Range {
  from: number
  to: number
}

/**
 * Replaces whole nodes and leaves the caret, or both ends of the selection, at the same characters. The texts may be
 * nested otherwise than before, or joined by a character in place of the end of each.
 */
export function replaceKeepingCaret(tr: Transaction, range: Range, nodes: readonly Node[]): void {
  const { selection } = tr
  const { from, to } = range
  const ends = [selection.anchor, selection.head].map((position) => ({
    position,
    letters: position < from || position > to ? null : lettersBefore(tr.doc, range, position),
  }))
  const start = tr.steps.length
  tr.replaceWith(from, to, nodes)
  const replaced = { from, to: from + nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0) }
  if (selection instanceof AllSelection) {
    tr.setSelection(new AllSelection(tr.doc))
  } else if (selection instanceof NodeSelection && selection.from >= from && selection.to <= to) {
    const node = tr.doc.nodeAt(from)
    if (node && NodeSelection.isSelectable(node)) tr.setSelection(NodeSelection.create(tr.doc, from))
  } else if (selection instanceof TextSelection) {
    const [anchor = from, head = from] = ends.map(({ position, letters }) =>
      letters === null ? tr.mapping.slice(start).map(position) : positionAfter(tr.doc, replaced, letters),
    )
    tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)))
  }
}

/** A text that other kinds don’t have: the empty caption of a quote, and the like. */
function isUnused(node: Node, parent: Node | null): boolean {
  return node.content.size === 0 && parent !== null && PARTED.has(parent.type.name)
}

/** How many letters of the range’s texts come before a position. The end of a text counts as one. */
function lettersBefore(doc: Node, { from, to }: Range, position: number): number {
  let letters = 0
  doc.nodesBetween(from, to, (node, at, parent) => {
    if (!node.isTextblock || isUnused(node, parent)) return !node.isTextblock
    const start = at + 1
    if (position > start + node.content.size) letters += node.content.size + 1
    else if (position > start) letters += position - start
    return false
  })
  return letters
}

function positionAfter(doc: Node, { from, to }: Range, letters: number): number {
  let rest = letters
  let position = from
  let isFound = false
  doc.nodesBetween(from, to, (node, at, parent) => {
    if (isFound || !node.isTextblock || isUnused(node, parent)) return !isFound
    isFound = rest <= node.content.size
    position = at + 1 + Math.min(rest, node.content.size)
    rest -= node.content.size + 1
    return false
  })
  return position
}
