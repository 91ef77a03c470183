import { type CommentSort, CommentStatus, type CommentWithReplies } from '@stoa/contract'
import {
  EXAMPLE_NOW,
  exampleBranch,
  exampleComment,
  exampleId,
  exampleMe,
  exampleThread,
} from '@stoa/contract/fixtures'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadWriterTools, showThread } from '../testing/member-thread.tsx'
import { noveltyOf } from './novelty.ts'

const HOUR_MS = 3_600_000
/** The ferry and the question are later. */
const newSince = EXAMPLE_NOW - 4 * HOUR_MS

/** Observers of what is on the screen. Tests say when something comes into view. */
let observers: { hear: (entries: object[]) => void; targets: Set<Element> }[]
const bringIntoView = (isWanted: (target: Element) => boolean, isIntersecting = true) =>
  act(() => {
    for (const { hear, targets } of observers) {
      const entries = [...targets].filter(isWanted).map((target) => ({ target, isIntersecting }))
      if (entries.length > 0) hear(entries)
    }
  })
const isList = (target: Element) => target.tagName === 'OL'

beforeAll(async () => {
  await loadWriterTools()
  await import('../reading-tools.ts')
})
beforeEach(() => {
  observers = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly targets = new Set<Element>()
      constructor(hear: (entries: object[]) => void) {
        observers.push({ hear, targets: this.targets })
      }
      observe(target: Element) {
        this.targets.add(target)
      }
      disconnect() {
        this.targets.clear()
      }
    },
  )
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('noveltyOf', () => {
  const viewer = exampleMe()
  const at = (createdAt: number, changes = {}) => exampleComment('wren', { createdAt, ...changes })
  it.each([
    ['before the last visit', at(10), {}, undefined],
    ['after it', at(11), {}, 'new'],
    ['on the first visit', at(11), { newSince: undefined }, undefined],
    ['during the visit', at(21), {}, 'live'],
    ['during the first visit', at(21), { newSince: undefined }, 'live'],
    ['by the viewer', at(21, { publisherId: viewer.id }), {}, undefined],
    ['hidden', at(11, { status: CommentStatus.hiddenByAdmin }), {}, undefined],
    ['without text', at(11, { content: null }), {}, undefined],
    ['for a visitor', at(11), { viewer: null }, undefined],
    ['muted', at(21, { id: exampleId(1, 'c') }), { muted: { [exampleId(1, 'c')]: 'user' as const } }, undefined],
  ])('%s', (...[, comment, changes, expected]) => {
    expect(noveltyOf(comment, { newSince: 10, liveSince: 20, viewer, ...changes })).toBe(expected)
  })
})

it('a part that begins with the first new comment has the line above it', () => {
  const thread = exampleThread()
  const at = thread.findIndex(({ createdAt }) => createdAt > newSince)
  const part = { comments: thread.slice(at), newSince, allHref: '/all' }
  const { change } = showThread({ ...part, sort: 'old' })
  const line = () => screen.queryByText('New since your last visit')
  expect(line()?.closest('li')).toBe(document.querySelector('.stoa-comments-branch'))
  change({ ...part, sort: 'new' })
  expect(line()).toBeNull()
  change({ ...part, sort: 'old', allHref: undefined })
  expect(line()).toBeNull()
})

it.each<[CommentSort, number, string | null]>([
  ['old', newSince, 'Winter Wren'],
  ['new', newSince, 'Grey Heron'],
  ['top', newSince, null],
  // Everything is old, or new.
  ['old', EXAMPLE_NOW, null],
  ['old', 0, null],
])('in the order %s the line is between old and new comments', (sort, since, author) => {
  const thread = sort === 'new' ? exampleThread().toReversed() : exampleThread()
  showThread({ comments: thread, sort, newSince: since })
  const line = screen.queryByText('New since your last visit')
  expect(line?.closest('li')?.querySelector('article')?.getAttribute('aria-label') ?? null).toBe(
    author && `Comment by ${author}`,
  )
})

