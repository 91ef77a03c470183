import { exampleBranch, exampleComment, exampleId, exampleSummary } from '@stoa/contract/fixtures'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Mounted, MountOptions } from '../loader/define-element.ts'
import { live } from '../testing/fake-connection.ts'
import { mountComments } from './mount-comments.tsx'

vi.mock('../first-view/styles.css?inline', () => ({ default: '' }))

vi.mock('../session/page-connection.ts', () => ({
  pageConnection: () => ({ realtime: live.realtime, identify: () => {} }),
}))

const POST = exampleId(1, 'p')
const article = { community: 'FORUM', url: 'https://news.example/a' }
const options: MountOptions = { community: 'FORUM', forumUrl: 'https://forum.example', locale: 'en', article }
const payload = {
  articleUrl: article.url,
  community: { tokenName: 'FORUM', title: 'Forum', urlSlug: 'forum', anonymousComments: true },
  post: exampleSummary({ id: POST, kind: 'story', status: 7, numComments: 1, articleUrl: article.url }),
  comments: {
    items: [exampleBranch(exampleComment('otter', { postId: POST, content: 'Said before' }))],
    cursor: null,
    hasMore: false,
  },
}

let host: HTMLElement
let mounted: Mounted
let respond: (response: Response | Promise<never>) => void
const events: string[] = []
const onError = vi.fn()

beforeEach(() => {
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(): void {}
    },
  )
  Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', { writable: true, value: [] })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  events.length = 0
  host = document.body.appendChild(document.createElement('stoa-comments'))
  for (const name of ['stoa-ready', 'stoa-error']) host.addEventListener(name, () => events.push(name))
  const response = new Promise<Response>((resolve) => (respond = resolve))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
    String(address).endsWith('/config.json') ? new Response(null, { status: 404 }) : response,
  )
  mounted = mountComments(host, options, onError)
})

afterEach(async () => {
  await act(async () => mounted.unmount())
  host.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const words = () => host.shadowRoot?.textContent ?? ''

/** As when the element is moved, or an application sets the same options again. */
async function setAgainWhileLoading(): Promise<void> {
  await vi.waitFor(() => expect(words()).toContain('Loading comments'))
  mounted.update({ ...options, theme: 'dark' })
  expect(words()).toContain('Loading comments')
}

it('shows the thread and reports it if options are set again while loading', async () => {
  await setAgainWhileLoading()
  respond(Response.json({ status: 'success', payload }))
  await vi.waitFor(() => expect(events).toEqual(['stoa-ready']))
  expect(words()).toContain('Said before')
  expect(host.dataset.stoaTheme).toBe('dark')
})

it('doesn’t render again if only the page has changed', async () => {
  respond(Response.json({ status: 'success', payload }))
  await vi.waitFor(() => expect(events).toEqual(['stoa-ready']))
  const changes: unknown[] = []
  host.dataset.stoaTheme = 'as it is'
  new MutationObserver((all) => changes.push(...all)).observe(host, { attributes: true })
  mounted.update({ ...options })
  await act(async () => {})
  expect(changes).toEqual([])
  expect(host.dataset.stoaTheme).toBe('as it is')
})

it('shows that the thread failed to load if options are set again while loading', async () => {
  await setAgainWhileLoading()
  respond(Promise.reject(new TypeError('offline')))
  await vi.waitFor(() => expect(events).toEqual(['stoa-error']))
  expect(words()).toContain('Couldn’t load the comments.')
})

/** A forum in Austrian German that offers some languages. Everything else hangs. */
function germanForum(name: string) {
  const requests: string[] = []
  const texts = { 'embed.loading': 'Kommentare werden geladen' }
  vi.mocked(fetch).mockImplementation(async (address) => {
    const { pathname } = new URL(String(address instanceof Request ? address.url : address))
    requests.push(pathname)
    if (pathname === '/config.json') return Response.json({ language: 'de-AT', languages: ['de-AT', 'fr'] })
    if (pathname === '/lang/de-AT/widget.json') return Response.json(texts)
    if (pathname === '/lang/fr/widget.json') return Response.json({ 'embed.loading': 'Chargement des commentaires' })
    return new Promise<Response>((resolve) => (respond = resolve))
  })
  const other = document.body.appendChild(document.createElement('stoa-comments'))
  const there = (locale: string): MountOptions => ({ ...options, forumUrl: `https://${name}.example`, locale })
  const shown = () => [
    other.shadowRoot?.querySelector<HTMLElement>('.stoa-embed')?.lang,
    other.shadowRoot?.textContent?.trim(),
  ]
  return { other, there, shown, requests }
}

it.each([
  ['', 'de-AT', 'Kommentare werden geladen'],
  ['pt-BR', 'de-AT', 'Kommentare werden geladen'],
  // The forum has English texts, but this domain doesn't offer them.
  ['en', 'de-AT', 'Kommentare werden geladen'],
  ['de-CH', 'de-CH', 'Kommentare werden geladen'],
  ['fr', 'fr', 'Chargement des commentaires'],
])('on a page in “%s” it is in %s, which the domain offers', async (locale, lang, words) => {
  const { other, there, shown, requests } = germanForum(`forum-${locale}`)
  const mountedThere = mountComments(other, there(locale), onError)
  await vi.waitFor(() => expect(shown()).toEqual([lang, words]))
  expect(requests.slice(0, 2)).toEqual(['/config.json', `/lang/${lang === 'fr' ? 'fr' : 'de-AT'}/widget.json`])
  await act(async () => mountedThere.unmount())
  other.remove()
})

it('is English if its texts can’t be loaded', async () => {
  const { other, there, shown } = germanForum('without-texts')
  const respondThere = vi.mocked(fetch).getMockImplementation()
  vi.mocked(fetch).mockImplementation(async (address, init) =>
    String(address).includes('/lang/') ? new Response(null, { status: 503 }) : respondThere!(address, init),
  )
  const mountedThere = mountComments(other, there('fr'), onError)
  await vi.waitFor(() => expect(shown()).toEqual(['en', 'Loading comments']))
  await act(async () => mountedThere.unmount())
  other.remove()
})

it('follows another language of the page', async () => {
  const { other, there, shown } = germanForum('changing')
  const mountedThere = mountComments(other, there('de'), onError)
  await vi.waitFor(() => expect(shown()[0]).toBe('de-AT'))
  respond(Response.json({ status: 'success', payload }))
  await vi.waitFor(() => expect(shown()[1]).toContain('Said before'))
  mountedThere.update(there('fr-CA'))
  await vi.waitFor(() => expect(shown()[0]).toBe('fr-CA'))
  await act(async () => mountedThere.unmount())
  other.remove()
})
