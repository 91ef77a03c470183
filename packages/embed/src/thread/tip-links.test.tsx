import { CommentMenuView } from '@stoa/comments'
import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa, putThread, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useContext } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { article, options, stubLayout, threadPayload } from '../testing/rendered-thread.ts'
import { useThreadMenu } from './use-thread-menu.tsx'

afterEach(() => vi.unstubAllGlobals())
const forum = { url: 'https://forum.example' } as never

/** The menu of the thread's first comment. */
function showMenu({ money = true, viewer = exampleMe() as ReturnType<typeof exampleMe> | null } = {}) {
  stubLayout({ stub: vi.stubGlobal })
  const stoa = createStoa({
    client: { call: vi.fn(async () => ({})) } as unknown as StoaOptions['client'],
    storage: null,
  })
  const payload = threadPayload()
  putThread(stoa, { article, payload: { ...payload, community: { ...payload.community, money } } })
  stoa.state.setState({ viewer })
  const [comment] = Object.values(stoa.state.getState().comments)
  if (!comment) throw new Error('The thread has no comment.')
  const Line = () => {
    const draw = useContext(CommentMenuView)
    return draw ? draw({ comment, author: 'Ada', menu: { label: 'Menu', items: [], defaultOpen: true } }) : 'as usual'
  }
  const Thread = () => {
    const { draw } = useThreadMenu({ host: document.createElement('stoa-comments'), forum, options }, () => {})
    return (
      <CommentMenuView.Provider value={draw}>
        <Line />
      </CommentMenuView.Provider>
    )
  }
  render(
    <StoaProvider stoa={stoa}>
      <Thread />
    </StoaProvider>,
  )
  return { comment, stoa }
}

it('opens the comment in the forum, with the dialog for a tip', async () => {
  const open = vi.fn()
  vi.stubGlobal('open', open)
  const { comment } = showMenu()
  const item = await screen.findByRole('menuitem', { name: /^Tip/ })
  item.click()
  await waitFor(() => expect(open).toHaveBeenCalledOnce())
  const [href, target, features] = open.mock.calls[0] ?? []
  expect([new URL(String(href)).origin, target, features]).toEqual(['https://forum.example', '_blank', 'noopener'])
  expect(href).toMatch(new RegExp(`/comment/${comment.id}\\?tip$`))
})

it('offers nothing where there is no money, to visitors, and for one’s own comments', async () => {
  await import('./tip-links.tsx')
  showMenu({ money: false })
  expect(screen.getByText('as usual')).toBeTruthy()
  cleanup()
  showMenu({ viewer: null })
  expect(screen.getByText('as usual')).toBeTruthy()
  cleanup()
  const { comment } = showMenu()
  await screen.findByRole('menuitem', { name: /^Tip/ })
  cleanup()
  showMenu({ viewer: exampleMe({ id: comment.publisherId }) })
  expect(screen.queryByRole('menuitem', { name: /^Tip/ })).toBeNull()
})
