import { pageStorage } from '@stoa/client'

/** The forum's theme: the system's, or the reader's choice. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'stoa-theme'
/** Colors of a phone's bar and an installed app's title: the header's, as in `index.html`. */
const BARS = { light: '#ffffff', dark: '#14191b' }

/** The theme chosen in this browser. */
export function readTheme(): Theme {
  const theme = pageStorage('local').getItem(KEY)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies a theme and stores it; `before-paint.js` applies it before the first paint of later pages. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.stoaTheme
  else document.documentElement.dataset.stoaTheme = theme
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    bar.content = BARS[theme === 'system' ? (bar.media.includes('dark') ? 'dark' : 'light') : theme]
  }
  // Without storage the choice lasts as long as the page.
  if (theme === 'system') pageStorage('local').removeItem(KEY)
  else pageStorage('local').setItem(KEY, theme)
}
