/** The forum's theme: the system's, or the reader's choice. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'stoa-theme'

/** The theme chosen in this browser. */
export function readTheme(): Theme {
  try {
    const theme = localStorage.getItem(KEY)
    return theme === 'light' || theme === 'dark' ? theme : 'system'
  } catch {
    return 'system'
  }
}

/** Applies a theme and stores it; `before-paint.js` applies it before the first paint of later pages. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.stoaTheme
  else document.documentElement.dataset.stoaTheme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
