import {
  type CallInput,
  MUTE_PLACES,
  type MuteCause,
  type MutePlace,
  type PagePlace,
  PERMISSIONS,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Forum, PUBLISHER, startForum } from '../../../../test/forum.ts'
import { mailRecipients } from '../../../../test/mail-recipients.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'
import { startPushService } from '../../../../test/push-service.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'

let forum: Forum
let pushService: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  forum = await startForum()
  pushService = await startPushService(forum)
})
afterAll(async () => {
  await forum.stoa.close()
  await pushService.close()
})
const { notifications, unread, follow } = notificationRecipients(() => forum.stoa)
const { confirm, mailedAfter } = mailRecipients(() => forum)

interface Scene {
  reader: { id: string; token: string }
  pest: { id: string; token: string }
  topicId: string
  /** A post of the pest with the topic and the word in its title. */
  postId: string
}

let count = 0
const content = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })

async function startScene(): Promise<Scene> {
  count += 1
  const { stoa } = forum
  const [reader, pest] = [await stoa.member(`reader_${count}`), await stoa.member(`pest_${count}`, { join: ['FORUM'] })]
  const topicId = stoa.app.ids.next()
  const topic = { id: topicId, community_id: forum.communityId, name: `Topic ${count}`, name_key: `topic ${count}` }
  await stoa.database.transaction(({ connection }) => connection('flairs').insert(topic))
  return { reader, pest, topicId, postId: await write({ pest, topicId }) }
}

async function write({ pest, topicId }: Pick<Scene, 'pest' | 'topicId'>): Promise<string> {
  count += 1
  const input = { tokenName: 'FORUM', kind: 'community', flairId: topicId } as const
  const post = { ...input, title: `Crème brûlée ${count}`, postContent: content('A recipe') }
  const { body } = await forum.stoa.call('postCreate', post, { token: pest.token })
  return body.payload.post.id
}

/** Does what a cause stands for, or undoes it. */
async function set(cause: MuteCause, { reader, pest, topicId, postId }: Scene, isSet = true): Promise<void> {
  const block = ({ token }: Scene['reader'], { id }: Scene['reader']) =>
    forum.stoa.call('dmBlock', { blockUserId: id, block: isSet }, { token })
  const mute = (what: Omit<CallInput<'notificationBlock'>, 'block' | 'userId'>) =>
    forum.stoa.call('notificationBlock', { ...what, block: isSet }, { token: reader.token })
  const acts: Record<MuteCause, () => Promise<{ status: number }>> = {
    blocked: () => block(reader, pest),
    blockedBy: () => block(pest, reader),
    user: () => mute({ entityType: 'user', entityId: pest.id }),
    word: () => mute({ entityType: 'word', text: 'creme BRULEE' }),
    post: () => mute({ entityType: 'post', entityId: postId }),
    topic: () => mute({ entityType: 'topic', entityId: topicId }),
    community: () => mute({ entityType: 'community', entityId: forum.communityId }),
  }
  expect((await acts[cause]()).status).toBe(200)
}

/** Places that the server fills. The tests of the packages cover the others. */
type ServerPlace = Exclude<MutePlace, PagePlace>

const listed = async ({ reader, postId }: Scene, input: CallInput<'postList'>) =>
  (await forum.stoa.call('postList', input, { token: reader.token })).body.payload.items.some(({ id }) => id === postId)
const join = ({ token }: Scene['reader']) =>
  forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token })

/** The author of the scene's post answers the reader there. */
async function answer({ reader, pest, postId }: Scene): Promise<void> {
  const { id: replyToCommentId } = await forum.say(reader.token, { postId, content: 'With cream?' })
  await forum.say(pest.token, { postId, replyToCommentId, content: 'Always' })
  await forum.stoa.app.background.settled()
}

