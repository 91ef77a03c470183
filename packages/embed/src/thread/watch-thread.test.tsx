import { StoaError } from '@stoa/client'
import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa, putThread, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { article, options, POST, stubLayout, threadPayload } from '../testing/rendered-thread.ts'
import { useThreadMenu } from './use-thread-menu.tsx'

afterEach(() => vi.unstubAllGlobals())

/** The tools in the header of an article's thread. */
function showTools({ isSignedIn = true, isRefused = false } = {}) {
  stubLayout({ stub: vi.stubGlobal })
  const call = vi.fn(async (_name: string, { watch }: { watch?: boolean }) => {
    if (isRefused) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
    return { watched: watch }
  })
  const stoa = createStoa({ client: { call } as unknown as StoaOptions['client'], storage: null })
  putThread(stoa, { article, payload: threadPayload() })
  if (isSignedIn) stoa.state.setState({ viewer: exampleMe() })
  const onFailure = vi.fn()
  const host = document.createElement('stoa-comments')
  const Header = () => useThreadMenu({ host, forum: {} as never, options }, onFailure).menu
  render(
    <StoaProvider stoa={stoa}>
      <Header />
    </StoaProvider>,
  )
  return { call, stoa, onFailure }
}
const button = () => screen.findByRole('button')

it('lets a signed-in reader watch by keyboard and stop again, and announces it', async () => {
  const { call } = showTools()
  expect((await button()).getAttribute('aria-pressed')).toBe('false')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('You’ll be notified of new comments')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Watching', pressed: true })).toBe(document.activeElement)
  await userEvent.keyboard(' ')
  expect(await screen.findByText('You’re no longer watching this conversation')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Watch', pressed: false })).toBe(document.activeElement)
  expect(call.mock.calls.map(([name, input]) => ({ name, ...input }))).toEqual(
    [true, false].map((watch) => ({ name: 'postWatch', postId: POST, watch })),
  )
})

it('returns to the former state when it is refused', async () => {
  const { onFailure } = showTools({ isRefused: true })
  await userEvent.click(await button())
  await waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
  expect((await button()).getAttribute('aria-pressed')).toBe('false')
})

it('shows what the reader watches elsewhere, and visitors nothing', async () => {
  const { stoa } = showTools({ isSignedIn: false })
  await import('./watch-thread.tsx')
  expect(screen.queryByRole('button')).toBeNull()
  act(() => stoa.state.setState({ viewer: exampleMe(), watches: { [POST]: true } }))
  expect((await button()).getAttribute('aria-pressed')).toBe('true')
})
