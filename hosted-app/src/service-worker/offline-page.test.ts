import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const script = readFileSync('hosted-app/public/offline.js', 'utf8')

let isUp: boolean
let opened: string[]

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  ;[isUp, opened] = [true, []]
})
afterEach(() => vi.useRealTimers())

/** Opens the offline page at a path. */
function open(pathname: string) {
  const location = {
    pathname,
    reload: () => opened.push(pathname),
    replace: (other: string) => opened.push(other),
  }
  const fetch = async () => {
    if (!isUp) throw new TypeError('Failed to fetch')
    return new Response('{}')
  }
  const page = { window: {}, document: { addEventListener: () => {} }, addEventListener: () => {}, location, fetch }
  runInNewContext(script, { ...page, sessionStorage, setTimeout, clearTimeout, Date })
  return vi.advanceTimersByTimeAsync(0)
}

test('the page is opened as soon as the forum responds', async () => {
  isUp = false
  await open('/bbs/FORUM')
  await vi.advanceTimersByTimeAsync(2000)
  expect(opened).toEqual([])
  isUp = true
  await vi.advanceTimersByTimeAsync(4000)
  expect(opened).toEqual(['/bbs/FORUM'])
  await open('/offline')
  expect(opened).toEqual(['/bbs/FORUM', '/'])
})

test('a page that can’t be opened although the forum responds is tried less and less often', async () => {
  await open('/broken')
  const waits = []
  for (let tries = 1; tries <= 6; tries += 1) {
    expect(opened).toHaveLength(tries)
    const start = Date.now()
    await open('/broken')
    while (opened.length === tries) await vi.advanceTimersByTimeAsync(1000)
    waits.push((Date.now() - start) / 1000)
  }
  expect(waits).toEqual([4, 8, 16, 30, 30, 30])
  // Others, and a later visit, don't wait.
  await open('/other')
  expect(opened.at(-1)).toBe('/other')
  await vi.advanceTimersByTimeAsync(60_000)
  await open('/broken')
  expect(opened.at(-1)).toBe('/broken')
})