/** How a place shows the scene's post or what its author does to the reader: whether it is there. */
const shows: Record<ServerPlace, (scene: Scene, cause: MuteCause) => Promise<boolean>> = {
  async feeds(scene, cause) {
    await set(cause, scene)
    return listed(scene, { type: 'all' })
  },
  async communityFeeds(scene, cause) {
    await set(cause, scene)
    return listed(scene, { type: 'all', tokenName: 'FORUM' })
  },
  async ownPages(scene, cause) {
    await set(cause, scene)
    const { postId, reader, pest } = scene
    const page = await forum.stoa.call('postGet', { idOrSlug: postId }, { token: reader.token })
    return page.status === 200 && (await listed(scene, { type: 'user', userId: pest.id }))
  },
  async notices(scene, cause) {
    await set(cause, scene)
    const { reader, pest, postId } = scene
    await forum.say(pest.token, { postId, content: `Hello @${await usernameOf(reader)}` })
    const items = await notifications(reader)
    expect((await unread(reader)).notifications).toBe(items.length)
    return items.length > 0
  },
  async postNotices(scene, cause) {
    const { reader, pest } = scene
    await join(reader)
    await set(cause, scene)
    await write(scene)
    await forum.say(pest.token, { postId: scene.postId, content: 'Bump' })
    // Muting a thread leaves out what is about that post.
    if (cause === 'post') return (await notifications(reader)).some(({ post }) => post?.id === scene.postId)
    return (await notifications(reader)).length > 0
  },
  async email(scene, cause) {
    const { reader } = scene
    await join(reader)
    await confirm(reader)
    await set(cause, scene)
    await answer(scene)
    return (await mailedAfter(5 * MINUTE_MS)).some((mail) => mail.includes(`To: ${reader.id}@mail.example`))
  },
  async push(scene, cause) {
    const { reader, postId } = scene
    await join(reader)
    await pushService.subscribe(reader)
    await set(cause, scene)
    await answer(scene)
    const { body } = await forum.stoa.call('pushPending', { tag: `post:${postId}` }, { token: reader.token })
    return body.payload.show.length > 0
  },
  async widgets(scene, cause) {
    const { reader, pest, postId } = scene
    await set(cause, scene)
    const { id } = await forum.say(pest.token, { postId, content: 'Crème brûlée' })
    const about = { userId: reader.id, site: PUBLISHER.origin, lasting: false }
    const { signedIn } = await forum.stoa.app.services.sessions.begin(about)
    const there = { token: signedIn.accessToken, headers: { origin: PUBLISHER.origin } }
    const facts = (await forum.stoa.call('viewerFacts', { commentIds: id }, there)).body.payload
    return facts.muted?.[id] === undefined
  },
  async search(scene, cause) {
    await forum.stoa.app.services.searchIndex.catchUp()
    await set(cause, scene)
    const query = { query: 'brulee', sort: 'new', limit: 100 } as const
    const found = await forum.stoa.call('searchPosts', query, { token: scene.reader.token })
    return found.body.payload.items.some(({ post }) => post.id === scene.postId)
  },
  async suggestions(scene, cause) {
    await forum.stoa.app.services.searchIndex.catchUp()
    await set(cause, scene)
    const { reader, pest } = scene
    const found = await forum.stoa.call('searchSuggestions', { query: await usernameOf(pest) }, { token: reader.token })
    return found.body.payload.people.some(({ userId }) => userId === pest.id)
  },
  async voters(scene, cause) {
    const { reader, pest } = scene
    const about = { tokenName: 'FORUM', kind: 'community', flairId: scene.topicId } as const
    const poll = { ...about, title: 'A poll', postContent: content('Vote'), pollOptions: ['A', 'B'] }
    const { body } = await forum.stoa.call('postCreate', poll, { token: pest.token })
    const postId = body.payload.post.id
    await forum.stoa.call('postVote', { postId, selectedOptionIndex: 1 }, { token: pest.token })
    await set(cause, scene)
    const { items } = (await forum.stoa.call('voteList', { postId }, { token: reader.token })).body.payload
    return items.some(({ userId }) => userId === pest.id)
  },
  async messages(scene, cause) {
    const { reader, pest } = scene
    await join(reader)
    await set(cause, scene)
    const send = (from: Scene['reader'], to: Scene['reader']) =>
      forum.stoa.call('dmSend', { recipientId: to.id, text: 'Hello' }, { token: from.token })
    const answers = [await send(reader, pest), await send(pest, reader)]
    expect(answers[0]?.status === 200).toBe(answers[1]?.status === 200)
    return answers[0]?.status === 200
  },
  async follows(scene, cause) {
    await set(cause, scene)
    return (await follow(scene.reader, scene.pest)).status === 200
  },
  async followers(scene, cause) {
    const star = await forum.stoa.member(`star_${count}`)
    await follow(scene.pest, star)
    await set(cause, scene)
    const input = { idOrSlug: star.id, type: 'followers' } as const
    const { items, hidden = 0 } = (await forum.stoa.call('followList', input, { token: scene.reader.token })).body
      .payload
    // The number of followers stays the same, so the list tells what it lacks.
    expect(items.length + hidden).toBe(1)
    return items.some(({ user }) => user.id === scene.pest.id)
  },
  async decisions(scene, cause) {
    const { reader, pest } = scene
    await join(reader)
    await set(cause, scene)
    await forum.stoa.app.services.memberships.setRole(forum.communityId, pest.id, { permissions: [...PERMISSIONS] })
    const { id: commentId } = await forum.say(reader.token, { postId: scene.postId, content: 'Crème brûlée' })
    const input = { tokenName: 'FORUM', commentId, hidden: true, reason: 'spam' } as const
    expect((await forum.stoa.call('commentDelete', input, { token: pest.token })).status).toBe(200)
    return (await notifications(reader)).some(({ kind }) => kind === 'moderation')
  },
}

async function usernameOf({ id }: { id: string }): Promise<string> {
  return (await forum.stoa.call('userGet', { idOrSlug: id })).body.payload.user.username
}

const places = Object.keys(shows) as ServerPlace[]
const causes = Object.keys(MUTE_PLACES.feeds) as MuteCause[]
/** The effects are a table in code, with few queries: on a database server, each place and cause with some of the others. */
const causesAt = (place: ServerPlace) =>
  causes.filter((_, index) => !process.env.STOA_TEST_DATABASE_URL || (index + places.indexOf(place)) % 3 === 0)

describe.each(places)('%s', (place) => {
  test.each(causesAt(place))('%s', async (cause) => {
    const scene = await startScene()
    const effects: Record<MuteCause, string> = MUTE_PLACES[place]
    expect(await shows[place](scene, cause)).toBe(effects[cause] === 'shown')
  })
})
