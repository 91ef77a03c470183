import { exampleId } from '@stoa/contract/fixtures'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ThreadPartName } from '../first-view/fragment-state.ts'
import { nextTask } from '../first-view/schedule.ts'
import type { Mount, Mounted, ServerView } from '../loader/define-element.ts'
import { createServerView } from '../reading/server-view.ts'
import { live } from '../testing/fake-connection.ts'
import { options, POST, paintAll, renderedThread, stubLayout, threadPayload } from '../testing/rendered-thread.ts'
import { mountComments } from './mount-comments.tsx'
import { mountPoll } from './mount-poll.tsx'
import { mountReactions } from './mount-reactions.tsx'

vi.mock('../first-view/styles.css?inline', () => ({ default: '' }))
vi.mock('../session/page-connection.ts', () => ({
  pageConnection: () => ({ realtime: live.realtime, identify: () => {} }),
}))

interface Element {
  host: HTMLElement
  rendered: ServerView
  mounted?: Mounted
}

const elements: Element[] = []
const LATER = 4_000_000_000_000

/** An element with the server's initial HTML. */
async function open(part: ThreadPartName): Promise<Element> {
  const host = document.body.appendChild(document.createElement(`stoa-${part}`))
  const payload = threadPayload()
  Object.assign(payload.post ?? {}, {
    pollOptions: [{ text: 'Yes' }, { text: 'No' }],
    pollValues: [{ count: 0 }, { count: 0 }],
    reactionsCount: { 'thumb-up': 1, 'thumb-down': 0 },
  })
  await paintAll(host, renderedThread({ payload, part }))
  const element = { host, rendered: createServerView(host, options, { part }) as ServerView }
  elements.push(element)
  return element
}

async function takeOver(element: Element, mount: Mount): Promise<void> {
  element.mounted = mount(element.host, options, () => {})
  element.rendered.transfer(element.mounted.hydration)
  await element.mounted.hydration
}

const like = ({ host }: Element) => host.shadowRoot?.querySelector('[aria-label^="Like"]')?.getAttribute('aria-label')

function tellLikes(count: number): void {
  live.tell('reaction.changed', {
    id: exampleId(count, 'e'),
    at: LATER + count,
    postId: POST,
    entityId: POST,
    entityType: 'Post',
    reactionsCount: { 'thumb-up': count, 'thumb-down': 0 },
  })
}

beforeEach(() => {
  localStorage.clear()
  stubLayout({ stub: vi.stubGlobal })
})

afterEach(async () => {
  for (const { mounted, rendered, host } of elements.splice(0)) {
    await act(async () => mounted?.unmount())
    rendered.remove()
    host.remove()
  }
  live.watchedRooms.length = 0
  vi.unstubAllGlobals()
})

it('keeps updates received by one element when another hydrates older HTML', async () => {
  const [reactions, poll] = [await open('reactions'), await open('poll')]
  await takeOver(reactions, mountReactions)
  await vi.waitFor(() => expect(live.isUnheard()).toBe(false))
  tellLikes(2)
  await vi.waitFor(() => expect(like(reactions)).toBe('Like, 2 people'))
  const onChange = vi.fn()
  new MutationObserver(() => onChange(like(reactions))).observe(reactions.host.shadowRoot as ShadowRoot, {
    subtree: true,
    attributes: true,
    childList: true,
  })
  await takeOver(poll, mountPoll)
  expect(onChange).not.toHaveBeenCalledWith('Like, 1 person')
  expect(like(reactions)).toBe('Like, 2 people')
})

it('applies updates that another element received before older HTML was hydrated', async () => {
  const [reactions, poll] = [await open('reactions'), await open('poll')]
  await vi.waitFor(() => expect(live.watchedRooms).toHaveLength(2))
  tellLikes(2)
  await takeOver(poll, mountPoll)
  await takeOver(reactions, mountReactions)
  await vi.waitFor(() => expect(like(reactions)).toBe('Like, 2 people'))
})

it('shows updates between comparing its HTML and hydrating it', async () => {
  const [reactions, poll] = [await open('reactions'), await open('poll')]
  await takeOver(poll, mountPoll)
  await vi.waitFor(() => expect(live.isUnheard()).toBe(false))
  reactions.mounted = mountReactions(reactions.host, options, () => {})
  tellLikes(2)
  await reactions.mounted.hydration
  await vi.waitFor(() => expect(like(reactions)).toBe('Like, 2 people'))
})

it.each([0, 1, 2])('shows updates %i tasks after hydration starts', async (tasks) => {
  const [comments, poll] = [await open('comments'), await open('poll')]
  await takeOver(poll, mountPoll)
  await vi.waitFor(() => expect(live.isUnheard()).toBe(false))
  const last = () => comments.host.shadowRoot?.querySelector(`[data-comment="${exampleId(2, 'c')}"]`)
  comments.mounted = mountComments(comments.host, options, () => {})
  for (let task = 0; task < tasks; task += 1) await nextTask()
  live.tell('reaction.changed', {
    id: exampleId(9, 'e'),
    at: LATER,
    postId: POST,
    entityId: exampleId(2, 'c'),
    entityType: 'Comment',
    reactionsCount: { 'thumb-up': 7, 'thumb-down': 0 },
  })
  await comments.mounted.hydration
  const label = () => last()?.querySelector('[aria-label^="Like"]')?.getAttribute('aria-label')
  await vi.waitFor(() => expect(label()).toBe('Like, 7 people'))
})

it.each([
  ['reactions', mountReactions],
  ['poll', mountPoll],
] as const)('keeps watching when <stoa-%s> is the only element of the page', async (part, mount) => {
  const element = await open(part)
  await vi.waitFor(() => expect(live.watchedRooms).toHaveLength(1))
  await takeOver(element, mount)
  await vi.waitFor(() => expect(live.watchedRooms).toEqual([{ postIds: [POST], articles: [] }]))
})
