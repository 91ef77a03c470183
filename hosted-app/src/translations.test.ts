import { afterEach, expect, test, vi } from 'vitest'
import { createTranslations, withErrorTexts } from './translations.ts'

const request = { method: 'POST', headers: {} } as const
const addresses = { reader: '/r', member: '/m', admin: '/a', errors: '/e' }
const loads = vi.fn(async (_address: string) => Response.json({ 'server.NOT_FOUND': 'Nicht gefunden.' }))

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the texts of errors arrive before the first error, once', async () => {
  vi.stubGlobal('fetch', loads)
  const texts = createTranslations(addresses)
  const statuses = [200, 404, 404]
  const send = withErrorTexts(async () => new Response(null, { status: statuses.shift() ?? 500 }))
  await send('/api/x', request)
  expect([texts, loads.mock.calls]).toEqual([{}, []])
  expect((await send('/api/x', request)).status).toBe(404)
  expect(texts).toEqual({ 'server.NOT_FOUND': 'Nicht gefunden.' })
  await send('/api/x', request)
  expect(loads.mock.calls).toEqual([['/e']])
})

test('an error arrives without them, too', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  const texts = createTranslations(addresses)
  expect((await withErrorTexts(async () => new Response(null, { status: 400 }))('/api/x', request)).status).toBe(400)
  expect(texts).toEqual({})
})
