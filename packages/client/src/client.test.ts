// @vitest-environment node
import type { CallInput, CallOutput, PostSummary } from '@stoa/contract'
import { siteModerationRoutes } from '@stoa/contract'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { type Client, createClient, createSiteClient } from './client.ts'
import type { StoaError } from './stoa-error.ts'
import type { Transport, TransportRequest } from './transport.ts'

const POST_ID = 'P'.repeat(20)

/** A transport with scripted responses that records requests. */
function scripted(...responses: (Response | Error)[]) {
  const requests: ({ url: string } & TransportRequest)[] = []
  const transport: Transport = async (url, request) => {
    requests.push({ url, ...request })
    const response = responses.shift()
    if (!response || response instanceof Error) throw response ?? new Error('The script is at its end.')
    return response
  }
  return { transport, requests }
}

const success = (payload: unknown) => Response.json({ status: 'success', payload })
const failure = (code: string, status = 400) =>
  Response.json({ status: 'error', code, message: `${code}.`, requestId: 'r1', details: [] }, { status })

function clientOf(transport: Transport, options: Partial<Parameters<typeof createClient>[0]> = {}): Client {
  return createClient({ baseUrl: 'https://forum.example', visitorId: 'visitor', transport, ...options })
}

/** A session whose tokens are t1, t2, … */
function tokens() {
  let number = 1
  return { getAccessToken: async () => `t${number}`, refresh: vi.fn(async () => `t${++number}`) }
}

describe('requests', () => {
  test('a widget’s client makes only the calls of a site', async () => {
    const { transport, requests } = scripted(success({ user: {} }))
    const client = createSiteClient({ baseUrl: 'https://forum.example', transport })
    await client.call('me', {})
    expect(requests[0]?.url).toBe('https://forum.example/api/me')
    await expect(client.call('elsewhere' as 'me', {})).rejects.toThrow('does not make the call elsewhere')
    expect(requests).toHaveLength(1)
  })

  test('a widget’s client loads what only few of its readers need', async () => {
    const { transport, requests } = scripted(success({ items: [] }), success({ user: {} }))
    const loadMore = vi.fn(async () => siteModerationRoutes)
    const client = createSiteClient({ baseUrl: 'https://forum.example', transport }, loadMore)
    await client.call('queueList', { postId: POST_ID })
    expect(requests[0]?.url).toBe(`https://forum.example/api/moderation/queue?postId=${POST_ID}`)
    await client.call('me', {})
    expect(loadMore).toHaveBeenCalledOnce()
    await expect(client.call('communityEdit', { tokenName: 'FORUM' } as never)).rejects.toThrow('communityEdit')
  })

  test('a write names the person who wants it; reads and public calls don’t', async () => {
    const { transport, requests } = scripted(success({}), success({}), success({}))
    const client = clientOf(transport)
    const options = { actorId: 'U' }
    await client.call('postSave', { postId: POST_ID, save: true }, options)
    await client.call('postGet', { idOrSlug: POST_ID }, options)
    await client.call('authSignIn', { login: 'a', password: 'b' }, options)
    const bodies = requests.map(({ body }) => body && JSON.parse(body))
    expect(bodies[0]).toEqual({ postId: POST_ID, save: true, visitorId: 'visitor', userId: 'U' })
    expect(bodies[1]).toBeUndefined()
    expect(bodies[2]).not.toHaveProperty('userId')
  })

  test('path parameters are filled and escaped, other fields of a read go into a sorted query', async () => {
    const { transport, requests } = scripted(success({ post: {} }))
    await clientOf(transport).call('postGet', { tokenName: 'FORUM', idOrSlug: 'a/b ü' })
    expect(requests[0]?.url).toBe('https://forum.example/api/posts/a%2Fb%20%C3%BC?tokenName=FORUM')
    expect(requests[0]?.method).toBe('GET')
    expect(requests[0]?.body).toBeUndefined()
  })

  test('undefined fields are omitted, and equal requests have equal addresses', async () => {
    const { transport, requests } = scripted(success({}), success({}))
    const client = clientOf(transport)
    await client.call('commentList', { type: 'post', postId: POST_ID, sort: 'new' })
    const inAnotherOrder = { sort: 'new', cursor: undefined, postId: POST_ID, type: 'post' } as const
    await client.call('commentList', inAnotherOrder as CallInput<'commentList'>)
    expect(requests[0]?.url).toBe(`https://forum.example/api/comments?postId=${POST_ID}&sort=new&type=post`)
    expect(requests[1]?.url).toBe(requests[0]?.url)
  })

  test('a write is JSON with the visitor id and its own key of 128 random bits', async () => {
    const { transport, requests } = scripted(success({}), success({}))
    const client = clientOf(transport)
    await client.call('postView', { postId: POST_ID })
    await client.call('postView', { postId: POST_ID })
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ postId: POST_ID, visitorId: 'visitor' })
    expect(requests[0]?.headers['content-type']).toBe('application/json')
    expect(requests[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
    expect(requests[1]?.headers['idempotency-key']).not.toBe(requests[0]?.headers['idempotency-key'])
  })

  test('a read sent as POST has neither key nor visitor id, so that caches may share it', async () => {
    const { transport, requests } = scripted(success({ counts: [] }))
    await clientOf(transport).call('articleCounts', { community: 'FORUM', articles: [{ url: 'https://a.example/1' }] })
    expect(requests[0]?.headers['idempotency-key']).toBeUndefined()
    expect(requests[0]?.body).not.toContain('visitor')
  })

  test('a key given by the caller is used', async () => {
    const { transport, requests } = scripted(success({}))
    await clientOf(transport).call('postView', { postId: POST_ID }, { idempotencyKey: 'mine' })
    expect(requests[0]?.headers['idempotency-key']).toBe('mine')
  })

  test('public calls carry no token: responses are the same for everyone', async () => {
    const { transport, requests } = scripted(success({}), success({}))
    const client = clientOf(transport, { session: tokens() })
    await client.call('articleThread', { community: 'FORUM', url: 'https://a.example/1' })
    await client.call('me', {})
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer t1'])
  })
})

