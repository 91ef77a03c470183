import type { CallInput, CallName } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { follow } = notificationRecipients(() => forum.stoa)

/** What only concerns the viewer. */
const OWN = new Set(['viewerFacts', 'follows'])
const publicPart = (payload: unknown) =>
  JSON.parse(JSON.stringify(payload, (key, value) => (OWN.has(key) ? undefined : value)))

test('who is blocked sees the blocker’s profile, posts, comments, votes and follows as a visitor does', async () => {
  const { stoa } = forum
  const [blocker, pest, fan] = [
    await stoa.member('careful_carl', { join: ['FORUM'] }),
    await stoa.member('pushy_paul', { join: ['FORUM'] }),
    await stoa.member('fan_fred'),
  ]
  const input = {
    tokenName: 'FORUM',
    title: 'A concertina for sale',
    kind: 'community' as const,
    postContent: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Hardly played' } }] }),
    pollOptions: ['A', 'B'],
  }
  const { id: postId } = (await stoa.call('postCreate', input, { token: blocker.token })).body.payload.post
  const { id: commentId } = await forum.say(blocker.token, { postId, content: 'Still there' })
  await stoa.call('postVote', { postId, selectedOptionIndex: 1 }, { token: blocker.token })
  await follow(fan, blocker)
  await follow(blocker, fan)
  await stoa.app.services.searchIndex.catchUp()
  const block = { blockUserId: pest.id, block: true }
  expect((await stoa.call('dmBlock', block, { token: blocker.token })).status).toBe(200)

  /** Whether both get the same, and whether it names the blocker or what they wrote. */
  async function compare<Name extends CallName>(name: Name, about: CallInput<Name>) {
    const [theirs, visitors] = [await stoa.call(name, about, { token: pest.token }), await stoa.call(name, about)]
    expect([name, theirs.status, visitors.status]).toEqual([name, 200, 200])
    const [own, all] = [publicPart(theirs.body.payload), publicPart(visitors.body.payload)]
    expect(own).toEqual(all)
    return [blocker.id, postId, commentId].some((id) => JSON.stringify(own).includes(id))
  }
  const named = [
    await compare('userGet', { idOrSlug: blocker.id }),
    await compare('postGet', { idOrSlug: postId }),
    await compare('postList', { type: 'all', tokenName: 'FORUM' }),
    await compare('postList', { type: 'all' }),
    await compare('postList', { type: 'user', userId: blocker.id }),
    await compare('commentList', { type: 'post', postId }),
    await compare('followList', { idOrSlug: fan.id, type: 'followers' }),
    await compare('followList', { idOrSlug: fan.id, type: 'following' }),
    await compare('searchPosts', { query: 'concertina', sort: 'new' }),
    await compare('searchUsers', { query: 'careful_carl' }),
    await compare('searchSuggestions', { query: 'careful' }),
  ]
  expect(named).toEqual(named.map(() => true))
})
