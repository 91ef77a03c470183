import { createFakeRealtime } from '@stoa/client/fixtures'
import { expect, test, vi } from 'vitest'
import { subscribeToCashier, subscribeToNotifications, subscribeToQueue } from '../notifications.ts'
import { createStoa, type Stoa } from '../stoa.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { watch } from './watch.ts'

test('destroying an application while it connects leaves no connection', async () => {
  const unhear = vi.fn()
  const hear = vi.fn(() => unhear)
  const close = vi.fn()
  const realtime = { watch: hear, onEvent: hear, onGap: hear, onTime: hear, reconnect() {}, close }
  const stoa = createStoa({ client: createFakeServer(), realtime: () => realtime, storage: null })
  const end = watch(stoa, { postIds: ['P'] })
  end()
  stoa.destroy()
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(unhear).toHaveBeenCalledTimes(hear.mock.calls.length)
})

test.each([
  ['watch', (stoa: Stoa) => watch(stoa, {})],
  ['notifications', subscribeToNotifications],
  ['queue', (stoa: Stoa) => subscribeToQueue(stoa, { onChange() {}, onGap() {} })],
  ['cashier', (stoa: Stoa) => subscribeToCashier(stoa, { onChange() {}, onGap() {} })],
])('if the live connection fails to load, the next use tries again: %s', async (_name, subscribe) => {
  const { realtime, watchedRooms } = createFakeRealtime()
  const open = vi.fn(async () => realtime).mockRejectedValueOnce(new TypeError('Failed to fetch the module.'))
  const stoa = createStoa({ client: createFakeServer(), realtime: open, storage: null })
  subscribe(stoa)
  await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(1))
  await Promise.resolve()
  await vi.waitFor(() => {
    subscribe(stoa)
    expect(open).toHaveBeenCalledTimes(2)
  })
  await vi.waitFor(() => expect(watchedRooms.length).toBeGreaterThan(0))
})
