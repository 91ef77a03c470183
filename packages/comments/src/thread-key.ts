/** Keys of a thread: next comment, the one before, reply. */
export type ThreadKey = 'j' | 'k' | 'r'

/** Which of the thread's keys was pressed; null for any other, and where somebody is typing. */
export function threadKeyOf(event: KeyboardEvent): ThreadKey | null {
  const { key } = event
  const target = event.composedPath()[0]
  const typing = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
  if (typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  return key === 'j' || key === 'k' || key === 'r' ? key : null
}
