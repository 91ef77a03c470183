/** Moves the focus from the title to the text: where the caret was, or to its start. */
export function toText(title: HTMLTextAreaElement, isToStart: boolean): void {
  const text = title.form?.querySelector<HTMLElement>('[data-field="document"] [contenteditable="true"]')
  text?.focus()
  if (text && isToStart) getSelection()?.setPosition(text, 0)
}

/** Moves the focus from the text to the end of the title. */
export function toTitle(text: HTMLElement): void {
  const title = text.closest('form')?.querySelector<HTMLTextAreaElement>('textarea[name="title"]')
  title?.focus()
  title?.setSelectionRange(title.value.length, title.value.length)
}

/** Whether an arrow key has nowhere further down to go in the title. */
export function isInLastLine(title: HTMLTextAreaElement): boolean {
  const { selectionStart, selectionEnd, value, clientHeight } = title
  const isOneLine = clientHeight < 2 * Number.parseFloat(getComputedStyle(title).lineHeight)
  return selectionStart === selectionEnd && (selectionEnd === value.length || isOneLine)
}
