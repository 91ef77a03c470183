import { exampleComment, exampleId } from '@stoa/contract/fixtures'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Mounted, ServerView } from '../loader/define-element.ts'
import { live } from '../testing/fake-connection.ts'
import {
  article,
  NOW,
  options,
  POST,
  paintAll,
  renderedThread,
  stubLayout,
  threadPayload,
} from '../testing/rendered-thread.ts'
import { mountComments } from '../thread/mount-comments.tsx'
import { receivedUpdates } from './received-updates.ts'
import { createServerView } from './server-view.ts'

// Their imports are build output of other packages.
vi.mock('../first-view/styles.css?inline', () => ({ default: '' }))

vi.mock('../session/page-connection.ts', () => ({
  pageConnection: () => ({ realtime: live.realtime, identify: () => {} }),
}))

let host: HTMLElement
let root: ShadowRoot
let rendered: ServerView
let mounted: Mounted

/** Starts hydration by the component code. */
function takeOver(): void {
  mounted = mountComments(host, options, () => {})
  rendered.transfer(mounted.hydration)
}

const until = (check: () => void) => vi.waitFor(check)
/** Time for something that must not happen. */
const idle = () => new Promise((resolve) => setTimeout(resolve, 350))

const button = (name: string) =>
  [...root.querySelectorAll('button')].find((one) => one.textContent === name) as HTMLButtonElement

beforeEach(async () => {
  localStorage.clear()
  stubLayout({ stub: vi.stubGlobal })
  host = document.body.appendChild(document.createElement('stoa-comments'))
  await paintAll(host, renderedThread())
  rendered = createServerView(host, options, { part: 'comments' }) as ServerView
  root = host.shadowRoot as ShadowRoot
  // Not the late watch of an earlier test's store.
  await vi.waitUntil(() => receivedUpdates.get(host) !== undefined, { timeout: 15_000 })
})

afterEach(async () => {
  const focused = root.activeElement
  // jsdom can't match `:focus` anymore when the focused element is removed.
  if (focused instanceof HTMLElement) focused.blur()
  await mounted.hydration
  await act(async () => mounted.unmount())
  rendered.remove()
  host.remove()
  live.watchedRooms.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('replays a press once its code has loaded', async () => {
  const reply = button('Reply')
  reply.click()
  reply.click()
  expect(reply.getAttribute('aria-busy')).toBe('true')
  expect(root.querySelectorAll('textarea')).toHaveLength(1)
  takeOver()
  await until(() => expect(root.querySelectorAll('textarea')).toHaveLength(2))
  expect(reply.isConnected).toBe(true)
  expect(reply.hasAttribute('aria-busy')).toBe(false)
})

it('transfers text typed after pressing “Reply” to the reply', async () => {
  const reply = button('Reply')
  reply.click()
  for (const key of ['H', 'i', '!', 'Backspace', ' ', 'Shift', 'y', '😀']) {
    reply.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
  takeOver()
  await until(() => expect(root.querySelectorAll('textarea')[1]?.value).toBe('Hi y😀'))
  expect(root.activeElement).toBe(root.querySelectorAll('textarea')[1])
})

it('handles once what is pressed while only some parts are hydrated', async () => {
  const reply = button('Reply')
  const fold = root.querySelectorAll<HTMLElement>('.stoa-comment-fold')[1] as HTMLElement
  takeOver()
  const isOver = vi.fn()
  const over = mounted.hydration?.then(isOver)
  while (!isOver.mock.calls.length && root.querySelectorAll('textarea').length === 1) {
    reply.click()
    if (fold.ariaExpanded === 'false' && !fold.hasAttribute('aria-busy')) fold.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await over
  await until(() => expect(root.querySelectorAll('textarea')).toHaveLength(2))
  await idle()
  expect(root.querySelectorAll('textarea')).toHaveLength(2)
  expect((fold.previousElementSibling as HTMLElement).dataset.folded).toBe('false')
  expect(root.querySelector('[aria-busy="true"]')).toBeNull()
})

it('keeps an order chosen before its code has loaded', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const select = root.querySelector('select') as HTMLSelectElement
  select.value = 'old'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  takeOver()
  // Other requests, such as the community's, may come first.
  await until(() => expect(fetched.mock.calls.map(([address]) => String(address)).join()).toContain('sort=old'))
  expect(select.value).toBe('old')
})

it('keeps the box, its text and focus', async () => {
  const box = root.querySelector('textarea') as HTMLTextAreaElement
  box.focus()
  box.value = 'Typed at once'
  box.dispatchEvent(new Event('input', { bubbles: true }))
  expect(box.form?.dataset.open).toBe('true')
  expect(box.parentElement?.dataset.text).toBe('Typed at once')
  takeOver()
  await until(() => expect(button('Sign in and comment').disabled).toBe(false))
  expect(root.querySelector('textarea')).toBe(box)
  expect(root.activeElement).toBe(box)
  expect(box.value).toBe('Typed at once')
})

it('stores text typed during hydration when its element is removed', async () => {
  const box = root.querySelector('textarea') as HTMLTextAreaElement
  box.value = 'Between the two'
  takeOver()
  rendered.remove()
  expect(localStorage.getItem(`stoa.draft:${POST} comment`)).toContain('Between the two')
})

it('leaves text to its box once that is hydrated, which knows the draft', async () => {
  takeOver()
  await mounted.hydration
  const write = vi.spyOn(Storage.prototype, 'setItem')
  const box = root.querySelector('textarea') as HTMLTextAreaElement
  box.value = 'Typed later'
  window.dispatchEvent(new Event('pagehide'))
  expect(write).toHaveBeenCalledOnce()
})

it('keeps listening when options are set again during hydration', async () => {
  const comment = exampleComment('wren', { id: exampleId(9, 'c'), postId: POST, content: 'New here' })
  live.tell('comment.created', { id: exampleId(2, 'e'), at: 4_000_000_000_000, postId: POST, comment, numComments: 2 })
  takeOver()
  // As when the element is moved.
  mounted.update({ ...options })
  await vi.waitFor(() => expect(root.textContent).toContain('1 new comment'))
})

it('keeps text typed before its box was hydrated when another thread replaces it', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ status: 'success', payload: { ...threadPayload(), post: null } }),
  )
  const next = { ...options, article: { ...article, url: 'https://news.example/other' } }
  const box = root.querySelector('textarea') as HTMLTextAreaElement
  takeOver()
  box.value = 'Only about this one'
  rendered.update(next)
  mounted.update(next)
  await mounted.hydration
  expect(localStorage.getItem(`stoa.draft:${POST} comment`)).toContain('Only about this one')
  expect(Object.keys(localStorage).filter((name) => name.startsWith('stoa.draft:'))).toHaveLength(1)
})

it('stops listening to a thread that is replaced during hydration', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ status: 'success', payload: { ...threadPayload(), post: null } }),
  )
  takeOver()
  mounted.update({ ...options, article: { ...article, url: 'https://news.example/other' } })
  await mounted.hydration
  await vi.waitFor(() => expect(live.watchedRooms).not.toContainEqual({ postIds: [POST], since: NOW }))
})
