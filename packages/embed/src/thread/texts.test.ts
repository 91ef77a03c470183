import { afterEach, expect, test, vi } from 'vitest'
import { languageFor, loadErrorTexts } from './texts.ts'

const files: Record<string, object> = {
  'https://other.example/config.json': { language: 'en', languages: ['en', 'de'] },
  'https://english.example/config.json': { language: 'de', languages: ['de', 'en'] },
  'https://english.example/lang/en/widget.json': { 'embed.retry': 'Once more' },
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
  const rendered = { locale: 'de', texts: 'https://forum.example/lang/de/widget.json?v=1' }
  const { texts } = await languageFor({ locale: 'de', forumUrl: 'https://forum.example' }, rendered)
  const { locale, texts: others } = await languageFor({ locale: 'de-AT', forumUrl: 'https://other.example' })
  expect(locale).toBe('de-AT')
  request.mockClear()
  await loadErrorTexts('https://forum.example')
  await loadErrorTexts('https://forum.example')
  expect(texts).toEqual({ 'embed.retry': 'Erneut versuchen', 'server.BANNED': 'Gesperrt.' })
  expect(others).toEqual({ 'embed.retry': 'Noch einmal' })
  expect(request.mock.calls.map(([address]) => address)).toEqual(['https://forum.example/lang/de/errors.json'])
})

test('English has the words of the domain, and needs none without the forum', async () => {
  vi.stubGlobal('fetch', request)
  expect(await languageFor({ locale: 'en-GB', forumUrl: 'https://english.example' })).toEqual({
    locale: 'en-GB',
    texts: { 'embed.retry': 'Once more' },
  })
  request.mockClear()
  const nowhere = { locale: 'en', forumUrl: 'https://nowhere.example' }
  expect(await languageFor(nowhere)).toEqual({ locale: 'en', texts: undefined })
  expect(request.mock.calls.map(([address]) => address)).toEqual(['https://nowhere.example/config.json'])
})

test('an error arrives without them, too', async () => {
  vi.stubGlobal('fetch', request)
  await languageFor({ locale: 'de', forumUrl: 'https://other.example' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await expect(loadErrorTexts('https://other.example')).resolves.toBeUndefined()
})
