import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FrameReady, FrameRequest, FrameResponse } from './session-frame.ts'
import { createSessionFrame, type SessionFrame } from './session-frame.ts'

const FORUM = 'https://forum.example'
const TOKEN = { accessToken: 'a.b.c', expiresAt: 1 }
let frame: SessionFrame
let requests: { request: FrameRequest; target: string }[]

const element = () => document.querySelector('iframe') as HTMLIFrameElement

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  frame = createSessionFrame(FORUM)
  vi.spyOn(element().contentWindow as Window, 'postMessage').mockImplementation(((
    request: FrameRequest,
    target: string,
  ) => {
    requests.push({ request, target })
  }) as never)
})

afterEach(() => {
  frame.remove()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function say(data: FrameResponse | FrameReady, from: { origin?: string; source?: Window | null } = {}): void {
  const { origin = FORUM, source = element().contentWindow } = from
  window.dispatchEvent(new MessageEvent('message', { origin, source, data }))
}

async function firstRequestId(): Promise<string> {
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toHaveLength(1)
  return requests[0]?.request.id ?? ''
}

it('is hidden and sends the page’s origin, which the server checks', () => {
  expect(element().hidden).toBe(true)
  expect(element().src).toBe(`${FORUM}/embed/frame?origin=${encodeURIComponent(window.location.origin)}`)
})

it('asks only the forum’s origin once the frame is ready, and returns its response', async () => {
  const response = frame.ask({ action: 'renew' })
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual([])
  say({ type: 'stoa:frame-ready' })
  const id = await firstRequestId()
  expect(requests[0]).toMatchObject({ target: FORUM, request: { type: 'stoa:frame', input: { action: 'renew' } } })
  say({ type: 'stoa:frame', id, payload: TOKEN })
  await expect(response).resolves.toEqual(TOKEN)
})

it('ignores messages of other origins, windows and requests', async () => {
  const response = frame.ask({ action: 'renew' })
  say({ type: 'stoa:frame-ready' }, { origin: 'https://evil.example' })
  say({ type: 'stoa:frame-ready' }, { source: window })
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual([])
  say({ type: 'stoa:frame-ready' })
  const id = await firstRequestId()
  const forgedMessage = { type: 'stoa:frame', id, payload: { ...TOKEN, accessToken: 'forged' } } as const
  say(forgedMessage, { origin: 'https://evil.example' })
  say(forgedMessage, { source: window })
  say({ ...forgedMessage, id: 'another' })
  say({ type: 'stoa:frame', id, payload: TOKEN })
  await expect(response).resolves.toEqual(TOKEN)
})

it('throws the server’s refusal by code', async () => {
  const response = frame.ask({ action: 'renew' })
  say({ type: 'stoa:frame-ready' })
  const id = await firstRequestId()
  say({ type: 'stoa:frame', id, error: { code: 'REFRESH_INVALID', message: 'Your session has ended.' } })
  await expect(response).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
})

it('times out on a frame that never responds', async () => {
  const refusal = expect(frame.ask({ action: 'renew' })).rejects.toMatchObject({ code: 'NETWORK' })
  await vi.advanceTimersByTimeAsync(20_000)
  await refusal
})

it('reloads once when silent: messages may be lost while a window opens', async () => {
  const address = element().src
  const load = vi.spyOn(element(), 'src', 'set').mockImplementation(() => {})
  const response = frame.ask({ action: 'renew' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(load.mock.calls).toEqual([[address]])
  say({ type: 'stoa:frame-ready' })
  const id = await firstRequestId()
  say({ type: 'stoa:frame', id, payload: TOKEN })
  await expect(response).resolves.toEqual(TOKEN)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(load).toHaveBeenCalledTimes(1)
})

it('reloads after a failure, and does not repeat timed-out requests', async () => {
  const address = element().src
  const load = vi.spyOn(element(), 'src', 'set').mockImplementation(() => {})
  const refusal = expect(frame.ask({ action: 'end' })).rejects.toMatchObject({ code: 'NETWORK' })
  await vi.advanceTimersByTimeAsync(20_000)
  await refusal
  expect(load.mock.calls).toEqual([[address], [address]])
  say({ type: 'stoa:frame-ready' })
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual([])
  const response = frame.ask({ action: 'renew' })
  const id = await firstRequestId()
  say({ type: 'stoa:frame', id, payload: TOKEN })
  await expect(response).resolves.toEqual(TOKEN)
})

it('fails at once if the page’s policy blocks it, and is not reloaded', async () => {
  const load = vi.spyOn(element(), 'src', 'set').mockImplementation(() => {})
  const refusal = expect(frame.ask({ action: 'renew' })).rejects.toMatchObject({ code: 'NETWORK' })
  const violation = { blockedURI: `${FORUM}/embed/frame`, effectiveDirective: 'frame-src', disposition: 'enforce' }
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation))
  await refusal
  await vi.advanceTimersByTimeAsync(20_000)
  expect([frame.isBlocked(), frame.hasLoaded()]).toEqual([true, false])
  expect(load).not.toHaveBeenCalled()
})

it('leaves nothing in the page', () => {
  frame.remove()
  expect(document.querySelector('iframe')).toBeNull()
})
