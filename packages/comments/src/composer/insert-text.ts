/** Replaces text between two positions as if typed, so that listeners are called. */
function typeInto(box: HTMLTextAreaElement, change: { start: number; end: number; text: string }) {
  box.setRangeText(change.text, change.start, change.end, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Types into a focused box, so that its Undo knows of it. */
export function typeUndoably(box: HTMLTextAreaElement, text: string) {
  const { selectionStart: start, selectionEnd: end } = box
  if (!document.execCommand?.('insertText', false, text)) typeInto(box, { start, end, text })
}

/** Replaces the text of a focused box from `start` up to the caret. */
export function completeText(box: HTMLTextAreaElement, start: number, text: string) {
  box.setSelectionRange(start, box.selectionStart)
  typeUndoably(box, text)
}

/** Appends text on a new line. */
export function appendText(box: HTMLTextAreaElement, text: string) {
  const end = box.value.length
  typeInto(box, { start: end, end, text: /[^\n]$/.test(box.value) ? `\n${text}` : text })
}

/** Replaces the whole text. */
export function replaceText(box: HTMLTextAreaElement, text: string) {
  typeInto(box, { start: 0, end: box.value.length, text })
}
