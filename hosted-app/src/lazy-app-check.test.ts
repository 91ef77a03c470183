import type { AppCheck } from '@stoa/client/app-check'
import { expect, test, vi } from 'vitest'
import { createLazyAppCheck } from './lazy-app-check.ts'

const client = { call: vi.fn() }

function loading() {
  const appCheck = { getToken: vi.fn(async () => 'token'), reset: vi.fn() } satisfies AppCheck
  const load = vi.fn(async () => ({ createAppCheck: () => appCheck }))
  return { appCheck, load }
}

test('the code loads once, with the first comment that needs it', async () => {
  const { load } = loading()
  const late = createLazyAppCheck(client, load)
  late.reset()
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([late.getToken(), late.getToken()])).toEqual(['token', 'token'])
  expect(load).toHaveBeenCalledTimes(1)
})

test('a refused token is discarded before another one is requested', async () => {
  const { appCheck, load } = loading()
  const late = createLazyAppCheck(client, load)
  await late.getToken()
  late.reset()
  await late.getToken()
  const [[reset], [, next]] = [appCheck.reset.mock.invocationCallOrder, appCheck.getToken.mock.invocationCallOrder]
  expect(reset).toBeLessThan(next as number)
})

test('code that fails to load is reported, and requested again', async () => {
  const { load } = loading()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const late = createLazyAppCheck(client, load)
  await expect(late.getToken()).rejects.toMatchObject({ code: 'CODE_NOT_LOADED' })
  expect(await late.getToken()).toBe('token')
})
