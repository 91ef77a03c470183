import { Plugin } from 'prosemirror-state'

/**
 * Scrolls to the caret before the next frame is painted, not within the key that moved it: measuring all elements around
 * the text takes as long as everything else that a key causes.
 */
export function scrollLater(): Plugin {
  let frame = 0
  let isNow = false
  return new Plugin({
    props: {
      handleScrollToSelection(view) {
        if (isNow) return false
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(() => {
          if (view.isDestroyed) return
          isNow = true
          view.dispatch(view.state.tr.scrollIntoView())
          isNow = false
        })
        return true
      },
    },
    view: () => ({ destroy: () => cancelAnimationFrame(frame) }),
  })
}
