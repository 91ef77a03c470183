import { expect, test, vi } from 'vitest'
import { watch } from './lazy.ts'
import { createStoa } from './stoa.ts'
import { createFakeServer } from './testing/fake-server.ts'

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
