// Runs before the first paint, so that nothing flashes: neither the other theme nor a "sign in" to somebody who has.
try {
  const theme = localStorage.getItem('stoa-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.stoaTheme = theme
  // What the session of @stoa/client remembers. It may be wrong; who it really is, is known soon after.
  if (localStorage.getItem('stoa.session')) document.documentElement.dataset.stoaExpected = ''
} catch {
  // Storage may be closed to us; the system's theme is used then, and everybody begins as a visitor.
}

// What is pressed before the page is alive is done once it is (`layout.tsx`); until then no form sends what was typed.
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
  // The program does not come: nothing is kept for it, and the page says so.
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
