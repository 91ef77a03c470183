import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createLogger } from '../platform/logging/logger.ts'
import { boundWaiting } from './cluster-adapter.ts'

const EVENTS = 'stoa:socket.io#/#post:1#'
const REQUESTS = 'stoa:socket.io-request#/#'

/** A Redis that is unavailable until told otherwise. */
function aPublisher() {
  const sent: string[] = []
  let end: (() => void)[] = []
  const publish = (channel: string, message: string) =>
    new Promise<number>((resolve, reject) => {
      sent.push(message)
      end.push(() => (message === 'given up' ? reject(new Error(channel)) : resolve(1)))
    })
  return {
    sent,
    publish,
    back() {
      const all = end
      end = []
      for (const one of all) one()
    },
  }
}

test('messages for Redis are queued up to a limit; the rest is dropped with one warning and resynchronized later', async () => {
  const warned: string[] = []
  const logger = createLogger('warn', { write: (line) => void warned.push(JSON.parse(line).msg) })
  const onLoss = vi.fn()
  const publisher = aPublisher()
  boundWaiting(publisher as never, { logger, onLoss, maxBytes: 20 })
  const tell = (channel: string, message: string) => void publisher.publish(channel, message)
  for (const message of ['0123456789', 'abcdefgh', 'too much', 'x']) tell(EVENTS, message)
  tell(REQUESTS, 'a session has ended')
  expect(publisher.sent).toEqual(['0123456789', 'abcdefgh', 'a session has ended'])
  expect([warned.length, onLoss.mock.calls.length]).toEqual([1, 0])
  publisher.back()
  await nextTurn()
  expect(onLoss).toHaveBeenCalledOnce()
  tell(EVENTS, 'news')
  tell(EVENTS, 'given up')
  publisher.back()
  await nextTurn()
  expect(publisher.sent.slice(3)).toEqual(['news', 'given up'])
  expect([warned.length, onLoss.mock.calls.length]).toEqual([1, 1])
})
