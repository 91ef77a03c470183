import { afterEach, expect, test, vi } from 'vitest'
import { loadErrorTexts, loadTexts } from './texts.ts'

const files: Record<string, Record<string, string>> = {
  'https://forum.example/lang/de/widget.json?v=1': { 'embed.retry': 'Erneut versuchen' },
  'https://forum.example/lang/de/errors.json': { 'server.BANNED': 'Gesperrt.' },
  'https://other.example/lang/de/widget.json': { 'embed.retry': 'Noch einmal' },
}
const request = vi.fn(async (address: string) => {
  const file = files[address]
  return file ? Response.json(file) : new Response(null, { status: 404 })
})

afterEach(() => vi.unstubAllGlobals())

test('the texts of errors join those of the forum’s elements, once', async () => {
  vi.stubGlobal('fetch', request)
  const rendered = { texts: 'https://forum.example/lang/de/widget.json?v=1' }
  const texts = await loadTexts({ locale: 'de', forumUrl: 'https://forum.example' }, rendered)
  const others = await loadTexts({ locale: 'de-AT', forumUrl: 'https://other.example' })
  request.mockClear()
  await loadErrorTexts('https://forum.example')
  await loadErrorTexts('https://forum.example')
  expect(texts).toEqual({ 'embed.retry': 'Erneut versuchen', 'server.BANNED': 'Gesperrt.' })
  expect(others).toEqual({ 'embed.retry': 'Noch einmal' })
  expect(request.mock.calls.map(([address]) => address)).toEqual(['https://forum.example/lang/de/errors.json'])
})

test('English needs none', async () => {
  vi.stubGlobal('fetch', request)
  request.mockClear()
  expect(await loadTexts({ locale: 'en-GB', forumUrl: 'https://english.example' })).toBeUndefined()
  await loadErrorTexts('https://english.example')
  expect(request).not.toHaveBeenCalled()
})

test('an error arrives without them, too', async () => {
  vi.stubGlobal('fetch', request)
  await loadTexts({ locale: 'de', forumUrl: 'https://other.example' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await expect(loadErrorTexts('https://other.example')).resolves.toBeUndefined()
})
