import type { CallOutput } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleId, exampleSummary } from '@stoa/contract/fixtures'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Mounted, MountOptions, Rendered } from '../define-element.ts'
import { renderFragment } from '../server/fragment.tsx'
import { live } from '../testing/fake-live.ts'
import { mountComments } from '../thread.tsx'
import { paint } from './paint.ts'
import { readAlong } from './read-along.ts'

// Their imports are built files of other packages.
vi.mock('../styles.css?inline', () => ({ default: '' }))

vi.mock('../live/page-live.ts', () => ({
  pageLive: () => ({ realtime: live.realtime, identify: () => {}, wasConnected: () => false }),
}))

const FORUM = 'https://forum.example'
const POST = exampleId(1, 'p')
const NOW = Date.UTC(2026, 0, 2)
const article = { community: 'FORUM', url: window.location.href }
const options: MountOptions = { community: 'FORUM', forumUrl: FORUM, locale: 'en', article }
const payload: CallOutput<'articleThread'> = {
  articleUrl: article.url,
  community: { tokenName: 'FORUM', title: 'Forum', urlSlug: 'forum' },
  post: exampleSummary({ id: POST, kind: 'story', status: 7, numComments: 1, articleUrl: article.url }),
  comments: { items: [exampleBranch(exampleComment('otter', { postId: POST }))], cursor: null, hasMore: false },
}

let host: HTMLElement
let root: ShadowRoot
let rendered: Rendered
let mounted: Mounted

/** The widget's own code begins to take the rendering over. */
function takeOver(): void {
  mounted = mountComments(host, options)
  rendered.handOver(mounted.shown)
}

beforeEach(async () => {
  localStorage.clear()
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(): void {}
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', { writable: true, value: [] })
  host = document.body.appendChild(document.createElement('stoa-comments'))
  const drawn = { sort: undefined, pageSize: undefined, locale: 'en', origin: FORUM, now: NOW }
  await paint(host, renderFragment({ payload, article, ...drawn }).shadow)
  rendered = readAlong(host, options) as Rendered
  root = host.shadowRoot as ShadowRoot
  await vi.waitUntil(() => live.watched.length === 1)
})

afterEach(async () => {
  await mounted.shown
  await act(async () => mounted.unmount())
  rendered.remove()
  host.remove()
  live.watched.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('leaves a text to its box once that is alive, which knows what is kept of it and where', async () => {
  takeOver()
  await mounted.shown
  const write = vi.spyOn(Storage.prototype, 'setItem')
  const box = root.querySelector('textarea') as HTMLTextAreaElement
  box.value = 'Typed later'
  window.dispatchEvent(new Event('pagehide'))
  expect(write).toHaveBeenCalledOnce()
})

it('goes on hearing when options are set again while it is taken over', async () => {
  const comment = exampleComment('wren', { id: exampleId(9, 'c'), postId: POST, content: 'New here' })
  live.send('comment.created', { id: exampleId(2, 'e'), at: 1, postId: POST, comment, numComments: 2 })
  takeOver()
  // As when the element is moved.
  mounted.update({ ...options })
  await vi.waitFor(() => expect(root.textContent).toContain('1 new comment'))
})

it('keeps what was typed before its box was alive when another thread takes its place', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ status: 'success', payload: { ...payload, post: null } }),
  )
  const next = { ...options, article: { ...article, url: 'https://news.example/other' } }
  const box = root.querySelector('textarea') as HTMLTextAreaElement
  takeOver()
  box.value = 'Only about this one'
  rendered.update(next)
  mounted.update(next)
  await mounted.shown
  expect(localStorage.getItem(`stoa.draft:${POST} comment`)).toContain('Only about this one')
  expect(Object.keys(localStorage).filter((name) => name.startsWith('stoa.draft:'))).toHaveLength(1)
})

it('hears no more of a thread that makes room for another while it is taken over', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ status: 'success', payload: { ...payload, post: null } }),
  )
  takeOver()
  mounted.update({ ...options, article: { ...article, url: 'https://news.example/other' } })
  await mounted.shown
  await vi.waitFor(() => expect(live.watched).not.toContainEqual({ postIds: [POST] }))
})
