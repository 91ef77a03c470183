import type { Node } from 'prosemirror-model'

/** The node at a position that may be from an earlier state of the document; null if there is none anymore. */
export function nodeAt(doc: Node, pos: number): Node | null {
  return pos < doc.content.size ? doc.nodeAt(pos) : null
}
