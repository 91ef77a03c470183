// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFetchTransport } from './fetch-transport.ts'
import { createKyTransport } from './ky.ts'
import { MAX_TRIES } from './transport.ts'

const url = 'https://forum.example/api/post/view'
const write = { method: 'POST', headers: { 'idempotency-key': 'k1' }, body: '{"a":1}' } as const

/** A `fetch` with scripted responses that records requests and their times. */
function scripted(...responses: (() => Response | Error)[]) {
  const requests: { key: string | null; body: string; at: number }[] = []
  const fetch = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const at = Date.now()
    // Reading a body takes real time: no timer of the transport may pass meanwhile.
    pendingReads += 1
    const body = await request.text()
    pendingReads -= 1
    requests.push({ key: request.headers.get('idempotency-key'), body, at })
    const response = (responses.length > 1 ? responses.shift() : responses[0])?.()
    if (!response || response instanceof Error) throw response
    return response
  })
  return { fetch: fetch as typeof globalThis.fetch, requests }
}

const ok = () => Response.json({ status: 'success', payload: 1 })
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ status: 'error' }, { status: code, headers })
const offline = () => new TypeError('fetch failed')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let pendingReads = 0

/** Runs timers until the work has ended. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(0)
    if (pendingReads === 0 && !isOver) await vi.advanceTimersToNextTimerAsync()
  }
  return work
}

describe.each([
  ['fetch', createFetchTransport],
  ['ky', createKyTransport],
])('the transport over %s', (_, create) => {
  test.each([
    ['a broken connection', offline],
    ['502', status(502)],
    ['503', status(503)],
    ['504', status(504)],
  ])('%s is tried again, a write with the same key and body', async (_name, trouble) => {
    const { fetch, requests } = scripted(trouble, trouble, ok)
    const response = await inTime(create({ fetch })(url, write))
    expect(response.status).toBe(200)
    expect(requests.map(({ key, body }) => [key, body])).toEqual(Array(3).fill(['k1', '{"a":1}']))
  })

  test.each([400, 401, 403, 404, 409, 429, 500])('%i is a response, not a reason to retry', async (code) => {
    const { fetch, requests } = scripted(status(code))
    const response = await inTime(create({ fetch })(url, write))
    expect(response.status).toBe(code)
    expect(await response.json()).toEqual({ status: 'error' })
    expect(requests).toHaveLength(1)
  })

  test('a lasting failure ends after a fixed number of tries', async () => {
    const down = scripted(offline)
    await expect(inTime(create({ fetch: down.fetch })(url, write))).rejects.toThrow('fetch failed')
    expect(down.requests).toHaveLength(MAX_TRIES)
    const busy = scripted(status(503))
    expect((await inTime(create({ fetch: busy.fetch })(url, write))).status).toBe(503)
    expect(busy.requests).toHaveLength(MAX_TRIES)
  })

  test('the pause grows, and respects the server’s Retry-After', async () => {
    const { fetch, requests } = scripted(status(503, { 'retry-after': '4' }), status(503), status(503), ok)
    await inTime(create({ fetch })(url, write))
    const pauses = requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))
    expect(pauses[0]).toBeGreaterThanOrEqual(4000)
    expect(pauses[1]).toBeGreaterThanOrEqual(300)
    expect(pauses[2]).toBeGreaterThanOrEqual(600)
  })

  test('a long Retry-After is left to the person', async () => {
    const { fetch, requests } = scripted(status(503, { 'retry-after': '120' }))
    expect((await inTime(create({ fetch })(url, write))).status).toBe(503)
    expect(requests).toHaveLength(1)
  })

  test('aborting ends the wait for a retry', async () => {
    const { fetch, requests } = scripted(offline)
    const controller = new AbortController()
    const response = create({ fetch })(url, { ...write, signal: controller.signal })
    const outcome = expect(response).rejects.toThrow()
    while (requests.length === 0) await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(1)
    controller.abort()
    await inTime(response.catch(() => {}))
    await outcome
    expect(requests).toHaveLength(1)
  })

  test('a server that never responds times out', async () => {
    const fetch = ((_input: RequestInfo | URL, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        const signal = _input instanceof Request ? _input.signal : init?.signal
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      })) as typeof globalThis.fetch
    await expect(inTime(create({ fetch })(url, write))).rejects.toThrow()
  })

  test.each([
    ['stops half-way is requested again, with the same key', [half, ok], 1],
    ['never comes whole is given up on', [half], null],
  ])('a response that %s', async (_, responses, payload) => {
    const { fetch, requests } = scripted(...responses)
    const send = create({
      fetch: (input, init) => {
        const signal = input instanceof Request ? input.signal : init?.signal
        return fetch(input, init).then((response) => cutBy(signal, response))
      },
    })
    const body = inTime(send(url, write).then((response) => response.json()))
    if (payload === null) await expect(body).rejects.toThrow()
    else expect(await body).toEqual({ status: 'success', payload })
    expect(requests.map(({ key }) => key)).toEqual(Array(payload === null ? MAX_TRIES : 2).fill('k1'))
  })
})

/** A response that never ends. */
function half(): Response {
  return new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"sta')) }))
}

/** The response of an aborted request: its body fails. */
function cutBy(signal: AbortSignal | null | undefined, { body, ...init }: Response): Response {
  const cut = new TransformStream()
  body?.pipeTo(cut.writable, signal ? { signal } : {}).catch(() => {})
  return new Response(cut.readable, init)
}
