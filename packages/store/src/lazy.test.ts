import { expect, test, vi } from 'vitest'
import { lazy } from './lazy.ts'

test('code is loaded on first use, once', async () => {
  const load = vi.fn(async () => 'code')
  const loadCode = lazy(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([loadCode(), loadCode()])).toEqual(['code', 'code'])
  expect(load).toHaveBeenCalledTimes(1)
})

test('a failure is an error with a code, and the next use tries again', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch the module.'))
  const loadCode = lazy(load)
  await expect(loadCode()).rejects.toMatchObject({ code: 'CODE_NOT_LOADED' })
  expect(await loadCode()).toBe('code')
})
