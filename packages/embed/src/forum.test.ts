import { beforeEach, expect, it, vi } from 'vitest'
import { releaseForum, takeForum } from './forum.ts'

const URL_OF_FORUM = 'https://forum.example'
const session = vi.hoisted(() => {
  const listeners = new Set<() => void>()
  return {
    token: null as string | null,
    close: vi.fn(),
    getAccessToken: async () => session.token,
    onChange: (listener: () => void) => listeners.add(listener),
    changeTo(token: string | null) {
      session.token = token
      for (const listener of listeners) listener()
    },
  }
})

vi.mock('./sign-in/embed-session.ts', () => ({ createEmbedSession: () => session }))

beforeEach(() => {
  session.token = null
  session.close.mockClear()
})

it('is one for all elements of a page, and ends with the last of them', async () => {
  const first = takeForum(URL_OF_FORUM)
  expect(takeForum(URL_OF_FORUM)).toBe(first)
  expect(takeForum('https://other.example')).not.toBe(first)
  await first.session()
  releaseForum(first)
  expect(session.close).not.toHaveBeenCalled()
  releaseForum(first)
  expect(session.close).toHaveBeenCalledOnce()
  const next = takeForum(URL_OF_FORUM)
  expect(next).not.toBe(first)
  releaseForum(next)
})

it('tells of signing in and out, until nobody listens', async () => {
  const forum = takeForum(URL_OF_FORUM)
  const heard = vi.fn()
  const unhear = forum.onSession(heard)
  await forum.session()
  session.changeTo('a.b.c')
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[true]]))
  session.changeTo(null)
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[true], [false]]))
  unhear()
  session.changeTo('a.b.c')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(heard).toHaveBeenCalledTimes(2)
  releaseForum(forum)
})
