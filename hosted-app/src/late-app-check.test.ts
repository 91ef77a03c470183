import type { AppCheck } from '@stoa/client/app-check'
import { expect, test, vi } from 'vitest'
import { createLateAppCheck } from './late-app-check.ts'

const client = { call: vi.fn() }

function loading() {
  const appCheck = { getToken: vi.fn(async () => 'token'), reset: vi.fn() } satisfies AppCheck
  const load = vi.fn(async () => ({ createAppCheck: () => appCheck }))
  return { appCheck, load }
}

test('nothing is loaded before the first comment that needs it, and then once', async () => {
  const { load } = loading()
  const late = createLateAppCheck(client, load)
  late.reset()
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([late.getToken(), late.getToken()])).toEqual(['token', 'token'])
  expect(load).toHaveBeenCalledTimes(1)
})

test('a token that was refused is forgotten before the next is asked for', async () => {
  const { appCheck, load } = loading()
  const late = createLateAppCheck(client, load)
  await late.getToken()
  late.reset()
  await late.getToken()
  const [[reset], [, next]] = [appCheck.reset.mock.invocationCallOrder, appCheck.getToken.mock.invocationCallOrder]
  expect(reset).toBeLessThan(next as number)
})

test('code that fails to load is reported, and requested again', async () => {
  const { load } = loading()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const late = createLateAppCheck(client, load)
  await expect(late.getToken()).rejects.toMatchObject({ code: 'CODE_NOT_LOADED' })
  expect(await late.getToken()).toBe('token')
})
