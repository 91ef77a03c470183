import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ElementContent, MountOptions } from '../loader/define-element.ts'
import { show } from './mount-count.ts'

const live = vi.hoisted(() => {
  const listeners = new Set<(name: string, event: object) => void>()
  const gaps = new Set<() => void>()
  const watched = new Set<{ postIds: string[] }>()
  return {
    listeners,
    gaps,
    watched,
    realtime: {
      watch(rooms: { postIds: string[] }) {
        watched.add(rooms)
        return () => watched.delete(rooms)
      },
      onEvent(listener: (name: string, event: object) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      onGap(listener: () => void) {
        gaps.add(listener)
        return () => gaps.delete(listener)
      },
    },
  }
})
vi.mock('../session/page-connection.ts', () => ({ pageConnection: () => ({ realtime: live.realtime }) }))

const FORUM = 'https://forum.example'
const optionsOf = (path: string): MountOptions => {
  const url = `https://news.example/${path}`
  return { community: 'FORUM', forumUrl: FORUM, locale: 'en', url, article: { community: 'FORUM', url } }
}

/** Counts by the article's address; an article with comments has the post `P-<path>`. */
const counts = new Map<string, number>()
const fetched = vi.fn<typeof fetch>()
const mounted: ElementContent[] = []
let every: () => void = () => {}

function put(path: string): HTMLElement {
  const host = document.body.appendChild(document.createElement('stoa-count'))
  mounted.push(show(host, optionsOf(path)))
  return host
}

/** Adds a thread of the forum to the page. */
function showConversation(): HTMLElement {
  const element = document.body.appendChild(document.createElement('stoa-comments'))
  element.attachShadow({ mode: 'open' })
  element.dispatchEvent(new CustomEvent('stoa-ready', { bubbles: true, composed: true }))
  return element
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000 })
const settled = () => new Promise((resolve) => setTimeout(resolve, 60))
const tell = (event: object) => {
  for (const listener of live.listeners) listener('comment.created', event)
}

beforeEach(() => {
  counts.clear()
  fetched.mockReset().mockImplementation(async (_url, init) => {
    const { articles } = JSON.parse(String(init?.body)) as { articles: { url: string }[] }
    const paths = articles.map(({ url }) => url.split('/').at(-1) ?? '')
    const payload = {
      counts: paths.map((path) => counts.get(path) ?? 0),
      postIds: paths.map((path) => (counts.has(path) ? `P-${path}` : null)),
    }
    return Response.json({ status: 'success', payload })
  })
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void) => {
    every = work
    return 0
  }) as never)
})

