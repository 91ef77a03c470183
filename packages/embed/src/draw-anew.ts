import { CONTAINER } from './rendered.ts'

/**
 * Draws in the place of a rendering that another element of the page has got further than: it would be taken for what is
 * drawn now. Whoever is in its text box goes on in the new one.
 */
export function drawAnew(host: HTMLElement, draw: () => void): void {
  const root = host.shadowRoot
  const before = root?.querySelector('textarea')
  const hasFocus = before && root?.activeElement === before
  root?.querySelector(`.${CONTAINER}`)?.replaceChildren()
  draw()
  const box = root?.querySelector('textarea')
  if (!before || !box) return
  if (before.value) {
    box.value = before.value
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (!hasFocus) return
  box.focus({ preventScroll: true })
  box.setSelectionRange(before.selectionStart, before.selectionEnd)
}
