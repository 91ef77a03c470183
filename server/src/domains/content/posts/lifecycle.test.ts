import { type CallName, type Community, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let forum: Forum
const tokenName = 'FORUM'
const MONTH_MS = 30 * 24 * 60 * 60 * 1000

beforeAll(async () => {
  forum = await startForum()
})
beforeEach(() => forum.stoa.database.transaction(({ connection }) => connection('posts').update({ is_pinned: 0 })))
afterAll(() => forum.stoa.close())

type Person = { token: string }

async function act(name: CallName, input: object, { token }: Person) {
  const { status, body } = await forum.stoa.call(name, { tokenName, ...input } as never, { token })
  return status === 200 ? ((body.payload as { post: { status: number } }).post.status as number) : body.code
}
const statusOf = async (postId: string) => (await forum.stoa.app.services.posts.facts(postId)).status
const mine = (status?: number) =>
  forum.newPost({ publisherId: forum.ada.id, ...(status === undefined ? {} : { status }) })
const total = async () => (await forum.stoa.call('communityGet', { tokenName })).body.payload.community.totalPosts
const hide = (postId: string, person: Person, more: object = {}) =>
  act('postDelete', { postId, hidden: true, ...more }, person)
const restore = (postId: string, person: Person) => act('postDelete', { postId, hidden: false }, person)
const seenBy = async (postId: string, { token }: Person) =>
  (await forum.stoa.call('postGet', { idOrSlug: postId, tokenName }, { token })).body.payload?.post

describe('hiding and restoring', () => {
  test('the publisher hides and restores, and the community’s count follows', async () => {
    const postId = await mine()
    const before = await total()
    expect(await hide(postId, forum.ada)).toBe(PostStatus.hiddenByPublisher)
    expect(await total()).toBe(before - 1)
    expect(await seenBy(postId, forum.bea)).toBeUndefined()
    expect(await restore(postId, forum.ada)).toBe(PostStatus.published)
    expect(await total()).toBe(before)
    expect(await seenBy(postId, forum.bea)).toMatchObject({ id: postId, hidden: null })
  })

  test.each([PostStatus.unlisted, PostStatus.pending, PostStatus.draft])('status %i is restored', async (status) => {
    const postId = await mine(status)
    expect(await hide(postId, forum.ada)).toBe(PostStatus.hiddenByPublisher)
    expect(await restore(postId, forum.ada)).toBe(status)
  })

  test('a moderator gives a reason, which the author sees and is notified of', async () => {
    const postId = await mine()
    expect(await hide(postId, forum.moderator)).toBe('VALIDATION_FAILED')
    expect(await hide(postId, forum.moderator, { reason: 'other' })).toBe('VALIDATION_FAILED')
    expect(await hide(postId, forum.moderator, { reason: 'other', reasonText: ' Off topic ' })).toBe(
      PostStatus.hiddenByAdmin,
    )
    expect(await seenBy(postId, forum.ada)).toMatchObject({ hidden: { reason: 'Off topic', by: 'community' } })
    await forum.stoa.app.background.settled()
    const { items } = (await forum.stoa.call('notificationList', { limit: 1 }, forum.ada)).body.payload
    expect(items[0]).toMatchObject({ decision: { action: 'postHidden', reason: 'Off topic' }, post: { id: postId } })
    expect(await restore(postId, forum.ada)).toBe('FORBIDDEN')
    expect(await restore(postId, forum.moderator)).toBe(PostStatus.published)
  })

  test('only the publisher restores what they have hidden; an admin outranks a moderator', async () => {
    const postId = await mine()
    await hide(postId, forum.ada)
    expect(await restore(postId, forum.moderator)).toBe('FORBIDDEN')
    // A moderator's decision stands, as for a comment.
    expect(await hide(postId, forum.moderator, { reason: 'spam' })).toBe(PostStatus.hiddenByAdmin)
    expect(await restore(postId, forum.ada)).toBe('FORBIDDEN')
    // Restored, it is as the author left it.
    expect(await restore(postId, forum.moderator)).toBe(PostStatus.hiddenByPublisher)
    expect(await hide(postId, forum.moderator, { reason: 'spam' })).toBe(PostStatus.hiddenByAdmin)
    expect(await hide(postId, forum.admin, { reason: 'spam' })).toBe(PostStatus.hiddenByDomainAdmin)
    expect(await restore(postId, forum.admin)).toBe(PostStatus.hiddenByPublisher)
    const restoring = await forum.stoa.database.read('mod_activities').where({ post_id: postId }).orderBy('id', 'desc')
    const activityIds = [restoring[0].id]
    await forum.stoa.call('moderationUndo', { tokenName, activityIds }, { token: forum.admin.token })
    expect(await statusOf(postId)).toBe(PostStatus.hiddenByDomainAdmin)
    expect(await restore(postId, forum.admin)).toBe(PostStatus.hiddenByPublisher)
    expect(await restore(postId, forum.ada)).toBe(PostStatus.published)
    expect(await hide(postId, forum.moderator, { reason: 'spam' })).toBe(PostStatus.hiddenByAdmin)
    expect(await hide(postId, forum.ada)).toBe('FORBIDDEN')
    expect(await hide(postId, forum.admin, { reason: 'spam' })).toBe(PostStatus.hiddenByDomainAdmin)
    expect(await restore(postId, forum.moderator)).toBe('HIDDEN_BY_DOMAIN_ADMIN')
    expect(await restore(postId, forum.admin)).toBe(PostStatus.published)
  })

  test('restoring doesn’t bypass approval', async () => {
    const communityId = await seedCommunity(forum.stoa, { tokenName: 'CHECKS' })
    await forum.stoa.database.transaction(({ connection }) =>
      connection('communities').where({ id: communityId }).update({ approve_posts: 1 }),
    )
    const author = await forum.stoa.member('author_demo', { join: ['CHECKS'] })
    const postId = await forum.newPost({ communityId, publisherId: author.id })
    const inChecks = { tokenName: 'CHECKS', postId }
    expect(await act('postDelete', { ...inChecks, hidden: true }, author)).toBe(PostStatus.hiddenByPublisher)
    expect(await act('postDelete', { ...inChecks, hidden: false }, author)).toBe(PostStatus.pending)
    expect(await act('postApprove', { postId, tokenName: undefined, approve: true }, forum.admin)).toBe(0)
  })
})

describe('pinning', () => {
  const pin = (postId: string, isPinned = true) => act('postPin', { postId, isPinned }, forum.admin)

  test('at most three posts, also if four are pinned concurrently; a pinned one can’t be hidden', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => mine()))
    const answers = await Promise.all(ids.map((id) => pin(id)))
    expect(answers.toSorted()).toEqual([0, 0, 0, 'PIN_LIMIT'])
    const refused = ids[answers.indexOf('PIN_LIMIT')] ?? ''
    const pinned = ids.find((id) => id !== refused) ?? ''
    expect(await hide(pinned, forum.ada)).toBe('POST_PINNED')
    expect(await pin(pinned)).toBe(0)
    expect(await pin(pinned, false)).toBe(0)
    expect(await pin(refused)).toBe(0)
    const { items } = (await forum.stoa.call('postList', { type: 'pinned', tokenName })).body.payload
    expect(items.map(({ id }) => id)).toContain(refused)
    expect(items).toHaveLength(3)
  })

  test('only published posts', async () => {
    expect(await pin(await mine(PostStatus.unlisted))).toBe('POST_NOT_PUBLISHED')
  })
})

