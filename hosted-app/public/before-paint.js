// Runs before the first paint, so that nothing flashes: neither the other theme nor a "sign in" to somebody who has.
try {
  const theme = localStorage.getItem('stoa-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.stoaTheme = theme
  // What the session of @stoa/client remembers. It may be wrong; who it really is, is known soon after.
  if (localStorage.getItem('stoa.session')) document.documentElement.dataset.stoaExpected = ''
} catch {
  // Storage may be closed to us; the system's theme is used then, and everybody begins as a visitor.
}
