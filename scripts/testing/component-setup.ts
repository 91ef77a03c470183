import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Like the tests' own timeout: a failure caused only by time shows how busy the machine is.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

// jsdom has no layout to scroll or to match with media queries.
if (typeof Element !== 'undefined') {
  Element.prototype.scrollIntoView ??= () => {}
  window.scrollTo = () => {}
  window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
}

// Files share their page, so each must restore it.
const before = Object.getOwnPropertyNames(globalThis)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  const removedNames = before.filter((name) => !(name in globalThis))
  if (removedNames.length > 0) throw new Error(`This file has removed from the page: ${removedNames.join(', ')}`)
  if (typeof document === 'undefined') return
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
