import { exampleComment, exampleId } from '@stoa/contract/fixtures'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Mounted, ServerView } from '../loader/define-element.ts'
import { live } from '../testing/fake-connection.ts'
import {
  article,
  type HearSizes,
  NOW,
  options,
  POST,
  paintAll,
  renderedThread,
  stubLayout,
  threadPayload,
} from '../testing/rendered-thread.ts'
import { mountComments } from '../thread/mount-comments.tsx'
import { createServerView } from './server-view.ts'

// Their imports are build output of other packages, and jsdom has no layout.
vi.mock('../first-view/styles.css?inline', () => ({ default: '' }))

vi.mock('../session/page-connection.ts', () => ({
  pageConnection: () => ({ realtime: live.realtime, identify: () => {} }),
}))

let host: HTMLElement
let rendered: ServerView
let mounted: Mounted | null = null
let resize: HearSizes = () => {}
const observed = new Set<Element>()

/** Shows the thread to a reader. */
async function open(about: Parameters<typeof renderedThread>[0] = {}): Promise<ShadowRoot> {
  await paintAll(host, renderedThread(about))
  rendered = createServerView(host, options, { part: 'comments' }) as ServerView
  return host.shadowRoot as ShadowRoot
}

/** Records whether the component code is needed. */
function watchNeed() {
  const onNeeded = vi.fn()
  void rendered.untilNeeded().then(onNeeded)
  return onNeeded
}

const until = (check: () => void) => vi.waitFor(check)
/** Time for something that must not happen. */
const idle = () => new Promise((resolve) => setTimeout(resolve, 350))

function takeOver(): void {
  mounted = mountComments(host, options, () => {})
  rendered.transfer(mounted.hydration)
}

const button = (root: ShadowRoot, name: string) =>
  [...root.querySelectorAll('button')].find((one) => one.textContent === name) as HTMLButtonElement

beforeEach(() => {
  localStorage.clear()
  host = document.body.appendChild(document.createElement('stoa-comments'))
  stubLayout({ stub: vi.stubGlobal, hear: (notify) => (resize = notify), observed })
})

afterEach(async () => {
  const focused = host.shadowRoot?.activeElement
  // jsdom can't match `:focus` anymore when the focused element is removed.
  if (focused instanceof HTMLElement) focused.blur()
  await mounted?.hydration
  // Drafts are stored after the next paint: not in the next test.
  await act(async () => mounted?.unmount())
  mounted = null
  rendered.remove()
  host.remove()
  live.watchedRooms.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('reports that the thread is shown, and needs no code while it is only read', async () => {
  const ready = vi.fn()
  host.addEventListener('stoa-ready', ready)
  const root = await open()
  const onNeeded = watchNeed()
  await until(() => expect(live.watchedRooms).toHaveLength(1))
  root.querySelector('.stoa-comment-text')?.dispatchEvent(new Event('pointermove', { bubbles: true }))
  root.querySelector('.stoa-comment-text')?.dispatchEvent(new Event('touchstart', { bubbles: true }))
  root.querySelector<HTMLElement>('.stoa-comment-text')?.click()
  await idle()
  expect(onNeeded).not.toHaveBeenCalled()
  expect(ready).toHaveBeenCalledOnce()
  expect(live.watchedRooms).toEqual([{ postIds: [POST], since: NOW }])
})

it.each(['pointermove', 'touchstart', 'focusin', 'click'])('needs the code on %s at a control', async (type) => {
  const root = await open()
  const onNeeded = watchNeed()
  button(root, 'Reply').dispatchEvent(new Event(type, { bubbles: true }))
  await until(() => expect(onNeeded).toHaveBeenCalledOnce())
})

it('an early need waits until something is painted', async () => {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  const root = await open()
  const onNeeded = watchNeed()
  button(root, 'Reply').click()
  await idle()
  expect(onNeeded).not.toHaveBeenCalled()
  frames.shift()?.(0)
  await idle()
  expect(onNeeded).not.toHaveBeenCalled()
  frames.shift()?.(0)
  await until(() => expect(onNeeded).toHaveBeenCalledOnce())
})

it.each([
  ['signed in here before', `stoa.signed-in:${options.forumUrl}`, '1'],
  ['has begun to write here', `stoa.draft:${POST} comment`, '{"text":"Half","at":1,"taken":[]}'],
])('needs the code at once for somebody who %s', async (_, key, value) => {
  localStorage.setItem(key, value)
  await open()
  const onNeeded = watchNeed()
  await until(() => expect(onNeeded).toHaveBeenCalledOnce())
  expect(live.watchedRooms).toEqual([])
})

it('needs the code for updates, which the thread then shows', async () => {
  const root = await open()
  const onNeeded = watchNeed()
  await until(() => expect(live.watchedRooms).toHaveLength(1))
  const comment = exampleComment('wren', { id: exampleId(9, 'c'), postId: POST, content: 'New here' })
  live.tell('comment.created', {
    id: exampleId(1, 'e'),
    at: 4_000_000_000_000,
    postId: exampleId(2, 'p'),
    comment,
    numComments: 9,
  })
  await idle()
  expect(onNeeded).not.toHaveBeenCalled()
  live.tell('comment.created', {
    id: exampleId(2, 'e'),
    at: 4_000_000_000_000,
    postId: POST,
    comment,
    numComments: 3,
  })
  await until(() => expect(onNeeded).toHaveBeenCalledOnce())
  takeOver()
  await until(() => expect(button(root, '1 new comment')).toBeTruthy())
  expect(root.querySelector('h2')?.textContent).toBe('3 comments')
  mounted?.unmount()
  mounted = null
  await until(() => expect(live.isUnheard()).toBe(true))
})

it('needs the code for the first comment of an article, which the thread then shows', async () => {
  const { comments, post } = threadPayload()
  const empty = { ...threadPayload(), post: null, comments: { items: [], cursor: null, hasMore: false } }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    return Response.json({ status: 'success', payload: { ...threadPayload(), post, comments } })
  })
  const root = await open({ payload: empty })
  const onNeeded = watchNeed()
  await until(() => expect(live.watchedRooms).toEqual([{ articles: [`FORUM ${article.url}`], since: NOW }]))
  const opened = { at: 4_000_000_000_000, tokenName: 'FORUM', postId: POST }
  live.tell('article.opened', { ...opened, id: exampleId(1, 'e'), articleUrl: 'https://news.example/other' })
  await idle()
  expect(onNeeded).not.toHaveBeenCalled()
  live.tell('article.opened', { ...opened, id: exampleId(2, 'e'), articleUrl: article.url })
  await until(() => expect(onNeeded).toHaveBeenCalledOnce())
  takeOver()
  await until(() => expect(button(root, '2 new comments')).toBeTruthy())
})

