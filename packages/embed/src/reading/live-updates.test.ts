import { createFakeRealtime } from '@stoa/client/fixtures'
import { exampleBranch, exampleComment, exampleId } from '@stoa/contract/fixtures'
import { expect, test, vi } from 'vitest'
import { options, POST, threadPayload } from '../testing/rendered-thread.ts'
import { listenForUpdates } from './live-updates.ts'

const live = vi.hoisted(() => ({ current: undefined as unknown }))
vi.mock('../session/page-connection.ts', () => ({ pageConnection: () => live.current }))

test('a changed name notifies readers of that person’s content, and no others', () => {
  const fake = createFakeRealtime()
  live.current = { realtime: fake.realtime }
  const shownId = exampleId(77, 'u')
  const payload = threadPayload()
  payload.comments.items = [exampleBranch(exampleComment('wren', { postId: POST, publisherId: shownId }))]
  const notify = vi.fn()
  const news = listenForUpdates({ part: 'comments', state: { payload, now: 0, recentEvents: [] }, options, notify })
  const changed = (id: string) =>
    fake.tell('user.changed', {
      id: `about ${id}`,
      at: 1,
      user: { id, username: 'wren', displayName: 'Wren', slugUrl: 'wren', profileImageUrl: '' },
    })
  changed(exampleId(78, 'u'))
  expect([news.events, notify.mock.calls]).toEqual([[], []])
  changed(shownId)
  expect(news.events).toMatchObject([{ name: 'user.changed', user: { id: shownId } }])
  expect(notify).toHaveBeenCalledTimes(1)
  news.end()
})

test('recent events are only updates if the rendering doesn’t include them, and nothing is fetched', () => {
  const fake = createFakeRealtime()
  live.current = { realtime: fake.realtime }
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const notify = vi.fn()
  const now = 100_000
  const news = listenForUpdates({
    part: 'reactions',
    state: { payload: threadPayload(), now, recentEvents: ['included'] },
    options,
    notify,
  })
  const react = (id: string, at: number) =>
    fake.tell('reaction.changed', {
      id,
      at,
      postId: POST,
      entityId: POST,
      entityType: 'Post',
      reactionsCount: { 'thumb-up': 1 } as never,
    })
  react('included', now - 100)
  react('long ago', now - 5000)
  expect([news.events, notify.mock.calls]).toEqual([[], []])
  react('committed late', now - 50)
  expect(news.events).toMatchObject([{ id: 'committed late' }])
  expect(notify).toHaveBeenCalledTimes(1)
  expect(fetched).not.toHaveBeenCalled()
  news.end()
  vi.unstubAllGlobals()
})

test('changes of another part of the thread are kept for the store, without loading code', () => {
  const fake = createFakeRealtime()
  live.current = { realtime: fake.realtime }
  const notify = vi.fn()
  const news = listenForUpdates({ part: 'poll', state: { payload: threadPayload(), now: 0 }, options, notify })
  const react = (id: string, postId: string) =>
    fake.tell('reaction.changed', {
      id,
      at: 1,
      postId,
      entityId: postId,
      entityType: 'Post',
      reactionsCount: { 'thumb-up': 1 } as never,
    })
  react('here', POST)
  react('elsewhere', exampleId(2, 'p'))
  expect(news.events).toMatchObject([{ id: 'here' }])
  expect(notify).not.toHaveBeenCalled()
  news.end()
})
