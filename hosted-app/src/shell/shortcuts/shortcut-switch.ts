import { pageStorage } from '@stoa/client'
import { shortcutKey } from '@stoa/ui'
import { useSyncExternalStore } from 'react'

const KEY = 'stoa-no-shortcuts'
const listeners = new Set<() => void>()

/** Whether single-key shortcuts work in this browser. */
export function areShortcutsOn(): boolean {
  return pageStorage('local').getItem(KEY) === null
}

/** The single-key shortcut that was pressed; null for other keys, below dialogs, and if shortcuts are off. */
export function shortcutOf(event: KeyboardEvent): string | null {
  const key = shortcutKey(event)
  // The focus may be outside of an open dialog.
  return key !== null && areShortcutsOn() && !document.querySelector('dialog[open]') ? key : null
}

/** Turns single-key shortcuts on or off in this browser. */
export function switchShortcuts(isOn: boolean): void {
  if (isOn) pageStorage('local').removeItem(KEY)
  else pageStorage('local').setItem(KEY, '1')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether single-key shortcuts work in this browser, also after a change in another tab. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, areShortcutsOn, () => true)
}

const ASKED = 'stoa-shortcuts'

/** Opens the dialog that lists the shortcuts. */
export function openShortcutSheet(): void {
  window.dispatchEvent(new Event(ASKED))
}

/** Calls `listener` whenever something opens the dialog. Returns the function that ends this. */
export function onShortcutSheet(listener: () => void): () => void {
  window.addEventListener(ASKED, listener)
  return () => window.removeEventListener(ASKED, listener)
}
