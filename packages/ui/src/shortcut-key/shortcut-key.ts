import { isComposing } from '../is-composing.ts'

/** Elements that use keys themselves. */
const FIELDS =
  'input:not([type=checkbox]), textarea, select, [contenteditable=""], [contenteditable=true], [role=menu], [role=listbox], [role=dialog], dialog, audio, video'

/** Keys of the letters and signs that keyboards of other scripts have elsewhere. */
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = { Slash: ['/', '?'] }

/**
 * The key that was pressed, for single-key shortcuts: a lower-case Latin letter, digit or sign on any keyboard, or the
 * key's name. Null with modifiers, during typing, in menus and dialogs, and if something else has handled the key.
 */
export function shortcutKey(event: KeyboardEvent): string | null {
  const { key, shiftKey } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return null
  // In shadow roots `target` would be only the host element.
  const target = event.composedPath()[0]
  if (target instanceof Element && target.closest(FIELDS)) return null
  // Names such as Escape.
  if (key.length > 1) return shiftKey ? null : key
  const latin = key > '\u007f' ? latinKey(event) : key.toLowerCase()
  return shiftKey && latin !== null && /[a-z0-9]/.test(latin) ? null : latin
}

/** The Latin key at the place of a letter of another script; null if there is none. */
function latinKey({ code, shiftKey }: KeyboardEvent): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter?.toLowerCase() ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? null
}
