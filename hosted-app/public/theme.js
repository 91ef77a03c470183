// Runs before the first paint, so that a chosen theme never flashes.
try {
  const theme = localStorage.getItem('stoa-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.stoaTheme = theme
} catch {
  // Storage may be closed to us; the system's theme is used then.
}
