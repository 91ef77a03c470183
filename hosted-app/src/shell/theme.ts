import { pageStorage } from '@stoa/client'

/** The forum's theme: the system's, or the reader's choice. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'stoa-theme'

/** The theme chosen in this browser. */
export function readTheme(): Theme {
  const theme = pageStorage('local').getItem(KEY)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies a theme and stores it; `before-paint.js` applies it before the first paint of later pages. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.stoaTheme
  else document.documentElement.dataset.stoaTheme = theme
  // Without storage the choice lasts as long as the page.
  if (theme === 'system') pageStorage('local').removeItem(KEY)
  else pageStorage('local').setItem(KEY, theme)
}