test('locked comments refuse new ones, except by those who may lock them, and it is logged', async () => {
  const postId = await mine()
  const keeper = await forum.stoa.member('keeper_demo', { join: [tokenName] })
  const hider = await forum.stoa.member('hider_demo', { join: [tokenName] })
  const { memberships } = forum.stoa.app.services
  await memberships.setRole(forum.communityId, keeper.id, { permissions: ['blockChat'] })
  await memberships.setRole(forum.communityId, hider.id, { permissions: ['hideContent'] })
  const lock = (isLocked: boolean, by: Person) => act('postLock', { postId, isLocked }, by)
  const say = async (by: Person) => {
    const { body } = await forum.stoa.call('commentCreate', { tokenName, postId, content: 'Words' }, by)
    return body.code ?? 'said'
  }
  const { commentId } = await forum
    .say(forum.ada.token, { postId, content: 'Before' })
    .then(({ id }) => ({ commentId: id }))
  expect(await lock(true, hider)).toBe('FORBIDDEN')
  expect([await lock(true, keeper), await lock(true, keeper)]).toEqual([0, 0])
  expect(await seenBy(postId, forum.bea)).toMatchObject({ isLocked: true, archived: false })
  expect([await say(forum.ada), await say(hider), await say(keeper), await say(forum.admin)]).toEqual([
    ...['COMMENTS_LOCKED', 'COMMENTS_LOCKED', 'said', 'said'],
  ])
  // What is there can still be mended.
  expect((await forum.stoa.call('commentEdit', { tokenName, commentId, content: 'Mended' }, forum.ada)).status).toBe(
    200,
  )
  expect([await lock(false, keeper), await say(forum.ada)]).toEqual([0, 'said'])
  const { items } = (await forum.stoa.call('communityActivity', { tokenName }, forum.admin)).body.payload
  const logged = items.filter((item) => item.postId === postId).map(({ action, actor }) => [action, actor?.userId])
  expect(logged).toEqual([
    ['postUnlocked', keeper.id],
    ['postLocked', keeper.id],
  ])
})

