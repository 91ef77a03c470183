import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, PUBLISHER, startForum } from '../../test/forum.ts'
import { createLiveClients, type LiveClients } from '../../test/live-clients.ts'
import type { RenderFragment } from '../domains/content/articles/fragments.ts'

const STORY = `${PUBLISHER.origin}/story`
const LATER = `${PUBLISHER.origin}/later`

type Rendering = Parameters<RenderFragment>[0]

let forum: Forum
let clients: LiveClients
const renderings: Rendering[] = []

beforeAll(async () => {
  forum = await startForum({
    renderFragment: (request) => {
      renderings.push(request)
      return { shadow: '', plain: '', content: '' }
    },
  })
  clients = createLiveClients(forum.stoa.url)
})
afterEach(() => clients.leave())
afterAll(() => forum.stoa.close())

/** The rendering of an article for an element, as a visitor gets it. */
async function rendered(url: string, part = 'comments'): Promise<Rendering> {
  renderings.length = 0
  const articles = JSON.stringify([{ url, part }])
  const query = new URLSearchParams({ community: 'FORUM', articles })
  const response = await fetch(`${forum.stoa.url}/api/articles/fragments?${query}`)
  expect(response.status).toBe(200)
  const [rendering] = renderings
  if (!rendering) throw new Error('nothing was rendered')
  return rendering
}

async function comment(url: string, content: string) {
  const input = { tokenName: 'FORUM', article: { url }, content }
  const { body } = await forum.stoa.call('commentCreate', input, { token: forum.ada.token })
  expect(body).toMatchObject({ status: 'success' })
  return body.payload.comment
}

test('watching since a rendering replays only events it does not include', async () => {
  const { id, postId } = await comment(STORY, 'Before')
  const react = (reactionName: 'thumb-up' | '') =>
    forum.stoa.call('postReaction', { entityId: id, entityType: 'Comment', reactionName }, { token: forum.bea.token })
  await react('thumb-up')
  const { now, recentEvents, payload } = await rendered(STORY)
  expect(payload.comments?.items).toMatchObject([{ id, reactionsCount: { 'thumb-up': 1 } }])
  await react('')
  const client = await clients.connect({ watch: { postIds: [postId], since: now } })
  await vi.waitFor(() => expect(client.resumed).toHaveLength(1))
  const news = client.events.filter(({ event }) => !recentEvents.includes(event.id))
  expect(client.events.length).toBeGreaterThan(news.length)
  expect(news).toMatchObject([
    { name: 'reaction.changed', event: { entityId: id, reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 } } },
  ])
})

test('the first comment of an article is in the next rendering of each of its parts', async () => {
  const { payload: before } = await rendered(LATER)
  expect(before.post).toBeNull()
  const { postId } = await comment(LATER, 'First')
  for (const part of ['comments', 'reactions', 'poll']) {
    const { now, recentEvents, payload } = await rendered(LATER, part)
    expect(payload.post?.id).toBe(postId)
    const client = await clients.connect({ watch: { postIds: [postId], since: now } })
    await vi.waitFor(() => expect(client.resumed).toHaveLength(1))
    expect(client.names()).toContain('comment.created')
    expect(client.events.filter(({ event }) => !recentEvents.includes(event.id))).toEqual([])
  }
})

test('profile events are limited to people shown in the rendering', async () => {
  await comment(STORY, 'Once more')
  const { database, app } = forum.stoa
  const rename = (id: string) =>
    database.transaction(async (unit) => {
      const user = { id, username: 'x', displayName: 'X', slugUrl: 'x', profileImageUrl: '' }
      app.events.publish(unit, { name: 'user.changed', room: 'people', payload: { user } })
    })
  await rename(forum.cem.id)
  const before = await rendered(STORY, 'comments')
  await rename(forum.ada.id)
  const after = await rendered(STORY, 'poll')
  const whole = await rendered(`${STORY}?page=2`)
  expect(whole.recentEvents).toEqual([])
  expect(after.recentEvents).toEqual(before.recentEvents)
  const shown = await rendered(STORY)
  expect(shown.recentEvents).toHaveLength(before.recentEvents.length + 1)
})
