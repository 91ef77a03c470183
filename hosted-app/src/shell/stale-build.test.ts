import { afterEach, expect, it, vi } from 'vitest'
import { createRenewal } from './stale-build.ts'

afterEach(() => sessionStorage.clear())

function start(response: number | Error, entry = '/assets/index-a.js') {
  const fetchMock = vi.fn(async () => {
    if (response instanceof Error) throw response
    return { status: response }
  })
  vi.stubGlobal('fetch', fetchMock)
  const onStale = vi.fn()
  return { fetchMock, onStale, renewal: createRenewal({ entry, onStale }) }
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
])('continues with the current build when %s', async (_, response) => {
  const { renewal, onStale } = start(response)
  await renewal.look()
  expect([renewal.take(), onStale.mock.calls]).toEqual([false, []])
})

it('never loops: a build that came back after leaving it is kept', async () => {
  const first = start(404)
  await first.renewal.look()
  first.renewal.take()
  const again = start(404)
  await again.renewal.look()
  expect([again.renewal.take(), again.fetchMock.mock.calls]).toEqual([false, []])
  const newer = start(404, '/assets/index-b.js')
  await newer.renewal.look()
  expect(newer.renewal.take()).toBe(true)
})
