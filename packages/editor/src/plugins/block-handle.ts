import { NodeSelection, Plugin, PluginKey } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { nodeAt } from '../view/node-at.ts'
import { createValue, type Value } from '../view/value.ts'

/** Position of the top-level block under the pointer; null: none. */
const hoverKey = new PluginKey<Value<number | null>>('blockHandle')

/** What stands over the text: the pointer is not on a block there. */
const CONTROLS = '.stoa-editor-handle, .stoa-editor-floating, .stoa-editor-find, .stoa-editor-dock'

/** Follows the pointer, so that a handle can stand beside its block. Typing hides it until the pointer moves. */
export function blockHandlePlugin(frame: HTMLElement): Plugin {
  const hovered = createValue<number | null>(null)
  return new Plugin<Value<number | null>>({
    key: hoverKey,
    state: { init: () => hovered, apply: (_, value) => value },
    view(view) {
      let waiting = 0
      const follow = ({ clientY, pointerType, target }: PointerEvent) => {
        if (isMenuOpen(frame) || pointerType === 'touch' || (target instanceof Element && target.closest(CONTROLS)))
          return
        cancelAnimationFrame(waiting)
        waiting = requestAnimationFrame(() => hovered.set(blockAt(view, clientY)))
      }
      const leave = () => {
        cancelAnimationFrame(waiting)
        if (!isMenuOpen(frame)) hovered.set(null)
      }
      frame.addEventListener('pointermove', follow)
      frame.addEventListener('pointerleave', leave)
      return {
        update(_, { doc }) {
          if (view.state.doc !== doc) hovered.set(null)
        },
        destroy() {
          cancelAnimationFrame(waiting)
          frame.removeEventListener('pointermove', follow)
          frame.removeEventListener('pointerleave', leave)
        },
      }
    },
  })
}

/** An open menu keeps its block, wherever the pointer goes. */
export function isMenuOpen(frame: HTMLElement): boolean {
  return frame.querySelector('.stoa-editor-handle [aria-expanded="true"]') !== null
}

/** Opens the menu of the block that has the caret. */
export function openBlockMenu(view: EditorView, frame: HTMLElement): boolean {
  const button = frame.querySelector<HTMLElement>('.stoa-editor-handle button')
  // Not that of another block under the pointer.
  hoveredBlock(view).set(null)
  button?.click()
  return button !== null
}

export function hoveredBlock(view: EditorView): Value<number | null> {
  return hoverKey.getState(view.state) as Value<number | null>
}

/** Position of the top-level block at a height of the window, or above it. */
export function blockAt(view: EditorView, y: number): number | null {
  const { children } = view.dom
  // Blocks are in order, so that half of them are left after each step.
  let low = 0
  let high = children.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const element = children[middle] as HTMLElement
    const { top, bottom } = element.getBoundingClientRect()
    if (y < top) high = middle - 1
    else if (y > bottom) low = middle + 1
    else return positionOfElement(view, element)
  }
  return positionOfElement(view, children[Math.max(0, high)])
}

function positionOfElement(view: EditorView, element: Element | undefined): number | null {
  if (!element || !view.dom.contains(element)) return null
  const pos = view.posAtDOM(element, 0)
  const $pos = view.state.doc.resolve(pos)
  const start = $pos.depth === 0 ? pos : $pos.before(1)
  return nodeAt(view.state.doc, start) ? start : null
}

/** Position of the top-level block that has the selection. */
export function currentBlock({ state: { selection } }: EditorView): number {
  return selection.$from.depth === 0 ? selection.from : selection.$from.before(1)
}

/** Begins to move a block by its handle. */
export function startDrag(view: EditorView, pos: number, event: DragEvent): void {
  const { state } = view
  const dom = view.nodeDOM(pos)
  if (!event.dataTransfer || !(dom instanceof HTMLElement) || !nodeAt(state.doc, pos)) return
  const selection = NodeSelection.create(state.doc, pos)
  view.dispatch(state.tr.setSelection(selection))
  const slice = selection.content()
  const { dom: copy, text } = view.serializeForClipboard(slice)
  const { dataTransfer } = event
  dataTransfer.clearData()
  dataTransfer.setData('text/html', new XMLSerializer().serializeToString(copy))
  dataTransfer.setData('text/plain', text)
  dataTransfer.effectAllowed = 'move'
  dataTransfer.setDragImage(dom, 0, 0)
  // What is dropped leaves its former place.
  view.dragging = { slice, move: true }
}
