import { type CallOutput, type Comment, postPath } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleId, exampleSummary } from '@stoa/contract/fixtures'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Mounted, MountOptions } from '../loader/define-element.ts'
import { paintAll } from '../testing/rendered-thread.ts'
import { mountComments } from '../thread/mount-comments.tsx'
import { type FragmentRequest, renderFragment } from './fragment.tsx'

// Their imports are build output of other packages, and jsdom has no layout.
vi.mock('../first-view/styles.css?inline', () => ({ default: '' }))

const FORUM = 'https://forum.example'
const NOW = Date.UTC(2026, 0, 2)
const article = { community: 'FORUM', url: window.location.href }
const options: MountOptions = { community: 'FORUM', forumUrl: FORUM, locale: 'en', article }

const comment = (number: number, changes: Partial<Comment> = {}) =>
  exampleComment('otter', {
    id: exampleId(number, 'c'),
    content: `Comment ${number}`,
    createdAt: NOW - 3_600_000,
    ...changes,
  })

function payloadOf(comments: Comment[], title = 'A post'): CallOutput<'articleThread'> {
  return {
    articleUrl: article.url,
    community: { tokenName: 'FORUM', title: 'Forum', urlSlug: 'forum', anonymousComments: true },
    post: exampleSummary({ kind: 'story', status: 7, title, numComments: comments.length, articleUrl: article.url }),
    comments: { items: comments.map((item) => exampleBranch(item)), cursor: null, hasMore: false },
  }
}

function fragmentOf(payload: CallOutput<'articleThread'>, changed: Partial<FragmentRequest> = {}) {
  return renderFragment({
    part: 'comments',
    payload,
    article,
    sort: undefined,
    pageSize: undefined,
    locale: 'en',
    origin: FORUM,
    now: NOW,
    recentEvents: [],
    ...changed,
  })
}

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html')

let host: HTMLElement
let mounted: Mounted | null = null

beforeAll(() => {
  // jsdom has no constructable style sheets.
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(): void {}
    },
  )
  Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', { writable: true, value: [] })
})

beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
})

afterEach(() => {
  mounted?.unmount()
  mounted = null
  host.remove()
  vi.unstubAllGlobals()
})

it('paints the server’s rendering and hydrates it without a request or a difference', async () => {
  const request = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no request is expected'))
  const console = vi.spyOn(globalThis.console, 'error')
  await paintAll(host, fragmentOf(payloadOf([comment(1), comment(2)])).content)
  const shadow = host.shadowRoot as ShadowRoot
  const nodes = [...shadow.querySelectorAll('.stoa-embed *')]
  expect(nodes.length).toBeGreaterThan(30)
  expect(shadow.textContent).toContain('Comment 2')
  expect(shadow.querySelector('link')).toBeNull()
  mounted = mountComments(host, options, () => {})
  const currentNodes = new Set(shadow.querySelectorAll('.stoa-embed *'))
  expect(nodes.filter((node) => !currentNodes.has(node))).toEqual([])
  expect(shadow.querySelector('script')).toBeNull()
  expect(request).not.toHaveBeenCalled()
  expect(console).not.toHaveBeenCalled()
  console.mockRestore()
  request.mockRestore()
})

it('says that a thread is hidden, and offers no box that would be refused', async () => {
  const hidden = { ...payloadOf([]), post: null, isHidden: true }
  await paintAll(host, fragmentOf(hidden).content)
  const shadow = host.shadowRoot as ShadowRoot
  mounted = mountComments(host, options, () => {})
  expect(shadow.querySelector('.stoa-embed')?.textContent).toBe('Comments on this article are hidden at the moment.')
})

it('does not replace a shadow root that came with the page', async () => {
  host.attachShadow({ mode: 'open' }).append('as it was')
  await paintAll(host, '')
  expect(host.shadowRoot?.textContent).toBe('as it was')
})

const HOSTILE = [
  '<script>window.hit = true</script>',
  '</script><script>window.hit = true</script>',
  '</template><img src=x onerror="window.hit = true">',
  '"><svg onload=alert(1)>',
  '<!--<script>',
  ']]><b>bold</b>&lt;i&gt;',
]

it.each(HOSTILE)('keeps %j as text', (text) => {
  const payload = payloadOf([comment(1, { content: text, publisherProfileName: text })], text)
  const { shadow, plain } = fragmentOf(payload)
  for (const html of [shadow, plain]) {
    const page = parsed(html)
    const template = page.querySelector('template')
    const content = template?.content ?? page.body
    expect(content.querySelector('.stoa-comment-text')?.textContent).toContain(text)
    const elements = [...page.querySelectorAll('*'), ...(template?.content.querySelectorAll('*') ?? [])]
    const scripts = elements.filter((element) => element.localName === 'script')
    expect(scripts.map((script) => script.getAttribute('type'))).toEqual(
      template ? expect.arrayContaining(['application/json', 'application/ld+json']) : ['application/ld+json'],
    )
    expect(scripts).toHaveLength(template ? 2 : 1)
    for (const script of scripts) expect(() => JSON.parse(script.textContent)).not.toThrow()
    expect(elements.flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith('on'))).toEqual(
      [],
    )
    expect(elements.filter((element) => ['b', 'i'].includes(element.localName))).toEqual([])
  }
})

