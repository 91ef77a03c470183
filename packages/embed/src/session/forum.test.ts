import { beforeEach, expect, it, vi } from 'vitest'
import { acquireForum, releaseForum } from './forum.ts'

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

const client = vi.hoisted(() => ({ call: vi.fn() }))

vi.mock('./forum-client.ts', () => ({ createForumClient: () => client }))
vi.mock('@stoa/client/partner-session', () => ({ createPartnerSession: () => session, hasSignedIn: () => false }))

beforeEach(() => {
  session.token = null
  session.close.mockClear()
})

it('is shared by all elements of a page, and ends with the last one', async () => {
  const first = acquireForum(URL_OF_FORUM)
  expect(acquireForum(URL_OF_FORUM)).toBe(first)
  expect(acquireForum('https://other.example')).not.toBe(first)
  await first.session()
  releaseForum(first)
  expect(session.close).not.toHaveBeenCalled()
  releaseForum(first)
  expect(session.close).toHaveBeenCalledOnce()
  const next = acquireForum(URL_OF_FORUM)
  expect(next).not.toBe(first)
  releaseForum(next)
})

it('reports signing in and out until the listener is removed', async () => {
  const forum = acquireForum(URL_OF_FORUM)
  const onSession = vi.fn()
  const unhear = forum.onSession(onSession)
  await forum.session()
  session.changeTo('a.b.c')
  await vi.waitFor(() => expect(onSession.mock.calls).toEqual([[true]]))
  session.changeTo(null)
  await vi.waitFor(() => expect(onSession.mock.calls).toEqual([[true], [false]]))
  unhear()
  session.changeTo('a.b.c')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(onSession).toHaveBeenCalledTimes(2)
  releaseForum(forum)
})

it('reports a comment only where it was written, even if the reader has moved on', async () => {
  const insert = (id: string) => Object.assign(document.body.appendChild(document.createElement('div')), { id })
  const one = insert('first')
  const other = insert('second')
  const events: [string, string][] = []
  document.body.addEventListener('stoa-comment', (event) => {
    events.push([(event.target as HTMLElement).id, (event as CustomEvent).detail.commentId])
  })
  const forum = acquireForum(URL_OF_FORUM)
  let respond = (_payload: object) => {}
  client.call.mockImplementation(() => new Promise((resolve) => (respond = resolve)))
  forum.activeHost = one
  const sending = forum.stoa.client.call('commentCreate', {} as never)
  await vi.waitFor(() => expect(client.call).toHaveBeenCalledWith('commentCreate', {}, undefined))
  forum.activeHost = other
  respond({ commentId: 'c1' })
  await sending
  expect(events).toEqual([['first', 'c1']])
  document.body.innerHTML = ''
  releaseForum(forum)
})
