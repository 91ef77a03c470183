import { exampleBranch, exampleComment, exampleId } from '@stoa/contract/fixtures'
import { putThread } from '@stoa/store'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Mounted, ServerView } from '../loader/define-element.ts'
import { createServerView } from '../reading/server-view.ts'
import { acquireForum, type Forum, releaseForum } from '../session/forum.ts'
import {
  article,
  options,
  POST,
  paintAll,
  renderedThread,
  stubLayout,
  threadPayload,
} from '../testing/rendered-thread.ts'
import { mountComments } from './mount-comments.tsx'

vi.mock('../first-view/styles.css?inline', () => ({ default: '' }))
vi.mock('../reading/live-updates.ts', () => ({
  listenForUpdates: () => ({ events: [], hasGap: false, end: () => {} }),
}))

let host: HTMLElement
let root: ShadowRoot
let forum: Forum
let rendered: ServerView
let mounted: Mounted

beforeEach(async () => {
  localStorage.clear()
  stubLayout({ stub: vi.stubGlobal })
  host = document.body.appendChild(document.createElement('stoa-comments'))
  await paintAll(host, renderedThread())
  rendered = createServerView(host, options, { part: 'comments' }) as ServerView
  root = host.shadowRoot as ShadowRoot
  // Another element of the page has newer data.
  forum = acquireForum(options.forumUrl)
  const payload = threadPayload()
  const third = exampleBranch(exampleComment('wren', { id: exampleId(3, 'c'), postId: POST, content: 'Only there' }))
  payload.comments.items.push(third)
  putThread(forum.stoa, { article, payload, sort: 'top' })
})

afterEach(async () => {
  // jsdom can't match `:focus` anymore when the focused element is removed.
  if (root.activeElement instanceof HTMLElement) root.activeElement.blur()
  rendered.remove()
  mounted.unmount()
  host.remove()
  releaseForum(forum)
  vi.unstubAllGlobals()
})

async function takeOver(): Promise<void> {
  mounted = mountComments(host, options, () => {})
  rendered.transfer(mounted.hydration)
  await mounted.hydration
  expect(root.textContent).toContain('Only there')
}

it('keeps focus, text and caret when another element of the page has newer data', async () => {
  const before = root.querySelector('textarea') as HTMLTextAreaElement
  before.focus()
  before.value = 'Half a thought'
  before.setSelectionRange(4, 5)
  await takeOver()
  const box = root.querySelector('textarea') as HTMLTextAreaElement
  expect(box).not.toBe(before)
  expect(box.value).toBe('Half a thought')
  expect(root.activeElement).toBe(box)
  expect([box.selectionStart, box.selectionEnd]).toEqual([4, 5])
})

it('transfers text typed after pressing “Reply” to the reply of that comment', async () => {
  const reply = root.querySelector<HTMLElement>(`[data-comment="${exampleId(2, 'c')}"] [data-action="reply"]`)
  reply?.focus()
  reply?.click()
  for (const key of 'Hi') reply?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await takeOver()
  const box = () => root.querySelector<HTMLTextAreaElement>(`[data-comment="${exampleId(2, 'c')}"] textarea`)
  await vi.waitFor(() => expect(box()?.value).toBe('Hi'))
  await vi.waitFor(() => expect(root.activeElement).toBe(box()))
})
