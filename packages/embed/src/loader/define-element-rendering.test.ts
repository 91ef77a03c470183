import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../first-view/first-view.ts'
import { options } from '../testing/rendered-thread.ts'
import type { ElementContent, Mount, MountOptions, ServerView } from './define-element.ts'
import type { FragmentResponse } from './fetch-fragments.ts'

const stubs = vi.hoisted(() => ({
  rendered: null as unknown,
  load: (_attempt: number): Promise<unknown> => Promise.reject(new Error('unset')),
}))
vi.mock('../reading/server-view.ts', () => ({ createServerView: () => stubs.rendered }))
vi.mock('../first-view/paint.ts', () => ({ paint: async () => async () => {} }))
vi.mock('../first-view/load-code.ts', () => ({ loadCode: (_part: string, attempt: number) => stubs.load(attempt) }))

const update = vi.fn<(next: MountOptions) => void>()
const unmount = vi.fn()
const mount = vi.fn<Mount>(() => ({ update, unmount }))
const fail = vi.fn()
const load = vi.fn<(attempt: number) => Promise<Mount>>()
let want = () => {}
const rendered = {
  untilNeeded: vi.fn(() => new Promise<void>((resolve) => (want = resolve))),
  update: vi.fn(() => true),
  transfer: vi.fn(),
  fail: vi.fn(),
  remove: vi.fn(),
} satisfies ServerView

let content: ElementContent
const host = document.createElement('stoa-comments')
const open = async (body?: Awaited<NonNullable<FragmentResponse['batch']['body']>>) => {
  const showing = show(host, options, { part: 'comments', fragment: undefined, body, fail, isOver: () => false })
  showing.catch(() => {})
  await vi.advanceTimersByTimeAsync(0)
  content = (await showing) as ElementContent
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  load.mockImplementation(async () => mount)
  stubs.rendered = rendered
  stubs.load = load
})
afterEach(() => {
  content?.remove()
  vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)

it('leaves the server’s rendering alone until the component code is needed, then transfers it', async () => {
  await open()
  await settled()
  expect(load).not.toHaveBeenCalled()
  want()
  await settled()
  expect(mount).toHaveBeenCalledOnce()
  expect(rendered.transfer).toHaveBeenCalledOnce()
  expect(content.update({ ...options, theme: 'dark' })).toBe(true)
  // Both: the rendering serves parts that aren't hydrated yet.
  expect([rendered.update, update].map((one) => one.mock.calls.length)).toEqual([1, 1])
  content.remove()
  // Parts that aren't hydrated keep text typed into them.
  expect(rendered.remove).toHaveBeenCalledBefore(unmount)
})

it('renders with the component code if the page doesn’t allow parsing the rendering', async () => {
  stubs.rendered = null
  await open()
  await settled()
  expect(mount).toHaveBeenCalledOnce()
})

it('must be shown again for options that need another rendering', async () => {
  await open()
  rendered.update.mockReturnValueOnce(false)
  expect(content.update({ ...options, sort: 'new' })).toBe(false)
})

it('keeps the rendering when the component code fails, and loads it from another address next time', async () => {
  load.mockRejectedValueOnce({ code: 'CODE_NOT_LOADED', message: 'offline' })
  await open()
  want()
  await settled()
  expect(fail.mock.calls).toEqual([[{ code: 'CODE_NOT_LOADED', message: 'offline' }, true]])
  expect(rendered.fail).toHaveBeenCalledOnce()
  expect(rendered.remove).not.toHaveBeenCalled()
  want()
  await settled()
  expect(load.mock.calls).toEqual([[0], [1]])
  expect(rendered.transfer).toHaveBeenCalledOnce()
})

it('waits ten seconds for the component code, and uses a late one that arrives before the next attempt', async () => {
  let arrive: (loaded: Mount) => void = () => {}
  load.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)))
  load.mockImplementationOnce(() => new Promise(() => {}))
  await open()
  want()
  await vi.advanceTimersByTimeAsync(9_900)
  expect(fail).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(fail.mock.calls).toEqual([[{ code: 'TIMEOUT' }, true]])
  want()
  await settled()
  arrive(mount)
  await settled()
  expect(mount).toHaveBeenCalledOnce()
})

it('refuses a response without a rendering, with the server’s error', async () => {
  const refusal = { status: 'error', code: 'COMMUNITY_NOT_FOUND', message: 'Not found.', requestId: '' } as const
  await expect(open(refusal)).rejects.toThrow(expect.objectContaining({ code: 'COMMUNITY_NOT_FOUND' }))
  await expect(open({ status: 'success', payload: { fragments: [] } })).rejects.toThrow(
    expect.objectContaining({ code: 'NETWORK' }),
  )
})
