import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '../document/schema.ts'
import { type BlockFileKind, blockKindOf, type UploadStore } from '../view/upload-store.ts'
import { gapAt } from './block-drop.ts'

/** Files that are dropped or pasted become blocks; uploads whose block is deleted stop. */
export function uploadsPlugin(uploads: UploadStore, onRefused: (files: readonly File[]) => void): Plugin {
  const take = (view: EditorView, files: readonly File[], pos: number | null): boolean => {
    if (files.length === 0 || !view.editable) return false
    const refused = files.filter((file) => blockKindOf(file) === null)
    if (refused.length > 0) onRefused(refused)
    const taken = files.flatMap((file) => {
      const kind = blockKindOf(file)
      return kind === null ? [] : [{ file, kind }]
    })
    if (taken.length > 0) insertFiles(view, { uploads, files: taken, pos })
    return true
  }
  return new Plugin({
    props: {
      // Text that comes with files is pasted as text.
      handlePaste: (view, { clipboardData }, slice) =>
        slice.size === 0 && take(view, [...(clipboardData?.files ?? [])], null),
      handleDrop: (view, event, slice) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        return view.dragging === null && slice.size === 0 && take(view, files, gapAt(view, event.clientY))
      },
    },
    view: () => ({
      update(view, { doc }) {
        if (doc !== view.state.doc && uploads.hasOpen()) uploads.setPresent(uploadKeys(view.state.doc))
      },
    }),
  })
}

/** Keys of the uploads in a document. They are in top-level blocks only. */
function uploadKeys(doc: Node): ReadonlySet<string> {
  const keys = new Set<string>()
  doc.forEach(({ attrs }) => {
    if (attrs.upload) keys.add(attrs.upload as string)
  })
  return keys
}

/** Where the block of an upload is; null if it was deleted. */
export function positionOfUpload({ doc }: EditorState, key: string): number | null {
  let found: number | null = null
  doc.forEach(({ attrs }, pos) => {
    if (attrs.upload === key) found = pos
  })
  return found
}

/** Adds blocks whose files are being uploaded: at a position, or at the selection. */
export function insertFiles(
  view: EditorView,
  about: {
    uploads: UploadStore
    files: readonly { file: File; kind: BlockFileKind }[]
    pos: number | null
  },
): void {
  const nodes = about.files.map(({ file, kind }) => {
    const node = schema.nodes[kind].create({ upload: about.uploads.add(file, kind) })
    return node
  })
  insertBlocks(view, nodes, about.pos)
}

/**
 * Adds blocks at a position between blocks or, by default, in place of the empty paragraph that has the caret, else below its block.
 * The caret goes into the last one, or below it. Several are files, whose author goes on below them rather than in the
 * last one's caption.
 */
export function insertBlocks(view: EditorView, nodes: readonly Node[], at: number | null = null): void {
  const { state } = view
  const tr = closeHistory(state.tr)
  const { $from } = state.selection
  let from: number
  if (at !== null) {
    from = at
    tr.insert(from, nodes)
  } else if ($from.depth === 0) {
    // A card or a gap between blocks.
    from = state.selection.to
    tr.insert(from, nodes)
  } else if ($from.depth === 1 && $from.parent.type === schema.nodes.paragraph && $from.parent.content.size === 0) {
    from = $from.before(1)
    tr.replaceWith(from, $from.after(1), nodes)
  } else {
    from = $from.after(1)
    tr.insert(from, nodes)
  }
  const end = from + nodes.reduce((size, { nodeSize }) => size + nodeSize, 0)
  const last = nodes.at(-1)
  const isSeveral = nodes.length > 1
  if (isSeveral || last?.isAtom) {
    const next = tr.doc.resolve(end).nodeAfter
    if (!next || (isSeveral && next.type !== schema.nodes.paragraph)) tr.insert(end, schema.nodes.paragraph.create())
    tr.setSelection(TextSelection.near(tr.doc.resolve(end)))
  } else if (last?.isTextblock) tr.setSelection(TextSelection.near(tr.doc.resolve(end - 1), -1))
  else tr.setSelection(TextSelection.near(tr.doc.resolve(end - (last?.nodeSize ?? 0) + 1)))
  view.dispatch(tr.scrollIntoView())
  // What is typed at once is undone on its own.
  view.dispatch(closeHistory(view.state.tr))
  view.focus()
}

/** Removes a block, so that a caret stays in its place. */
export function removeBlock(view: EditorView, pos: number): void {
  const { state } = view
  const node = state.doc.nodeAt(pos)
  if (!node) return
  const tr = closeHistory(state.tr)
  if (state.doc.childCount === 1) tr.replaceWith(pos, pos + node.nodeSize, schema.nodes.paragraph.create())
  else tr.delete(pos, pos + node.nodeSize)
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size)), -1))
  view.dispatch(tr.scrollIntoView())
}
