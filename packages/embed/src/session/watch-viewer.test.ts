import { hintKey, type PartnerSession } from '@stoa/client/partner-session'
import { createStoa } from '@stoa/store'
import { expect, it, vi } from 'vitest'
import { watchViewer } from './watch-viewer.ts'

const FORUM = 'https://forum.example'

it('follows other tabs of the site in signing in and out, until the end', async () => {
  const stoa = createStoa({ client: { call: vi.fn() as never }, storage: null })
  const follow = vi.fn(async () => {})
  watchViewer(stoa, FORUM, async () => ({ follow }) as Partial<PartnerSession> as PartnerSession)
  const tell = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))
  tell('stoa.draft.x')
  tell(hintKey('https://other.example'))
  tell(hintKey(FORUM))
  tell(null)
  await vi.waitFor(() => expect(follow).toHaveBeenCalledTimes(2))
  stoa.destroy()
  tell(hintKey(FORUM))
  await Promise.resolve()
  expect(follow).toHaveBeenCalledTimes(2)
})

it('uses the publisher’s sign-on if an element of the page has one', async () => {
  const element = Object.assign(document.createElement('stoa-comments'), { sso: async () => 'signed' })
  document.body.append(element)
  const call = vi.fn(async () => ({}))
  const stoa = createStoa({ client: { call: call as never }, storage: null })
  const signOn = vi.fn(async () => {})
  watchViewer(stoa, FORUM, async () => ({ signInByToken: signOn }) as Partial<PartnerSession> as PartnerSession)
  await vi.waitFor(() => expect(signOn).toHaveBeenCalledWith(element.sso))
  stoa.destroy()
  element.remove()
})

it('uses a sign-on that the page sets later, once, and never after the end', async () => {
  customElements.define('stoa-comments', class extends HTMLElement {})
  const element = document.createElement('stoa-comments')
  // As React leaves it if the page has unset it.
  Object.assign(element, { sso: undefined })
  document.body.append(element)
  const stoa = createStoa({ client: { call: vi.fn(async () => ({})) as never }, storage: null })
  const destroyedStoa = createStoa({ client: { call: vi.fn(async () => ({})) as never }, storage: null })
  const signOn = vi.fn(async () => {})
  for (const one of [stoa, destroyedStoa])
    watchViewer(one, FORUM, async () => ({ signInByToken: signOn }) as Partial<PartnerSession> as PartnerSession)
  destroyedStoa.destroy()
  const word = async () => 'signed'
  element.sso = word
  expect(element.sso).toBe(word)
  // A component that renders again gives a new function each time.
  element.sso = async () => 'signed'
  await vi.waitFor(() => expect(signOn).toHaveBeenCalledExactlyOnceWith(word))
  stoa.destroy()
  element.remove()
})
