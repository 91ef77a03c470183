/** How the forum looks: as the system says, or as the reader chose. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'stoa-theme'

/** The theme that was chosen in this browser. */
export function readTheme(): Theme {
  try {
    const theme = localStorage.getItem(KEY)
    return theme === 'light' || theme === 'dark' ? theme : 'system'
  } catch {
    return 'system'
  }
}

/** Shows a theme and remembers it; `before-paint.js` applies it before the first paint of later pages. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.stoaTheme
  else document.documentElement.dataset.stoaTheme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage may be closed to us: the choice then lasts as long as the page.
  }
}
