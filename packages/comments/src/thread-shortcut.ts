/** Keys of a thread: next comment, previous comment, reply. */
export type ThreadShortcut = 'j' | 'k' | 'r'

/** The thread key that was pressed; null for other keys and during typing. */
export function threadShortcutOf(event: KeyboardEvent): ThreadShortcut | null {
  const { key } = event
  const target = event.composedPath()[0]
  const typing = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
  if (typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  return key === 'j' || key === 'k' || key === 'r' ? key : null
}
