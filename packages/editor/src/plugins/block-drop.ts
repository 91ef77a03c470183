import { closeHistory } from 'prosemirror-history'
import type { Slice } from 'prosemirror-model'
import { NodeSelection, Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { blockAt } from './block-handle.ts'

/**
 * Blocks and files are dropped between two blocks, whichever are nearer, and a line shows where. Text is dropped into
 * text, with the cursor of the library.
 */
export function blockDropPlugin(frame: HTMLElement): Plugin {
  const line = document.createElement('div')
  line.className = 'stoa-editor-gap'
  const hide = () => line.remove()

  return new Plugin({
    props: {
      handleDOMEvents: {
        dragover(view, event) {
          if (!view.editable || !isBetweenBlocks(view, event)) return false
          const top = gapTop(view, gapAt(view, event.clientY)) - frame.getBoundingClientRect().top
          line.style.insetBlockStart = `${top}px`
          if (!line.isConnected) frame.append(line)
          return false
        },
        dragleave(view, { relatedTarget }) {
          if (!(relatedTarget instanceof Node) || !view.dom.contains(relatedTarget)) hide()
          return false
        },
        drop() {
          hide()
          return false
        },
      },
      handleDrop(view, event, ...[slice, moved]) {
        if (!isWhole(slice) || (event.dataTransfer?.files.length ?? 0) > 0) return false
        dropBlocks(view, { slice, moved, gap: gapAt(view, event.clientY) })
        return true
      },
    },
    view() {
      // A drag that ends elsewhere.
      window.addEventListener('dragend', hide)
      return {
        destroy() {
          hide()
          window.removeEventListener('dragend', hide)
        },
      }
    },
  })
}

function isBetweenBlocks({ dragging }: EditorView, { dataTransfer }: DragEvent): boolean {
  return dragging ? isWhole(dragging.slice) : dataTransfer?.types.includes('Files') === true
}

function isWhole({ content, openStart, openEnd }: Slice): boolean {
  return openStart === 0 && openEnd === 0 && content.firstChild?.type.isInGroup('block') === true
}

/** The position between two blocks that is nearest to a height of the window. */
export function gapAt(view: EditorView, y: number): number {
  const pos = blockAt(view, y)
  const node = pos === null ? null : view.state.doc.nodeAt(pos)
  if (pos === null || !node) return 0
  const { top, bottom } = rectOf(view, pos)
  return y > (top + bottom) / 2 ? pos + node.nodeSize : pos
}

function gapTop(view: EditorView, gap: number): number {
  const { nodeBefore, nodeAfter } = view.state.doc.resolve(gap)
  const above = nodeBefore ? rectOf(view, gap - nodeBefore.nodeSize).bottom : null
  const below = nodeAfter ? rectOf(view, gap).top : null
  return above !== null && below !== null ? (above + below) / 2 : (above ?? below ?? 0)
}

function rectOf(view: EditorView, pos: number): { top: number; bottom: number } {
  const dom = view.nodeDOM(pos)
  return dom instanceof Element ? dom.getBoundingClientRect() : { top: 0, bottom: 0 }
}

function dropBlocks(view: EditorView, { slice, moved, gap }: { slice: Slice; moved: boolean; gap: number }): void {
  const { state } = view
  const { from, to, $from } = state.selection
  // Where it was.
  if (moved && $from.depth === 0 && gap >= from && gap <= to) return
  const tr = closeHistory(state.tr)
  if (moved) tr.deleteSelection()
  const at = tr.mapping.map(gap)
  tr.insert(at, slice.content)
  const node = tr.doc.nodeAt(at)
  tr.setSelection(
    node && NodeSelection.isSelectable(node) && slice.content.childCount === 1
      ? NodeSelection.create(tr.doc, at)
      : TextSelection.near(tr.doc.resolve(at)),
  )
  view.dispatch(tr.setMeta('uiEvent', 'drop'))
  view.focus()
}
