import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSignInPopup } from './popup.ts'

const FORUM = 'https://forum.example'
const replace = vi.fn()
const close = vi.fn()
let popup: { closed: boolean; location: { replace: typeof replace }; close: typeof close }

beforeEach(() => {
  vi.useFakeTimers()
  popup = { closed: false, location: { replace }, close }
  vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const open = (challenge: Promise<string> = Promise.resolve('the-challenge'), purpose?: string) =>
  openSignInPopup({ forumUrl: FORUM, state: 'mine', challenge, purpose })

/** Sends a message like the forum's window, with changes. */
function say(changes: { origin?: string; source?: unknown; type?: string; state?: string; code?: string } = {}): void {
  const { origin = FORUM, source = popup, type = 'stoa:sign-in', state = 'mine', code = 'the-code' } = changes
  const event = new MessageEvent('message', { origin, data: { type, state, code } })
  // jsdom accepts only real windows.
  Object.defineProperty(event, 'source', { value: source })
  window.dispatchEvent(event)
}

it('opens the window during the click and navigates it once the challenge is ready', async () => {
  let arrive: (challenge: string) => void = () => {}
  const { code } = open(new Promise((resolve) => (arrive = resolve)))
  expect(window.open).toHaveBeenCalledOnce()
  expect(replace).not.toHaveBeenCalled()
  arrive('the-challenge')
  await vi.advanceTimersByTimeAsync(0)
  const address = new URL(String(replace.mock.lastCall?.[0]))
  expect(address.origin + address.pathname).toBe(`${FORUM}/embed/sign-in`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    origin: window.location.origin,
    state: 'mine',
    challenge: 'the-challenge',
  })
  say()
  await expect(code).resolves.toBe('the-code')
})

it('tells the window what signing in is for', async () => {
  open(undefined, 'like-comment')
  await vi.advanceTimersByTimeAsync(0)
  expect(new URL(String(replace.mock.lastCall?.[0])).searchParams.get('for')).toBe('like-comment')
})

it('ignores messages from other origins and windows, and for other requests', async () => {
  const { code } = open()
  say({ origin: 'https://evil.example', code: 'wrong origin' })
  say({ source: window, code: 'wrong window' })
  say({ state: 'another', code: 'wrong state' })
  say({ type: 'other', code: 'wrong type' })
  window.dispatchEvent(new MessageEvent('message', { origin: FORUM, data: null }))
  say({ code: 'right' })
  await expect(code).resolves.toBe('right')
})

it('reports that the window was closed', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no connection')))
  const { code } = open()
  const refusal = expect(code).rejects.toMatchObject({ code: 'POPUP_CLOSED' })
  await vi.advanceTimersByTimeAsync(2000)
  popup.closed = true
  await vi.advanceTimersByTimeAsync(2000)
  await refusal
})

it('hints at the page’s policy if the window is gone at once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  for (const [after, hintCount] of [
    [400, 1],
    [5000, 0],
  ] as const) {
    warn.mockClear()
    popup.closed = false
    const refusal = expect(open().code).rejects.toMatchObject({ code: 'POPUP_CLOSED' })
    await vi.advanceTimersByTimeAsync(after - 100)
    popup.closed = true
    await vi.advanceTimersByTimeAsync(2000)
    await refusal
    expect(warn).toHaveBeenCalledTimes(hintCount)
  }
})

it('tells a window that the page’s policy cut off, which keeps the focus, from a closed one', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const hasFocus = vi.spyOn(document, 'hasFocus')
  for (const [isFocused, code] of [
    [false, 'POPUP_CUT_OFF'],
    [true, 'POPUP_CLOSED'],
  ] as const) {
    hasFocus.mockReturnValue(isFocused)
    popup.closed = false
    const refusal = expect(open().code).rejects.toMatchObject({ code })
    await vi.advanceTimersByTimeAsync(300)
    popup.closed = true
    await vi.advanceTimersByTimeAsync(2000)
    await refusal
  }
})

it('still accepts the code of a window that closed right after sending it', async () => {
  const { code } = open()
  popup.closed = true
  await vi.advanceTimersByTimeAsync(500)
  say()
  await expect(code).resolves.toBe('the-code')
})

it('reports that the browser blocked the window, with the address for a link', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const { code, url } = open()
  await expect(code).rejects.toMatchObject({ code: 'POPUP_BLOCKED' })
  expect(url.startsWith(`${FORUM}/embed/sign-in?`)).toBe(true)
})

it('without a challenge closes the window and stops listening', async () => {
  const remove = vi.spyOn(window, 'removeEventListener')
  const { code } = open(Promise.reject(new Error('no crypto')))
  await expect(code).rejects.toThrow('no crypto')
  expect(close).toHaveBeenCalledOnce()
  expect(remove).toHaveBeenCalledWith('message', expect.any(Function))
})