it('compares with the server if it may have missed updates', async () => {
  const serverPayload = threadPayload()
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const post = { ...serverPayload.post, totalViews: 99 }
    return Response.json({ status: 'success', payload: { ...serverPayload, post } })
  })
  await open()
  const onNeeded = watchNeed()
  await until(() => expect(live.watchedRooms).toHaveLength(1))
  live.loseEvents()
  await until(() => expect(fetched).toHaveBeenCalledOnce())
  await idle()
  expect(fetched).toHaveBeenCalledOnce()
  expect(onNeeded).not.toHaveBeenCalled()
  serverPayload.comments.items.shift()
  live.loseEvents()
  await until(() => expect(onNeeded).toHaveBeenCalledOnce())
})

it('stores text typed before its code has loaded when the page is left', async () => {
  const root = await open()
  const box = root.querySelector('textarea') as HTMLTextAreaElement
  box.value = 'Half a thought'
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pagehide'))
  expect(JSON.parse(localStorage.getItem(`stoa.draft:${POST} comment`) ?? '')).toMatchObject({
    text: 'Half a thought',
    submitted: [],
  })
})

it('expands a long comment by itself; it stays expanded after hydration', async () => {
  const root = await open()
  const text = root.querySelector('.stoa-comment-text') as HTMLElement
  await until(() => expect(observed.has(text)).toBe(true))
  const fold = text.nextElementSibling as HTMLButtonElement
  expect(fold.hidden).toBe(true)
  Object.defineProperty(text, 'scrollHeight', { value: 400 })
  resize([{ target: text }])
  expect([fold.hidden, fold.textContent]).toEqual([false, 'Read More'])
  const onNeeded = watchNeed()
  fold.click()
  expect([text.dataset.folded, fold.textContent, fold.ariaExpanded]).toEqual(['false', 'Show less', 'true'])
  fold.click()
  expect([text.dataset.folded, fold.textContent]).toEqual(['true', 'Read More'])
  fold.click()
  await idle()
  expect(onNeeded).not.toHaveBeenCalled()
  takeOver()
  await idle()
  expect(root.querySelector('.stoa-comment-text')).toBe(text)
  expect([text.dataset.folded, fold.textContent, fold.hidden]).toEqual(['false', 'Show less', false])
  fold.click()
  await until(() => expect(text.dataset.folded).toBe('true'))
})

it('updates times with the clock, also during hydration', async () => {
  const repeated = vi.spyOn(globalThis, 'setInterval')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW)
  const root = await open({ now: NOW })
  const time = root.querySelector('time') as HTMLTimeElement
  expect(time.textContent).toBe('1 minute ago')
  await until(() => expect(repeated.mock.calls.some(([, every]) => every === 30_000)).toBe(true))
  expect(time.textContent).toBe('1 minute ago')
  clock.mockReturnValue(NOW + 4 * 60_000)
  for (const [work, every] of repeated.mock.calls) if (every === 30_000) (work as () => void)()
  await until(() => expect(time.textContent).toBe('5 minutes ago'))
  const inUtc = time.title
  time.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(time.title).toBe(new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }).format(NOW - 60_000))
  expect(inUtc).toContain('11:59')
  button(root, 'Reply').dispatchEvent(new Event('pointermove', { bubbles: true }))
  await rendered.untilNeeded()
  takeOver()
  expect(time.textContent).toBe('5 minutes ago')
  await idle()
  expect(root.querySelector('time')).toBe(time)
  expect(time.textContent).toBe('5 minutes ago')
})

it('corrects times from a publisher’s old cache at once', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW + 59 * 60_000)
  const root = await open({ now: NOW })
  await until(() => expect(root.querySelector('time')?.textContent).toBe('1 hour ago'))
  expect(clock).toHaveBeenCalled()
})

it('is shown again for another article but not for another theme', async () => {
  await open()
  expect(rendered.update({ ...options, theme: 'dark' })).toBe(true)
  expect(host.dataset.stoaTheme).toBe('dark')
  expect(rendered.update({ ...options, article: { ...article, url: 'https://news.example/other' } })).toBe(false)
})

it('leaves nothing behind when its element is removed', async () => {
  const root = await open()
  await until(() => expect(live.watchedRooms).toHaveLength(1))
  rendered.remove()
  expect(root.childNodes).toHaveLength(0)
  expect(live.watchedRooms).toEqual([])
  await until(() => expect(live.isUnheard()).toBe(true))
})
