// Runs before the first paint, so that neither the wrong theme nor a wrong "Sign in" flashes, and no post is folded first.
try {
  const theme = localStorage.getItem('stoa-theme')
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.stoaTheme = theme
    // The bar of an installed app or phone browser, as in `theme.ts`.
    for (const bar of document.querySelectorAll('[name=theme-color]'))
      bar.content = theme === 'dark' ? '#14191b' : '#ffffff'
  }
  // Remembered by the session of @stoa/client. It may be outdated until the session is loaded.
  if (localStorage.getItem('stoa.session')) document.documentElement.dataset.stoaExpected = ''
  // The reader has chosen to see whole posts; authors always see their own.
  if (localStorage.getItem('stoa-whole-posts')) document.documentElement.dataset.stoaWholePosts = ''
  const viewerId = localStorage.getItem('stoa-viewer')
  if (/^\w+$/.test(viewerId)) {
    const sheet = new CSSStyleSheet()
    sheet.insertRule(`.stoa-collapsible[data-author="${viewerId}"] { --stoa-post-collapse: 1000000px }`)
    document.adoptedStyleSheets.push(sheet)
  }
} catch {
  // Storage may be unavailable. Then the system's theme applies, and everybody starts as a visitor.
}

// Presses before hydration are repeated after it (`layout.tsx`). Until then no form submits.
{
  const early = new Map()
  const keep = (event) => {
    const form = event.type === 'submit' && event.target
    if (form) event.preventDefault()
    const button = form ? event.submitter : event.target.closest('[type=button]')
    if (!form && !button) return
    button?.setAttribute('aria-busy', 'true')
    early.set(button ?? form, form)
  }
  addEventListener('click', keep, true)
  addEventListener('submit', keep, true)
  const letGo = () => {
    removeEventListener('click', keep, true)
    removeEventListener('submit', keep, true)
    for (const button of early.keys()) button.removeAttribute('aria-busy')
  }
  // The script doesn't arrive: stop recording presses, and say so.
  const giveUp = ({ target }) => {
    if (target.tagName !== 'SCRIPT') return
    letGo()
    early.clear()
    document.documentElement.dataset.stoaScriptless = ''
  }
  addEventListener('error', giveUp, true)
  window.stoaAlive = () => {
    removeEventListener('error', giveUp, true)
    letGo()
    for (const [button, form] of early) {
      if (!form) button.click()
      else if (form === button) form.requestSubmit()
      else form.requestSubmit(button)
    }
    early.clear()
  }
}
