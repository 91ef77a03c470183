import { examplePost } from '@stoa/contract/fixtures'
import { expect, it, vi } from 'vitest'
import { createPartnerClient } from './partner-client.ts'

const FORUM = 'https://forum.example'
const session = {
  getAccessToken: async () => 'a.b.c',
  refresh: async () => null,
  signOut: async () => {},
  onChange: () => () => {},
}

/** A forum that responds by path, and the requests it got. */
function forum(responses: Record<string, unknown>) {
  const requests: { path: string; token: string | null }[] = []
  const fetch = vi.fn(async (url: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(url))
    requests.push({ path: pathname, token: new Headers(init?.headers).get('authorization') })
    const response = responses[pathname]
    return Response.json(response ?? { status: 'error', code: 'INTERNAL', message: '' }, {
      status: response ? 200 : 500,
    })
  })
  return { requests, client: createPartnerClient({ baseUrl: FORUM, visitorId: 'v', session, fetch }) }
}

const success = (payload: unknown) => ({ status: 'success', payload })
const post = examplePost()
const viewerFacts = { reactions: { [post.id]: 'thumb-up' }, votes: {}, comments: [] }

it('reads posts as visitors do, and adds the viewer’s reactions and votes', async () => {
  const { client, requests } = forum({
    [`/api/posts/${post.id}`]: success({ post }),
    '/api/viewer/facts': success(viewerFacts),
    '/api/posts': success({ items: [post], cursor: null, hasMore: false }),
  })
  expect(await client.call('postGet', { idOrSlug: post.id })).toMatchObject({ post: { id: post.id }, viewerFacts })
  expect(await client.call('postList', { type: 'all' })).toMatchObject({ items: [{ id: post.id }], viewerFacts })
  expect(requests.map(({ token }) => token)).toEqual([null, 'Bearer a.b.c', null, 'Bearer a.b.c'])
})

it('makes addresses of the forum’s files absolute', async () => {
  const block = { type: 'image', data: { file: { url: '/media/m1/full.webp' }, caption: '/media/m1/full.webp' } }
  const postWithMedia = {
    ...post,
    publisherImageUrl: '/media/m2/64.webp',
    postContent: JSON.stringify({ blocks: [block] }),
  }
  const { client } = forum({ [`/api/posts/${post.id}`]: success({ post: postWithMedia }) })
  const response = await client.call('postGet', { idOrSlug: post.id }, { signal: AbortSignal.timeout(20) })
  expect(response.post.publisherImageUrl).toBe(`${FORUM}/media/m2/64.webp`)
  expect(JSON.parse(response.post.postContent).blocks[0].data).toEqual({
    file: { url: `${FORUM}/media/m1/full.webp` },
    caption: '/media/m1/full.webp',
  })
})

it('shows a post even if the viewer’s facts can’t be loaded', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 2000 })
  const { client } = forum({ [`/api/posts/${post.id}`]: success({ post }) })
  expect(await client.call('postGet', { idOrSlug: post.id })).toEqual({ post })
  vi.useRealTimers()
})

it('explains how to register the site', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const refusal = { status: 'error', code: 'ORIGIN_NOT_REGISTERED', message: 'This site is not registered.' }
  const { client } = forum({ '/api/post/reaction': refusal })
  const reaction = { entityType: 'Post', entityId: post.id, reactionName: 'thumb-up' } as const
  await expect(client.call('postReaction', reaction)).rejects.toMatchObject({
    code: 'ORIGIN_NOT_REGISTERED',
    message: `This site is not registered. Register it at the forum: stoa origin:add COMMUNITY ${location.origin}`,
  })
})
