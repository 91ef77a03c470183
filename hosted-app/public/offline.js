// The service worker's page for everything that isn't on this device: opens the page once the forum can be reached.
{
  // Presses are not repeated after a hydration here.
  window.stoaAlive?.()
  const FIRST_MS = 2000
  const LAST_MS = 30_000
  const KEY = 'stoa.offline'
  /** Later the next try is the first one again. */
  const SOON_MS = 60_000
  const { pathname } = location
  const last = lastTry()
  // The forum responds, but this page couldn't be opened: it must not be tried again and again without a pause.
  const isAgain = last.pathname === pathname && Date.now() - last.at < SOON_MS
  let pause = isAgain ? Math.min(last.pause * 2, LAST_MS) : FIRST_MS
  let timer

  function lastTry() {
    try {
      return JSON.parse(sessionStorage.getItem(KEY)) ?? {}
    } catch {
      return {}
    }
  }

  function open() {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ pathname, at: Date.now(), pause }))
    } catch {
      // Without storage each try is the first one.
    }
    // The page's own address has no other content.
    if (pathname === '/offline') location.replace('/')
    else location.reload()
  }

  const look = () => void reloadOnline()
  const reloadOnline = async () => {
    clearTimeout(timer)
    const response = await fetch('/config.json', { cache: 'no-store' }).catch(() => null)
    if (response?.ok) return open()
    timer = setTimeout(look, pause)
    pause = Math.min(pause * 2, LAST_MS)
  }

  addEventListener('online', look)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
  if (isAgain) timer = setTimeout(look, pause)
  else look()
}
