import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deferComments } from './defer-comments.ts'

let frames: FrameRequestCallback[] = []
let list: HTMLElement

/** A thread whose comments have that many replies. */
function thread(replies: number[]): HTMLElement {
  const content = document.createElement('div')
  const branches = replies.map(
    (count, at) => `<li id="c${at}"><article></article>${'<article></article>'.repeat(count)}</li>`,
  )
  content.innerHTML = `<ol class="stoa-comments-list">${branches.join('')}</ol>`
  list = content.firstElementChild as HTMLElement
  return content
}

const visibleIds = () => [...list.children].map(({ id }) => id).join(' ')
const settled = () => new Promise((resolve) => setTimeout(resolve))

async function frame(): Promise<void> {
  for (const callback of frames.splice(0)) callback(0)
  await settled()
}

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
})
afterEach(() => {
  // Before the stub, which would otherwise remove the timers' functions from the page.
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('shows the first comments at once and some more with each frame, in order', async () => {
  const complete = deferComments(thread([0, 0, 0, 0, 4, 0, 0]))
  const onComplete = vi.fn()
  void complete().then(onComplete)
  expect(visibleIds()).toBe('c0 c1 c2')
  await frame()
  // A comment stays with its replies.
  expect(visibleIds()).toBe('c0 c1 c2 c3 c4')
  expect(onComplete).not.toHaveBeenCalled()
  await frame()
  expect(visibleIds()).toBe('c0 c1 c2 c3 c4 c5 c6')
  expect(onComplete).toHaveBeenCalledOnce()
})

it('reserves space for remaining comments, and none afterward', async () => {
  const complete = deferComments(thread([0, 0, 0, 0, 0, 0, 0]))
  const room = () => Number(/\* (\d+)/.exec(list.style.paddingBlockEnd)?.[1] ?? 0)
  const rooms = [room()]
  void complete()
  await frame()
  rooms.push(room())
  await frame()
  expect(rooms).toEqual([24, 6])
  expect(list.hasAttribute('style')).toBe(false)
})

it('shows a short or hidden thread at once', () => {
  deferComments(thread([0, 0, 0]))
  expect(visibleIds()).toBe('c0 c1 c2')
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  deferComments(thread([0, 0, 0, 0]))
  expect(visibleIds()).toBe('c0 c1 c2 c3')
  deferComments(document.createElement('div'))
})

it('completes the thread of a page that is hidden before rendering', async () => {
  vi.useFakeTimers()
  const complete = deferComments(thread([0, 0, 0, 0, 0, 0, 0]))
  const onComplete = vi.fn()
  void complete().then(onComplete)
  await vi.advanceTimersByTimeAsync(1000)
  expect(onComplete).toHaveBeenCalledOnce()
  expect(visibleIds()).toBe('c0 c1 c2 c3 c4 c5 c6')
})