describe('responses', () => {
  test('the payload is unwrapped', async () => {
    const { transport } = scripted(success({ totalViews: 3 }))
    expect(await clientOf(transport).call('postView', { postId: POST_ID })).toEqual({ totalViews: 3 })
  })

  test('an error has the code, status, message, details and request id of the response', async () => {
    const { transport } = scripted(failure('BANNED', 403))
    const error: StoaError = await clientOf(transport)
      .call('postView', { postId: POST_ID })
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'StoaError', code: 'BANNED', status: 403, requestId: 'r1', details: [] })
    expect(error.message).toBe('BANNED.')
  })

  test.each([
    ['no connection', new TypeError('fetch failed')],
    ['a page of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['JSON without envelope', Response.json({ hello: 1 })],
    ['JSON null', Response.json(null)],
  ])('%s is the code NETWORK', async (_, response) => {
    const { transport } = scripted(response)
    await expect(clientOf(transport).call('me', {})).rejects.toMatchObject({ code: 'NETWORK' })
  })

  test('aborting throws ABORTED', async () => {
    const controller = new AbortController()
    const transport: Transport = async (_, { signal }) => {
      controller.abort()
      signal?.throwIfAborted()
      return success({})
    }
    const call = clientOf(transport).call('me', {}, { signal: controller.signal })
    await expect(call).rejects.toMatchObject({ code: 'ABORTED', status: 0 })
  })
})

describe('tokens', () => {
  test('an expired token is renewed once and the call retried with the same key', async () => {
    const { transport, requests } = scripted(failure('TOKEN_EXPIRED', 401), success({ totalViews: 1 }))
    const session = tokens()
    await clientOf(transport, { session }).call('postView', { postId: POST_ID })
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2'])
    expect(requests[1]?.headers['idempotency-key']).toBe(requests[0]?.headers['idempotency-key'])
  })

  test('a token that is refused again is an error', async () => {
    const { transport } = scripted(failure('TOKEN_EXPIRED', 401), failure('AUTH_REQUIRED', 401))
    const session = tokens()
    await expect(clientOf(transport, { session }).call('me', {})).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
    expect(session.refresh).toHaveBeenCalledTimes(1)
  })

  test('a visitor who is asked to sign in causes no refresh', async () => {
    const { transport } = scripted(failure('AUTH_REQUIRED', 401))
    const session = { getAccessToken: async () => null, refresh: vi.fn(async () => null) }
    await expect(clientOf(transport, { session }).call('me', {})).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
    expect(session.refresh).not.toHaveBeenCalled()
  })

  test('an anonymous write carries the app check, and a new one after a refusal', async () => {
    const { transport, requests } = scripted(failure('APP_CHECK_REQUIRED', 403), success({}))
    let number = 0
    const appCheck = { getToken: async () => `check${number}`, reset: () => void (number += 1) }
    await clientOf(transport, { appCheck }).call('commentAnonymous', {
      tokenName: 'FORUM',
      postId: POST_ID,
      content: 'Hello',
    })
    expect(requests.map(({ headers }) => headers['x-app-check'])).toEqual(['check0', 'check1'])
  })

  test('signed-in callers need no app check', async () => {
    const { transport, requests } = scripted(success({}))
    const appCheck = { getToken: vi.fn(async () => 'check'), reset() {} }
    const client = clientOf(transport, { session: tokens(), appCheck })
    await client.call('commentAnonymous', { tokenName: 'FORUM', postId: POST_ID, content: 'Hello' })
    expect(requests[0]?.headers['x-app-check']).toBeUndefined()
    expect(appCheck.getToken).not.toHaveBeenCalled()
  })
})

test('inputs and outputs have the contract’s types', () => {
  const call: Client['call'] = async () => ({}) as never
  expectTypeOf(call('postReaction', { entityType: 'Post', reactionName: 'thumb-up' })).resolves.toEqualTypeOf<
    CallOutput<'postReaction'>
  >()
  expectTypeOf<CallOutput<'articleThread'>['post']>().toEqualTypeOf<PostSummary | null>()
  // @ts-expect-error A reaction that does not exist.
  void call('postReaction', { entityType: 'Post', reactionName: 'heart' })
  // @ts-expect-error A call that does not exist.
  void call('postExplode', {})
  // @ts-expect-error The post's id is missing.
  void call('postVote', { selectedOptionIndex: 1 })
})
