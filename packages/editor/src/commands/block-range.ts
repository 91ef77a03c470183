import type { Node, ResolvedPos } from 'prosemirror-model'
import type { EditorState, Selection } from 'prosemirror-state'
import { schema } from '../document/schema.ts'
import type { Range } from './keep-caret.ts'

/** Neighboring top-level blocks. */
export interface BlockRange extends Range {
  blocks: Node[]
  /** Index of the first one in the document. */
  index: number
}

/** The blocks of which something is selected; null for a cursor between two blocks. */
export function selectedBlocks({ doc, selection }: Pick<EditorState, 'doc' | 'selection'>): BlockRange | null {
  const { $from, $to } = selection
  const index = $from.index(0)
  const end = $to.depth === 0 ? $to.index(0) : $to.index(0) + 1
  const blocks = doc.content.content.slice(index, end)
  if (blocks.length === 0) return null
  const from = doc.content.content.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  return { blocks, index, from, to: from + blocks.reduce((sum, { nodeSize }) => sum + nodeSize, 0) }
}

/** Whether a block is a plain text: a paragraph or heading, that joins with its neighbors. */
export function isPlainText(node: Node | null | undefined): boolean {
  return node?.type === schema.nodes.paragraph || node?.type === schema.nodes.heading
}

/** The caret; null if anything is selected, or if the cursor isn’t in a text. */
export function caretOf({ $from, empty }: Selection): ResolvedPos | null {
  return empty && $from.parent.isTextblock ? $from : null
}

/** Whether nothing is written in a block, nor shown by it. */
export function isEmptyBlock(node: Node): boolean {
  return !node.isAtom && node.textContent === '' && !node.attrs.url && !node.attrs.source && !node.attrs.upload
}
