import { isComposing } from '../is-composing.ts'

/** Elements that use keys themselves. */
const FIELDS =
  'input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=menu], [role=listbox], [role=dialog], dialog, audio, video'

/** Keys of the letters and signs that keyboards of other scripts have elsewhere. */
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = { Slash: ['/', '?'] }

/**
 * The key that was pressed, for single-key shortcuts: a lower-case Latin letter, digit or sign on any keyboard, or the
 * key's name. Null with modifiers, during typing, in menus and dialogs, and if something else has handled the key. Of the
 * keys that are held, only j and k go on.
 */
export function shortcutKey(event: KeyboardEvent): string | null {
  const { key, shiftKey } = event
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph')
  if (event.defaultPrevented || hasModifier || isComposing(event)) return null
  // In shadow roots `target` would be only the host element.
  if (usesKeys(event.composedPath()[0])) return null
  // Names such as Escape.
  if (key.length > 1) return shiftKey || event.repeat ? null : key
  const latin = key > '\u007f' ? latinKey(event) : key.toLowerCase()
  if (event.repeat && latin !== 'j' && latin !== 'k') return null
  return shiftKey && latin !== null && /[a-z0-9]/.test(latin) ? null : latin
}

/** Whether something uses keys itself, or is in a menu or dialog. */
export function usesKeys(target: EventTarget | null | undefined): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null
}

/** The Latin key at the place of a letter of another script; null if there is none. */
function latinKey({ code, shiftKey }: KeyboardEvent): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter?.toLowerCase() ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? null
}
