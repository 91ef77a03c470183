/**
 * Hands the focus on from a text box that is going away, or whose button is. `find` looks for the element that takes it once
 * the page is drawn anew. A reader who has gone elsewhere meanwhile stays there.
 */
export function passFocus(box: HTMLElement, find: (thread: Element) => HTMLElement | null | undefined): void {
  const thread = box.closest('.stoa-comments')
  const form = box.closest('form')
  const { activeElement } = box.getRootNode() as Document | ShadowRoot
  if (!thread || (activeElement && activeElement !== document.body && !form?.contains(activeElement))) return
  setTimeout(() => find(thread)?.focus())
}