describe('syndicating', () => {
  test('stories that are long enough', async () => {
    const story = await forum.newPost({ kind: 'story' })
    const syndicate = (postId: string) => act('postSyndicate', { postId, syndicate: true }, forum.admin)
    expect(await syndicate(await mine())).toBe('FORBIDDEN')
    expect(await syndicate(story)).toBe('POST_TOO_SHORT')
    const content = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'x'.repeat(500) } }] })
    await forum.stoa.database.transaction(({ connection }) =>
      connection('posts').where({ id: story }).update({ content }),
    )
    expect(await syndicate(story)).toBe(PostStatus.published)
    expect(await seenBy(story, forum.bea)).toMatchObject({ isSyndicated: true })
  })
})

describe('drafts', () => {
  const schedule = (postId: string, afterMs: number) =>
    act('postDraftSchedule', { postId, scheduledAt: forum.stoa.clock.now() + afterMs }, forum.ada)

  test('a draft is published, counted and announced once', async () => {
    const postId = await mine(PostStatus.draft)
    const before = await total()
    expect(await act('postDraftPublish', { postId }, forum.ada)).toBe(PostStatus.published)
    expect(await act('postDraftPublish', { postId }, forum.ada)).toBe('POST_NOT_DRAFT')
    expect(await total()).toBe(before + 1)
  })

  test('an empty draft can’t be published or scheduled', async () => {
    const postId = await mine(PostStatus.draft)
    await forum.stoa.database.transaction(({ connection }) =>
      connection('posts').where({ id: postId }).update({ content: '{"blocks":[]}' }),
    )
    expect(await act('postDraftPublish', { postId }, forum.ada)).toBe('VALIDATION_FAILED')
    expect(await schedule(postId, 1000)).toBe('VALIDATION_FAILED')
  })

  test.each([0, -1, MONTH_MS + 1])('%i ms from now is not accepted as a time to publish', async (afterMs) => {
    const postId = await mine(PostStatus.draft)
    const scheduledAt = forum.stoa.clock.now() + afterMs
    const { body } = await forum.stoa.call('postDraftSchedule', { tokenName, postId, scheduledAt }, forum.ada)
    expect(body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'scheduledAt', message: 'Scheduled time must be in the future and within one month' }],
    })
  })

  test('a scheduled post is published at its time, as new as one written then', async () => {
    const postId = await mine(PostStatus.draft)
    expect(await schedule(postId, MONTH_MS)).toBe(PostStatus.scheduled)
    expect(await schedule(postId, 60_000)).toBe(PostStatus.scheduled)
    forum.stoa.clock.advance(59_999)
    await forum.stoa.app.jobs.drain()
    expect(await statusOf(postId)).toBe(PostStatus.scheduled)
    forum.stoa.clock.advance(1)
    await Promise.all([forum.stoa.app.jobs.drain(), forum.stoa.app.jobs.drain()])
    expect(await seenBy(postId, forum.bea)).toMatchObject({ scheduledAt: null, createdAt: forum.stoa.clock.now() })
  })

  test('unscheduled and discarded posts stay unpublished; a discarded one is restored as a draft', async () => {
    const [unscheduled, discarded] = [await mine(PostStatus.draft), await mine(PostStatus.draft)]
    for (const postId of [unscheduled, discarded]) await schedule(postId, 1000)
    expect(await act('postDraftUnschedule', { postId: unscheduled }, forum.ada)).toBe(PostStatus.draft)
    expect(await act('postDraftDelete', { postId: discarded }, forum.ada)).toBe(PostStatus.hiddenByPublisher)
    forum.stoa.clock.advance(1000)
    await forum.stoa.app.jobs.drain()
    expect([await statusOf(unscheduled), await statusOf(discarded)]).toEqual([PostStatus.draft, 2])
    expect(await restore(discarded, forum.ada)).toBe(PostStatus.draft)
  })

  test('a draft hidden with a ban is a draft again when the ban is lifted', async () => {
    const author = await forum.stoa.member('banned_demo', { join: [tokenName] })
    const postId = await forum.newPost({ publisherId: author.id, status: PostStatus.draft })
    const scheduledAt = forum.stoa.clock.now() + 1000
    expect(await act('postDraftSchedule', { postId, scheduledAt }, author)).toBe(PostStatus.scheduled)
    const ban = async (isBanned: boolean) => {
      const input = { tokenName, banUserId: author.id, ban: isBanned, ...(isBanned ? { hideContent: true } : {}) }
      expect((await forum.stoa.call('userBan', input, forum.admin)).status).toBe(200)
      await forum.stoa.app.background.settled()
    }
    await ban(true)
    expect(await seenBy(postId, author)).toMatchObject({ status: 1, hidden: { reason: 'banned' } })
    forum.stoa.clock.advance(1000)
    await forum.stoa.app.jobs.drain()
    await ban(false)
    expect(await statusOf(postId)).toBe(PostStatus.draft)
    expect(await act('postDraftPublish', { postId }, author)).toBe(PostStatus.published)
    expect(await seenBy(postId, forum.bea)).toMatchObject({ scheduledAt: null })
  })

  test('a scheduled post of an author who has left is a draft again', async () => {
    const author = await forum.stoa.member('leaver_demo', { join: [tokenName] })
    const postId = await forum.newPost({ publisherId: author.id, status: PostStatus.draft })
    const scheduledAt = forum.stoa.clock.now() + 1000
    expect(await act('postDraftSchedule', { postId, scheduledAt }, author)).toBe(PostStatus.scheduled)
    await forum.stoa.call('communityJoin', { tokenName, join: false }, author)
    forum.stoa.clock.advance(1000)
    await forum.stoa.app.jobs.drain()
    expect(await statusOf(postId)).toBe(PostStatus.draft)
  })
})

