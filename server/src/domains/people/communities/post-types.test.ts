import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let stoa: TestApp
let communityId: string
let owner: Awaited<ReturnType<TestApp['member']>>
let member: Awaited<ReturnType<TestApp['member']>>

beforeAll(async () => {
  stoa = await startTestApp()
  communityId = await seedCommunity(stoa)
  owner = await stoa.member('olga_demo', { join: ['FORUM'] })
  member = await stoa.member('mia_demo', { join: ['FORUM'] })
  await stoa.app.services.memberships.setRole(communityId, owner.id, { owner: true })
})
afterAll(() => stoa.close())

const tokenName = 'FORUM'
const postContent = '{"blocks":[{"type":"paragraph","data":{"text":"Words"}}]}'
const edit = async (input: object, { token } = owner) =>
  (await stoa.call('communityEdit', { tokenName, ...input }, { token })).body
const publish = async (input: object, { token } = member) => {
  const post = { tokenName, title: 'A title', kind: 'community', postContent, ...input } as const
  return (await stoa.call('postCreate', post, { token })).body
}
const codeOf = (body: { code?: string }) => body.code ?? 'done'
const changes = async () => {
  const { body } = await stoa.call('communityActivity', { tokenName }, { token: owner.token })
  return body.payload.items.flatMap((item) => item.changes)
}

test('a community accepts the kinds of posts that it lists, and every change is logged', async () => {
  const poll = { pollOptions: ['Yes', 'No'] }
  const before = codeOf(await publish(poll))
  const draft = (await publish({ ...poll, saveAsDraft: true })).payload.post
  const { payload } = await edit({ postTypes: ['story', 'community'] })
  expect([before, payload.community.postTypes]).toEqual(['done', ['community', 'story']])
  const publishDraft = { tokenName, postId: draft.id }
  const { token } = member
  expect([
    codeOf(await publish({})),
    codeOf(await publish(poll)),
    codeOf((await stoa.call('postDraftPublish', publishDraft, { token })).body),
    // Drafts aren't checked.
    codeOf(await publish({ ...poll, saveAsDraft: true })),
  ]).toEqual(['done', 'POST_TYPE_REFUSED', 'POST_TYPE_REFUSED', 'done'])

  await edit({ postTypes: ['poll'] })
  expect([codeOf(await publish({})), codeOf(await publish(poll))]).toEqual(['POST_TYPE_REFUSED', 'done'])
  expect(codeOf(await edit({ postTypes: ['poll', 'poll'] }))).toBe('VALIDATION_FAILED')
  await edit({ postTypes: ['community', 'poll', 'story', 'response'], showRules: false })
  expect((await changes()).slice(0, 4)).toEqual([
    { setting: 'showRules', before: 'true', after: 'false' },
    { setting: 'postTypes', before: 'poll', after: 'community, poll, story, response' },
    { setting: 'postTypes', before: 'community, story', after: 'poll' },
    { setting: 'postTypes', before: 'community, poll, story, response', after: 'community, story' },
  ])
})

test('nothing can be written in an archived community until its owner unarchives it', async () => {
  const { payload } = await publish({ pollOptions: ['Yes', 'No'] })
  const postId = payload.post.id
  const newcomer = await stoa.member('nora_demo')
  const editor = await stoa.member('emma_demo', { join: ['FORUM'] })
  await stoa.app.services.memberships.setRole(communityId, editor.id, { permissions: ['editBBS'] })
  const { token } = member
  const { commentId } = (await stoa.call('commentCreate', { tokenName, postId, content: 'Words' }, { token })).body
    .payload
  expect(codeOf(await edit({ archived: true }, editor))).toBe('FORBIDDEN')
  expect((await edit({ archived: true })).payload.community.publishStatus).toBe(2)
  // Cached posts are up to a second old.
  stoa.clock.advance(2000)
  const answers = [
    stoa.call('commentCreate', { tokenName, postId, content: 'More words' }, { token }),
    stoa.call('commentEdit', { tokenName, commentId, content: 'Other words' }, { token }),
    stoa.call('postVote', { postId, selectedOptionIndex: 0 }, { token }),
    stoa.call('postReaction', { entityType: 'Post', entityId: postId, reactionName: 'thumb-up' }, { token }),
    stoa.call(
      'postReaction',
      { entityType: 'Comment', entityId: commentId, reactionName: 'thumb-up' },
      { token: owner.token },
    ),
    stoa.call('communityJoin', { tokenName, join: true }, { token: newcomer.token }),
    stoa.call('postEdit', { tokenName, postId, title: 'Another title', postContent }, { token }),
  ]
  const codes = (await Promise.all(answers)).map(({ body }) => codeOf(body))
  expect([...codes, codeOf(await publish({})), codeOf(await publish({}, owner))]).toEqual(
    Array.from({ length: 9 }, () => 'COMMUNITY_ARCHIVED'),
  )
  const listed = async () => (await stoa.call('communityList', {})).body.payload.items.map((item) => item.tokenName)
  expect(await listed()).not.toContain(tokenName)
  expect((await stoa.call('postGet', { idOrSlug: postId })).status).toBe(200)
  // A member can always leave.
  expect(codeOf((await stoa.call('communityJoin', { tokenName, join: false }, { token: editor.token })).body)).toBe(
    'done',
  )

  await edit({ archived: false })
  stoa.clock.advance(2000)
  expect([codeOf(await publish({})), await listed()]).toEqual(['done', expect.arrayContaining([tokenName])])
  expect((await changes()).slice(0, 2)).toEqual([
    { setting: 'archived', before: 'true', after: 'false' },
    { setting: 'archived', before: 'false', after: 'true' },
  ])
})

test('a community features up to ten others in a chosen order', async () => {
  await seedCommunity(stoa, { tokenName: 'GARDEN' })
  await seedCommunity(stoa, { tokenName: 'RIVERS' })
  const featured = async (featuredTokens: string[]) => {
    const { code, payload } = await edit({ featuredTokens })
    return code ?? payload.community.featuredTokens
  }
  expect(await featured(['RIVERS', 'GARDEN'])).toEqual(['RIVERS', 'GARDEN'])
  for (const wrong of [
    ['FORUM'],
    ['NOWHERE'],
    ['GARDEN', 'GARDEN'],
    Array.from({ length: 11 }, (_, at) => `NAME${at}`),
  ])
    expect([wrong, await featured(wrong)]).toEqual([wrong, 'VALIDATION_FAILED'])
  expect((await changes())[0]).toEqual({ setting: 'featured', before: '', after: 'RIVERS, GARDEN' })
  expect(await featured([])).toEqual([])
})