it('marks new comments in words, and counts them', () => {
  showThread({ newSince, newCount: 2 })
  expect(screen.getByRole('heading', { name: /^14 comments ?· 2 new$/ })).toBeTruthy()
  const marked = screen
    .getAllByText('New', { selector: '.stoa-comment-new' })
    .map((mark) => mark.closest('article')?.getAttribute('aria-label'))
  expect(marked).toEqual(['Comment by Winter Wren', 'Comment by anonymous'])
})

it('moves from one new comment to the next with n, and around', async () => {
  showThread({ newSince, keys: 'page' })
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'n' })
    expect(focused()).toBe('Comment by Winter Wren')
  })
  const order: (string | null | undefined)[] = []
  for (const _ of [1, 2]) {
    await userEvent.keyboard('n')
    order.push(focused())
  }
  expect(order).toEqual(['Comment by anonymous', 'Comment by Winter Wren'])
})

it('loads more with n while new comments may follow, and moves on to them', async () => {
  const [last, late] = ['wren', 'heron'].map((name, index) =>
    exampleBranch(exampleComment(name as 'wren', { id: exampleId(40 + index, 'c'), createdAt: EXAMPLE_NOW })),
  ) as [CommentWithReplies, CommentWithReplies]
  const loadMore = vi.fn()
  const shown = { comments: [...exampleThread(), last], newSince, keys: 'page', sort: 'old' } as const
  const { change } = showThread({ ...shown, hasMore: true }, { loadMore })
  const article = ({ id }: CommentWithReplies) => document.getElementById(`comment-${id}`)
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'n' })
    expect(document.activeElement?.getAttribute('data-new')).toBe('new')
  })
  article(last)?.focus()
  await userEvent.keyboard('n')
  expect(loadMore).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(article(last))
  change({ ...shown, comments: [...shown.comments, late], hasMore: true })
  await waitFor(() => expect(document.activeElement).toBe(article(late)))
})

it('offers new comments that haven’t been on the screen', async () => {
  showThread({ newSince, onSeen() {} })
  await waitFor(() => expect(observers.some(({ targets }) => targets.size === 2)).toBe(true))
  const [first, second] = Array.from(document.querySelectorAll('[data-new]'))
  bringIntoView((target) => target === first)
  bringIntoView((target) => target === second, false)
  await userEvent.click(screen.getByRole('button', { name: 'Next new' }))
  expect(document.activeElement).toBe(second)
  bringIntoView((target) => target === second)
  expect(screen.queryByRole('button', { name: 'Next new' })).toBeNull()
})

it('comments count as seen after a while on the screen of a visible page', async () => {
  const onSeen = vi.fn()
  showThread({ onSeen })
  await waitFor(() => expect(observers.some(({ targets }) => [...targets].some(isList))).toBe(true))
  vi.useFakeTimers()
  const wait = (ms: number) => {
    act(() => {
      vi.advanceTimersByTime(ms)
    })
  }
  wait(5000)
  expect(onSeen).not.toHaveBeenCalled()
  bringIntoView(isList)
  wait(1000)
  bringIntoView(isList, false)
  wait(5000)
  expect(onSeen).not.toHaveBeenCalled()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  bringIntoView(isList)
  wait(5000)
  expect(onSeen).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  wait(1600)
  expect(onSeen).toHaveBeenCalledTimes(1)
  hidden.mockRestore()
})

it.each<[CommentSort]>([['old'], ['new']])('in the order %s opens at the earliest new comment, once', async (sort) => {
  const comments = sort === 'new' ? exampleThread().toReversed() : exampleThread()
  const { change } = showThread({ comments, sort, newSince, onSeen() {}, openAtNew: true })
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await waitFor(() => expect(focused()).toBe('Comment by Winter Wren'))
  ;(document.activeElement as HTMLElement).blur()
  const late = exampleBranch(exampleComment('otter', { createdAt: EXAMPLE_NOW }))
  change({ comments: [late, ...exampleThread()] })
  expect(document.activeElement).toBe(document.body)
})

it('visitors aren’t observed', async () => {
  showThread({ viewer: null, onSeen() {}, newSince })
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(observers).toEqual([])
  expect(document.querySelector('[data-new]')).toBeNull()
})