describe('topics', () => {
  test('attaching a post’s topic again removes it, any other one replaces it', async () => {
    const { flairId, otherId } = await topics()
    const author = await forum.stoa.member('topics_demo', { join: ['TOPICS'] })
    const communityId = await forum.stoa.app.services.communities.idOf('TOPICS')
    const postId = await forum.newPost({ communityId, publisherId: author.id })
    const attach = async (id: string) => {
      expect(await act('flairAttach', { tokenName: 'TOPICS', postId, flairId: id }, author)).toBe(0)
      const { body } = await forum.stoa.call('postGet', { idOrSlug: postId, tokenName: 'TOPICS' })
      return body.payload.post.flairIds
    }
    expect(await attach(flairId)).toEqual([flairId])
    expect(await attach(otherId)).toEqual([otherId])
    expect(await attach(otherId)).toEqual([])
    expect(await act('flairAttach', { postId: await mine(), flairId }, forum.ada)).toBe('FLAIR_NOT_FOUND')
  })

  test('a community without topics has none to attach', async () => {
    const about = { tokenName, postId: await mine(), flairId: '0'.repeat(20) }
    const { status, body } = await forum.stoa.call('flairAttach', about, { token: forum.ada.token })
    expect([status, body.code, body.message]).toEqual([404, 'FLAIR_NOT_FOUND', 'No active flairs found'])
  })

  /** A community with two topics. */
  async function topics() {
    await seedCommunity(forum.stoa, { tokenName: 'TOPICS' })
    const create = async (name: string) => {
      const { body } = await forum.stoa.call('flairCreate', { tokenName: 'TOPICS', name }, forum.admin)
      return body.payload.flair.id
    }
    return { flairId: await create('One'), otherId: await create('Two') }
  }

  test('names are unique, at most ten, and of letters and digits', async () => {
    await seedCommunity(forum.stoa, { tokenName: 'MANY' })
    const create = async (name: string) => {
      const { status, body } = await forum.stoa.call('flairCreate', { tokenName: 'MANY', name }, forum.admin)
      return status === 200 ? 'ok' : body.code
    }
    for (let number = 1; number <= 9; number += 1) expect(await create(`Topic ${number}`)).toBe('ok')
    expect(await create('topic 1')).toBe('FLAIR_EXISTS')
    expect(await create('No!')).toBe('VALIDATION_FAILED')
    // In lower case it is twice as long.
    expect(await create('İ'.repeat(30))).toBe('ok')
    expect(await create('Eleven')).toBe('FLAIR_LIMIT')
    const { activeFlairs } = (await forum.stoa.call('communityGet', { tokenName: 'MANY' })).body.payload.community
    const [first, second] = activeFlairs
    const edit = (input: object) =>
      forum.stoa.call('flairEdit', { tokenName: 'MANY', flairId: first?.id ?? '', ...input }, forum.admin)
    expect((await edit({ name: second?.name })).body.code).toBe('FLAIR_EXISTS')
    expect((await edit({ name: 'Renamed', color: 'teal' })).body.payload.flair).toEqual({
      id: first?.id,
      name: 'Renamed',
      color: 'teal',
    })
    const gone = await forum.stoa.call('flairDelete', { tokenName: 'MANY', flairId: first?.id ?? '' }, forum.admin)
    expect(gone.body.payload.community.activeFlairs).toHaveLength(9)
    expect(await create('Renamed')).toBe('ok')
  })

  test('topics are reordered and merged: posts and addresses follow, and it is logged', async () => {
    const communityId = await seedCommunity(forum.stoa, { tokenName: 'MERGED' })
    const call = async (name: 'flairEdit' | 'flairDelete', input: object) => {
      const { body } = await forum.stoa.call(name, { tokenName: 'MERGED', ...input } as never, forum.admin)
      return body.code ?? (body.payload as { community: Community }).community.activeFlairs
    }
    const ids = []
    for (const name of ['One', 'Two', 'Three']) {
      const { body } = await forum.stoa.call('flairCreate', { tokenName: 'MERGED', name }, forum.admin)
      ids.push(body.payload.flair.id)
    }
    const [one = '', two = '', three = ''] = ids
    const postId = await forum.newPost({ communityId })
    await forum.stoa.call('flairAttach', { tokenName: 'MERGED', postId, flairId: one }, forum.admin)
    expect(await call('flairEdit', { flairId: three, position: 0 })).toMatchObject([
      ...[{ id: three }, { id: one }, { id: two }],
    ])
    expect(await call('flairDelete', { flairId: one, intoFlairId: one })).toBe('FLAIR_NOT_FOUND')
    await call('flairDelete', { flairId: one, intoFlairId: two })
    // Twice is once, and what leads to it goes on with it.
    await call('flairDelete', { flairId: one, intoFlairId: two })
    expect(await call('flairDelete', { flairId: two, intoFlairId: three })).toEqual([
      { id: three, name: 'Three', color: 'gray', formerIds: [one, two] },
    ])
    const found = async (flairId: string) => {
      // Kept pages are a second old at most.
      forum.stoa.clock.advance(2000)
      const query = { type: 'all', tokenName: 'MERGED', flairId } as const
      return (await forum.stoa.call('postList', query)).body.payload.items.map(({ id, flairIds }) => [id, flairIds])
    }
    await vi.waitFor(async () => expect(await found(three)).toEqual([[postId, [three]]]))
    expect([await found(one), await found(two)]).toEqual([[[postId, [three]]], [[postId, [three]]]])
    const { items } = (
      await forum.stoa.call('communityActivity', { tokenName: 'MERGED', action: 'communityEdited' }, forum.admin)
    ).body.payload
    expect(items.flatMap(({ changes }) => changes).slice(0, 4)).toEqual([
      { setting: 'topicMerge', before: 'Two', after: 'Three' },
      { setting: 'topicMerge', before: 'One', after: 'Two' },
      { setting: 'topicOrder', before: 'One, Two, Three', after: 'Three, One, Two' },
      { setting: 'topic', before: '', after: 'Three (gray)' },
    ])
  })

  test('a post that is written while its community is archived is refused', async () => {
    const { stoa, admin, bea } = forum
    await seedCommunity(stoa, { tokenName: 'CLOSING' })
    await stoa.call('communityJoin', { tokenName: 'CLOSING', join: true }, bea)
    const viewer = await stoa.app.services.memberships.viewer(admin.id, '')
    if (!viewer) throw new Error('There is nobody.')
    const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words' } }] })
    const input = { tokenName: 'CLOSING', title: 'Written meanwhile', postContent }
    let posting: Promise<{ body: { code?: string } }> | undefined
    await stoa.database.transaction(async (tx) => {
      await stoa.app.services.communityEdits.edit(viewer, { tokenName: 'CLOSING', archived: true }, tx)
      posting = stoa.call('postCreate', input, bea)
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    expect((await posting)?.body.code).toBe('COMMUNITY_ARCHIVED')
  })

  test('a post that is written while its topic is merged goes along', async () => {
    const { stoa, admin } = forum
    await seedCommunity(stoa, { tokenName: 'RACE' })
    const ids: string[] = []
    for (const name of ['Old', 'New']) {
      ids.push((await stoa.call('flairCreate', { tokenName: 'RACE', name }, admin)).body.payload.flair.id)
    }
    const [flairId = '', intoFlairId = ''] = ids
    const viewer = await stoa.app.services.memberships.viewer(admin.id, '')
    if (!viewer) throw new Error('There is nobody.')
    const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words' } }] })
    const input = { tokenName: 'RACE', title: 'Written meanwhile', postContent, flairId }
    let merging: Promise<unknown> | undefined
    const { id } = await stoa.database.transaction(async (tx) => {
      const post = await stoa.app.services.posts.saveDraft(viewer, { ...input, kind: 'community' }, { tx })
      merging = stoa.call('flairDelete', { tokenName: 'RACE', flairId, intoFlairId }, admin)
      // Long enough for the merge and what follows from it.
      await new Promise((resolve) => setTimeout(resolve, 300))
      return post
    })
    await merging
    const topicOf = async () => (await stoa.database.read('posts').where({ id }).first('flair_id')).flair_id
    await vi.waitFor(async () => expect(await topicOf()).toBe(intoFlairId))
    expect(await stoa.database.read('jobs').where({ kind: 'move-flair-posts' })).toEqual([])
  })
})

test('authors get the number of their drafts, waiting, scheduled and hidden posts', async () => {
  const author = await forum.stoa.member('counted_demo', { join: [tokenName] })
  const counts = async () => (await forum.stoa.call('postOwnCounts', {}, author)).body.payload
  expect(await counts()).toEqual({ draft: 0, pending: 0, scheduled: 0, hidden: 0 })
  const { published, draft, scheduled, pending, waitingForTranscript } = PostStatus
  const { hiddenByAdmin, hiddenByPublisher, hiddenByDomainAdmin } = PostStatus
  const all = [published, draft, draft, draft, scheduled, scheduled, pending, waitingForTranscript, hiddenByAdmin]
  for (const status of [...all, hiddenByPublisher, hiddenByDomainAdmin, hiddenByDomainAdmin]) {
    await forum.newPost({ publisherId: author.id, status })
  }
  expect(await counts()).toEqual({ draft: 3, pending: 2, scheduled: 2, hidden: 4 })
  expect((await forum.stoa.call('postOwnCounts', {})).body.code).toBe('AUTH_REQUIRED')
})
