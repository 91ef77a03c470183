import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** Closer to an edge of the window, the caret is scrolled to. The bar of touch screens is lower. */
const EDGE = 80

/**
 * Doesn't scroll to a caret that is well within the window. The library would measure all elements around the text for
 * it, which takes a third of the time of a key.
 */
export function scrollIfNeeded(): Plugin {
  let isInBox: boolean | null = null
  return new Plugin({
    props: {
      handleScrollToSelection(view) {
        const { empty, $head } = view.state.selection
        // Cells and programs have boxes of their own that scroll.
        if (!empty || $head.depth !== 1 || !$head.parent.isTextblock || $head.parent.type.spec.code) return false
        isInBox ??= hasScrollingBox(view)
        if (isInBox) return false
        const { top, bottom } = view.coordsAtPos($head.pos)
        const height = window.visualViewport?.height ?? window.innerHeight
        return top >= EDGE && bottom <= height - EDGE
      },
    },
  })
}

/** Whether something but the page itself scrolls with the text. */
function hasScrollingBox({ dom }: EditorView): boolean {
  for (let box = dom.parentElement; box && box !== document.body; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return true
  return false
}
