import type { CallInput, CallOutput } from '@stoa/contract'
import { expect } from 'vitest'
import { type Built, startTestApp, type TestApp } from './harness.ts'
import { seedCommunity } from './seed-community.ts'
import { seedPost } from './seed-post.ts'
import { startTokenIssuer, type TokenIssuer } from './token-issuer.ts'

type Person = Awaited<ReturnType<TestApp['member']>>
type Fields<Input> = Partial<Input>

/** A running application with an open community, one that approves comments first, and people in every role. */
export interface Forum {
  stoa: TestApp
  /** Plays Google and Firebase. */
  issuer: TokenIssuer
  /** FORUM, where everyone may comment. */
  communityId: string
  /** GUARDED, where comments are approved first and can't be anonymous. */
  guardedId: string
  ada: Person
  bea: Person
  /** Member of no community. */
  cem: Person
  moderator: Person
  admin: Person
  newPost(about?: {
    communityId?: string
    publisherId?: string
    status?: number
    kind?: 'story' | 'community'
  }): Promise<string>
  /** Comments in FORUM, a millisecond after the previous comment. */
  say(
    token: string,
    input: Fields<CallInput<'commentCreate'>> & { postId: string },
  ): Promise<CallOutput<'commentCreate'>['comment']>
  hide(token: string, input: Fields<CallInput<'commentDelete'>> & { commentId: string }): ReturnType<typeof hideCall>
  thread(
    postId: string,
    about?: { token?: string } & Pick<CallInput<'commentList'>, 'sort' | 'cursor'> & { limit?: number },
  ): Promise<CallOutput<'commentList'>>
  countOf(postId: string): Promise<number>
}

/** A site with publisher sign-on. */
export const PUBLISHER = {
  origin: 'https://publisher.example',
  secret: 'a secret that both of them know, and nobody else',
}

export async function startForum(built: Built = {}, environment: Record<string, string> = {}): Promise<Forum> {
  const issuer = await startTokenIssuer()
  const google = {
    clientId: 'the-forum',
    clientSecret: 'secret',
    endpoints: { issuer: issuer.issuer, jwks: issuer.jwks },
  }
  const firebase = { projectId: 'stoa-test', endpoints: { jwks: issuer.jwks } }
  const files = { 'config.json': { money: true }, 'providers.json': { google, firebase } }
  const started = await startTestApp(environment, { ...built, files })
  const stoa = {
    ...started,
    async close() {
      await started.close()
      await issuer.close()
    },
  }
  const communityId = await seedCommunity(stoa)
  const guardedId = await seedCommunity(stoa, { tokenName: 'GUARDED' })
  await stoa.database.transaction(({ connection }) =>
    connection('communities').where({ id: guardedId }).update({ approve_comments: 1, anonymous_comments: 0 }),
  )
  const moderator = await stoa.member('mod_demo', { join: ['FORUM', 'GUARDED'] })
  for (const id of [communityId, guardedId]) {
    await stoa.app.services.memberships.setRole(id, moderator.id, { moderator: true, permissions: ['hideContent'] })
  }
  await stoa.app.services.partnerOrigins.register(communityId, PUBLISHER.origin)
  await stoa.app.services.publishers.set(PUBLISHER.origin, { kind: 'secret', value: PUBLISHER.secret })
  return {
    stoa,
    issuer,
    communityId,
    guardedId,
    ada: await stoa.member('ada_demo', { join: ['FORUM', 'GUARDED'] }),
    bea: await stoa.member('bea_demo', { join: ['FORUM'] }),
    cem: await stoa.member('cem_demo'),
    moderator,
    admin: await stoa.member('admin_demo', { networkAdmin: true }),
    newPost: (about) => seedPost(stoa, { communityId, ...about }),
    async say(token, input) {
      stoa.clock.advance(1)
      const response = await stoa.call('commentCreate', { tokenName: 'FORUM', content: 'Hello', ...input }, { token })
      expect(response.body).toMatchObject({ status: 'success' })
      return response.body.payload.comment
    },
    hide: (token, input) => hideCall(stoa, token, input),
    async thread(postId, { token, ...input } = {}) {
      const response = await stoa.call('commentList', { type: 'post', postId, ...input }, token ? { token } : {})
      expect(response.status).toBe(200)
      return response.body.payload
    },
    countOf: async (postId) => (await stoa.app.services.posts.facts(postId)).numComments,
  }
}

function hideCall(stoa: TestApp, token: string, input: Fields<CallInput<'commentDelete'>> & { commentId: string }) {
  return stoa.call('commentDelete', { tokenName: 'FORUM', hidden: true, ...input }, { token })
}
