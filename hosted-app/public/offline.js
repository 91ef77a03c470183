// The service worker's page for everything that isn't on this device: opens the page once the forum can be reached.
{
  // Presses are not repeated after a hydration here.
  window.stoaAlive?.()
  const FIRST_MS = 2000
  const LAST_MS = 30_000
  let pause = FIRST_MS
  let timer

  const look = () => void reloadOnline()
  const reloadOnline = async () => {
    clearTimeout(timer)
    const response = await fetch('/config.json', { cache: 'no-store' }).catch(() => null)
    if (response?.ok) {
      // The page's own address has no other content.
      if (location.pathname === '/offline') location.replace('/')
      else location.reload()
      return
    }
    timer = setTimeout(look, pause)
    pause = Math.min(pause * 2, LAST_MS)
  }

  addEventListener('online', look)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
  look()
}
