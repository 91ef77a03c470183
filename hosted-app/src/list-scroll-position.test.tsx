import { exampleId, exampleSummary } from '@stoa/contract/fixtures'
import { createStoa, feed, listOf, loadList, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SCROLL_KEY, useGrowth } from './list-length.ts'

const scrollTo = vi.fn()
const list = feed({ type: 'all' })

beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo)
  // Scroll positions of the router's initial entry.
  sessionStorage.setItem(SCROLL_KEY, JSON.stringify({ default: 700 }))
})
afterEach(() => {
  cleanup()
  scrollTo.mockReset()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

function Screen() {
  useGrowth(list)
  return null
}

/** Opens a long list whose second page is still loading. */
async function open() {
  let arrive = () => {}
  const page = (from: number) => ({
    items: Array.from({ length: 20 }, (_, index) => exampleSummary({ id: exampleId(from + index, 'p') })),
    cursor: from === 0 ? '20' : null,
    hasMore: from === 0,
  })
  const call = (_name: string, { cursor }: { cursor?: string }) =>
    cursor === undefined
      ? Promise.resolve(page(0))
      : new Promise<unknown>((resolve) => {
          arrive = () => resolve(page(20))
        })
  const stoa = createStoa({ client: { call: call as StoaOptions['client']['call'] }, storage: null })
  await loadList(stoa, list)
  const router = createMemoryRouter(
    [
      { path: '/', Component: Screen },
      { path: '/next', Component: () => <p>next</p> },
    ],
    { initialEntries: ['/?pages=2'] },
  )
  render(
    <StoaProvider stoa={stoa}>
      <RouterProvider router={router} />
    </StoaProvider>,
  )
  return {
    router,
    /** Delivers the rest and waits for the screen to handle it. */
    async complete() {
      await act(async () => {
        arrive()
        await vi.waitFor(() => expect(listOf(stoa, list).ids).toHaveLength(40))
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      })
    },
  }
}

test('a restored long list scrolls to the position that the reader left', async () => {
  const { complete } = await open()
  await complete()
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 700)
})

test('going back while the list is still loading doesn’t scroll the other page', async () => {
  const { complete } = await open()
  window.dispatchEvent(new PopStateEvent('popstate'))
  await complete()
  expect(scrollTo).not.toHaveBeenCalled()
})

test('a list that loads after its screen was left scrolls nothing', async () => {
  const { router, complete } = await open()
  await act(() => router.navigate('/next'))
  scrollTo.mockReset()
  await complete()
  expect(scrollTo).not.toHaveBeenCalled()
})