afterEach(() => {
  for (const one of mounted.splice(0)) one.remove()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('requests all counts of a page at once', async () => {
  counts.set('a', 3).set('b', 1200)
  const hosts = ['a', 'b', 'c'].map(put)
  await until(() => expect(hosts.map((host) => host.textContent)).toEqual(['3', '1,200', '0']))
  expect(fetched).toHaveBeenCalledOnce()
})

it('shows words', async () => {
  counts.set('a', 1)
  const host = document.body.appendChild(document.createElement('stoa-count'))
  mounted.push(show(host, { ...optionsOf('a'), words: true }))
  await until(() => expect(host.textContent).toBe('1 comment'))
})

it('shows words in a language that the forum offers, and marks it if the page has another', async () => {
  counts.set('a', 1200)
  const respond = fetched.getMockImplementation()
  fetched.mockImplementation(async (...request) => {
    const { pathname } = new URL(String(request[0]))
    if (pathname === '/config.json') return Response.json({ language: 'de', languages: ['de', 'fr'] })
    if (pathname === '/lang/de/widget.json') return Response.json({ 'embed.count': '{count, number} Kommentare' })
    return respond?.(...request) ?? Response.error()
  })
  const forumUrl = 'https://german.example'
  const shown = (locale: string, lang = locale) => {
    const section = document.body.appendChild(document.createElement('section'))
    section.lang = lang
    const host = section.appendChild(document.createElement('stoa-count'))
    mounted.push(show(host, { ...optionsOf('a'), forumUrl, locale, words: true }))
    return host
  }
  const hosts = [shown('pt'), shown('de-CH'), shown('de-CH', 'pt')]
  const [portuguese, swiss, marked] = hosts.map((host) => () => host.innerHTML)
  await until(() => expect(portuguese?.()).toBe('<span lang="de">1.200 Kommentare</span>'))
  await until(() => expect(swiss?.()).toMatch(/^1[’']200 Kommentare$/))
  await until(() => expect(marked?.()).toMatch(/^<span lang="de-CH">1[’']200 Kommentare<.span>$/))
})

it('shows a number on a page that names no language', async () => {
  counts.set('a', 3)
  const host = document.body.appendChild(document.createElement('stoa-count'))
  mounted.push(show(host, { ...optionsOf('a'), locale: '' }))
  await until(() => expect(host.textContent).toBe('3'))
})

it('opens no connection on a page with only counts, and refreshes every minute while visible', async () => {
  counts.set('a', 3)
  const host = put('a')
  await until(() => expect(host.textContent).toBe('3'))
  expect(live.watched.size).toBe(0)
  counts.set('a', 4)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  every()
  await settled()
  expect(fetched).toHaveBeenCalledOnce()
  hidden.mockReturnValue(false)
  every()
  await until(() => expect(host.textContent).toBe('4'))
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('refreshes when somebody comes back to the page after a while, and not before', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  counts.set('a', 3)
  const host = put('a')
  await until(() => expect(host.textContent).toBe('3'))
  counts.set('a', 4)
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  expect(fetched).toHaveBeenCalledOnce()
  now.mockReturnValue(1_000_000 + 61_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await until(() => expect(host.textContent).toBe('4'))
})

it('uses the connection of a thread on the page, with all counts in one watch', async () => {
  counts.set('a', 3).set('b', 5)
  const hosts = [put('a'), put('b')]
  await until(() => expect(hosts[1]?.textContent).toBe('5'))
  showConversation()
  await until(() => expect([...live.watched]).toEqual([{ postIds: ['P-a', 'P-b'] }]))
  tell({ postId: 'P-a', numComments: 7 })
  tell({ postId: 'P-other', numComments: 99 })
  tell({ postId: 'P-b' })
  await until(() => expect(hosts.map((host) => host.textContent)).toEqual(['7', '5']))
  every()
  await settled()
  expect(fetched).toHaveBeenCalledOnce()
})

it('refreshes after a gap', async () => {
  counts.set('a', 3)
  showConversation()
  const host = put('a')
  await until(() => expect(live.gaps.size).toBe(1))
  counts.set('a', 8)
  for (const gap of live.gaps) gap()
  await until(() => expect(host.textContent).toBe('8'))
})

it('updates an article without comments when this reader writes the first one', async () => {
  showConversation()
  const host = put('new')
  await until(() => expect(host.textContent).toBe('0'))
  expect(live.watched.size).toBe(0)
  counts.set('new', 1)
  document.dispatchEvent(new CustomEvent('stoa-comment'))
  await until(() => expect(host.textContent).toBe('1'))
  await until(() => expect([...live.watched]).toEqual([{ postIds: ['P-new'] }]))
})

it('closes the connection once the thread has left', async () => {
  counts.set('a', 3)
  const conversation = showConversation()
  put('a')
  await until(() => expect(live.watched.size).toBe(1))
  conversation.remove()
  every()
  expect(live.watched.size).toBe(0)
})

it('keeps the last number when refreshing fails', async () => {
  counts.set('a', 3)
  const host = put('a')
  await until(() => expect(host.textContent).toBe('3'))
  fetched.mockRejectedValue(new TypeError('offline'))
  every()
  await settled()
  expect(host.textContent).toBe('3')
})

it('shows another article when its address changes', async () => {
  counts.set('a', 3).set('b', 5)
  const host = put('a')
  await until(() => expect(host.textContent).toBe('3'))
  mounted[0]?.update({ ...optionsOf('a'), locale: 'de' })
  await settled()
  expect(fetched).toHaveBeenCalledOnce()
  mounted[0]?.update(optionsOf('b'))
  await until(() => expect(host.textContent).toBe('5'))
})

it('frees everything with the last count', async () => {
  counts.set('a', 3)
  showConversation()
  put('a')
  await until(() => expect(live.watched.size).toBe(1))
  mounted.pop()?.remove()
  expect([live.listeners.size, live.gaps.size, live.watched.size]).toEqual([0, 0, 0])
})
