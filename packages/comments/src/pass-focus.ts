/**
 * Moves focus from a text box or button that is about to disappear. `find` looks for the new target after rendering. If
 * the reader has focused something else in the meantime, focus stays there.
 */
export function passFocus(box: HTMLElement, find: (thread: Element) => HTMLElement | null | undefined): void {
  const thread = box.closest('.stoa-comments')
  const form = box.closest('form')
  const { activeElement } = box.getRootNode() as Document | ShadowRoot
  if (!thread || (activeElement && activeElement !== document.body && !form?.contains(activeElement))) return
  setTimeout(() => find(thread)?.focus())
}