it('has no controls without scripts, and leads on to the forum', () => {
  const payload = payloadOf([comment(1, { publisherImageUrl: 'https://forum.example/ada.webp' })])
  payload.comments.hasMore = true
  const plain = parsed(fragmentOf(payload).plain)
  expect(plain.querySelectorAll('button, select, textarea, form, input')).toHaveLength(0)
  expect(plain.querySelector('.stoa-comment-text')?.textContent).toBe('Comment 1')
  const link = plain.querySelector('.stoa-embed-notice a')
  expect(link?.getAttribute('href')).toMatch(/^https:\/\/forum\.example\/bbs\//)
  expect(link?.textContent).toBe('Read all 1 comments and take part in the forum')
  const picture = plain.querySelector('img')
  expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['32', '32'])
  const shadow = parsed(fragmentOf(payload).shadow).querySelector('template')
  expect(shadow?.content.querySelector('noscript')?.innerHTML).toContain('/bbs/')
  const empty = parsed(fragmentOf({ ...payloadOf([]), post: null }).plain)
  expect(empty.querySelector('.stoa-embed-notice')).toBeNull()
  expect(empty.querySelector('.stoa-embed-forum a')?.getAttribute('href')).toBe('https://forum.example/bbs/FORUM')
})

it('names its community with the logo, and leads to the thread there', () => {
  const payload = payloadOf([comment(1)])
  payload.community.logoImageURI = '/media/logo.webp'
  const { shadow, plain } = fragmentOf(payload)
  for (const page of [parsed(shadow).querySelector('template')?.content, parsed(plain)]) {
    const line = page?.querySelector('.stoa-embed-forum')
    expect(line?.textContent).toBe('FForum · View in forum')
    expect(line?.querySelector('img')?.getAttribute('src')).toBe('https://forum.example/media/logo.webp')
    expect(line?.querySelector('a')?.getAttribute('href')).toBe(`${FORUM}${postPath(payload.post!)}`)
  }
})

it('restores any state unchanged', () => {
  const payload = payloadOf(HOSTILE.map((text, index) => comment(index + 1, { content: text })))
  const data = parsed(fragmentOf(payload).shadow).querySelector('template')?.content.querySelector('script')
  expect(JSON.parse(data?.textContent ?? '')).toEqual({ payload, now: NOW, recentEvents: [] })
})

it('escapes values of the request', () => {
  const url = 'https://news.example/"><script>1</script>'
  const { shadow } = fragmentOf(payloadOf([]), { article: { community: 'FORUM', url, id: '"><b>' } })
  const page = parsed(shadow)
  expect(page.querySelector('stoa-comments')?.getAttribute('url')).toBe(url)
  expect(page.querySelector('stoa-comments')?.getAttribute('article-id')).toBe('"><b>')
  expect(page.querySelector('b')).toBeNull()
})

it('names the canonical address, unless the site isn’t registered', () => {
  const urlOf = (canonical: string) =>
    parsed(fragmentOf(payloadOf([]), { article: { ...article, canonical } }).shadow)
      .querySelector('stoa-comments')
      ?.getAttribute('url')
  const here = new URL('/read?si=7', article.url).href
  expect([here, 'https://elsewhere.example/a', 'https://['].map(urlOf)).toEqual([here, article.url, article.url])
})

it('names what it says without its code in its language', () => {
  const texts = { 'embed.lost': 'Das hat nicht geklappt.', 'embed.retry': 'Erneut versuchen' }
  const state = (translations: { href: string; texts: Record<string, string> } | null) =>
    JSON.parse(
      parsed(fragmentOf(payloadOf([]), { locale: 'de', translations }).content).querySelector(
        'script[type="application/json"]',
      )?.textContent ?? '',
    )
  const lost = { lang: 'de', text: 'Das hat nicht geklappt.', retry: 'Erneut versuchen' }
  expect(state({ href: '/lang/de/widget.json', texts })).toMatchObject({ texts: '/lang/de/widget.json', lost })
  expect(state({ href: '/lang/de/widget.json', texts: {} }).lost).toBeUndefined()
  expect(state(null).lost).toBeUndefined()
})

it('sets its language, inherits the direction, and describes the thread for search engines', () => {
  const page = parsed(fragmentOf(payloadOf([comment(1)]), { locale: 'ar' }).plain)
  expect(page.querySelector('.stoa-embed')?.hasAttribute('dir')).toBe(false)
  expect(page.querySelector('.stoa-embed')?.getAttribute('lang')).toBe('ar')
  const linked = JSON.parse(page.querySelector('script')?.textContent ?? '{}') as Record<string, unknown>
  expect(linked['@type']).toBe('DiscussionForumPosting')
})

it('renders an article without comments without linked data', () => {
  const { plain } = fragmentOf({ ...payloadOf([]), post: null })
  expect(parsed(plain).querySelector('script')).toBeNull()
  expect(parsed(plain).querySelector('.stoa-embed')?.textContent).not.toBe('')
})
