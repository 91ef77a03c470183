import { afterEach, expect, it, vi } from 'vitest'
import { createRenewal } from './stale-build.ts'

const kept = new Map<string, string>()
vi.stubGlobal('window', {
  sessionStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  },
})
afterEach(() => kept.clear())

function start(answer: number | Error, entry = '/assets/index-a.js') {
  const asked = vi.fn(async () => {
    if (answer instanceof Error) throw answer
    return { status: answer }
  })
  vi.stubGlobal('fetch', asked)
  const onStale = vi.fn()
  return { asked, onStale, renewal: createRenewal({ entry, onStale }) }
}

it('reports once that the server has a newer build, and lets the browser load the next page', async () => {
  const { renewal, onStale } = start(404)
  expect(renewal.take()).toBe(false)
  await Promise.all([renewal.look(), renewal.look()])
  expect(onStale).toHaveBeenCalledOnce()
  expect(renewal.take()).toBe(true)
})

it.each([
  ['the connection is gone', new TypeError('offline')],
  ['the server is unwell', 503],
  ['the program is there, and one of its parts was cut off', 200],
])('continues with the current build when %s', async (_, answer) => {
  const { renewal, onStale } = start(answer)
  await renewal.look()
  expect([renewal.take(), onStale.mock.calls]).toEqual([false, []])
})

it('never loops: a build that came back after leaving it is kept', async () => {
  const first = start(404)
  await first.renewal.look()
  first.renewal.take()
  const again = start(404)
  await again.renewal.look()
  expect([again.renewal.take(), again.asked.mock.calls]).toEqual([false, []])
  const newer = start(404, '/assets/index-b.js')
  await newer.renewal.look()
  expect(newer.renewal.take()).toBe(true)
})
