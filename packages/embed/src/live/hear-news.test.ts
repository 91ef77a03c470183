import { createFakeRealtime } from '@stoa/client/fixtures'
import { exampleBranch, exampleComment, exampleId } from '@stoa/contract/fixtures'
import { expect, test, vi } from 'vitest'
import { options, POST, threadPayload } from '../testing/rendered-thread.ts'
import { hearNews } from './hear-news.ts'

const live = vi.hoisted(() => ({ current: undefined as unknown }))
vi.mock('./page-live.ts', () => ({ pageLive: () => live.current }))

test('a changed name is news to a reader of what that person wrote, and to no other', () => {
  const fake = createFakeRealtime()
  live.current = { realtime: fake.realtime, wasConnected: () => false }
  const shownId = exampleId(77, 'u')
  const payload = threadPayload()
  payload.comments.items = [exampleBranch(exampleComment('wren', { postId: POST, publisherId: shownId }))]
  const tell = vi.fn()
  const news = hearNews({ postId: POST, payload, options, tell })
  const changed = (id: string) =>
    fake.tell('user.changed', {
      ...{ id: `about ${id}`, at: 1 },
      user: { id, username: 'wren', displayName: 'Wren', slugUrl: 'wren', profileImageUrl: '' },
    })
  changed(exampleId(78, 'u'))
  expect([news.events, tell.mock.calls]).toEqual([[], []])
  changed(shownId)
  expect(news.events).toMatchObject([{ name: 'user.changed', user: { id: shownId } }])
  expect(tell).toHaveBeenCalledTimes(1)
  news.end()
})
