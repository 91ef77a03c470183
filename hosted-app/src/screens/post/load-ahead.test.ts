import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { expect, test, vi } from 'vitest'
import { createAhead } from './load-ahead.ts'

const HREF = 'https://forum.example/bbs/FORUM/community/newts'

function open() {
  let now = 0
  const requests: AbortSignal[] = []
  const respond: ((value: string) => void)[] = []
  const call = vi.fn((_name: string, _input: object, options?: { signal?: AbortSignal }) => {
    if (options?.signal) requests.push(options.signal)
    return new Promise((resolve) => respond.push(resolve))
  })
  const stoa = createStoa({ client: { call: call as never }, storage: null, clock: () => now })
  const ahead = createAhead<unknown>(stoa)
  const intent = new AbortController()
  const begin = (href = HREF) =>
    ahead.begin(href, intent.signal, (own) => own.client.call('postGet', { idOrSlug: 'newts' }))
  return {
    stoa,
    ahead,
    intent,
    begin,
    call,
    requests,
    respond: () => respond[0]?.('the post'),
    wait: (ms: number) => (now += ms),
  }
}

test('a post loaded ahead is opened without another request, once', async () => {
  const { ahead, begin, call, respond } = open()
  begin()
  begin()
  respond()
  expect(call).toHaveBeenCalledTimes(1)
  expect(await ahead.take(HREF)).toBe('the post')
  expect(ahead.take(HREF)).toBeUndefined()
})

test('what isn’t wanted any more is cancelled; what was opened is not', () => {
  const unwanted = open()
  unwanted.begin()
  unwanted.intent.abort()
  expect(unwanted.requests[0]?.aborted).toBe(true)
  expect(unwanted.ahead.take(HREF)).toBeUndefined()

  const opened = open()
  opened.begin()
  expect(opened.ahead.take(HREF)).toBeInstanceOf(Promise)
  opened.intent.abort()
  expect(opened.requests[0]?.aborted).toBe(false)
})

test('one post at a time is loaded ahead', () => {
  const { begin, requests } = open()
  begin()
  begin(`${HREF}-too`)
  expect(requests.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('an old post, and another viewer’s, is loaded again', () => {
  const old = open()
  old.begin()
  old.wait(10_001)
  expect(old.ahead.take(HREF)).toBeUndefined()

  const others = open()
  others.begin()
  others.stoa.state.setState({ viewer: exampleMe() })
  expect(others.ahead.take(HREF)).toBeUndefined()
})

test('a post that was just opened isn’t loaded again because the pointer is still over its link', () => {
  const { ahead, begin, call, wait } = open()
  begin()
  void ahead.take(HREF)
  begin()
  expect(call).toHaveBeenCalledTimes(1)
  wait(10_000)
  begin()
  expect(call).toHaveBeenCalledTimes(2)
})
