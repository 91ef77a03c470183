import { CommentStatus, PostStatus } from '@stoa/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { createLiveClients, type LiveClients } from '../../../../test/live-clients.ts'
import { moderatorActions } from '../../../../test/moderators.ts'

let forum: Forum
let guard: Person
let live: LiveClients
type Person = Forum['ada']
const { guardNamed, ban: banBy } = moderatorActions(() => forum)
const ban = (whom: Person, about: Parameters<typeof banBy>[1] = {}, by = guard) => banBy(whom, about, by)

beforeAll(async () => {
  forum = await startForum()
  live = createLiveClients(forum.stoa.url)
  guard = await guardNamed('guard_demo')
})
afterAll(async () => {
  live.leave()
  await forum.stoa.close()
})
afterEach(async () => {
  await forum.stoa.app.background.settled()
  const differences = await forum.stoa.app.services.integrity.check()
  if (differences.length > 0) throw new Error(JSON.stringify(differences))
})

let made = 0
const somebody = () => forum.stoa.member(`banned_${(made += 1)}`, { join: ['FORUM'] })
/** Logged decisions about a person, oldest first. */
async function decidedAbout(person: Person) {
  const { items } = (
    await forum.stoa.call('communityActivity', { tokenName: 'FORUM', limit: 50 }, { token: guard.token })
  ).body.payload
  const about = items.filter((item) => item.person?.userId === person.id && item.action !== 'commentHidden')
  return about.map(({ action, until, reason }) => ({ action, until, reason })).toReversed()
}
/** Creates a post directly in the database and repairs the counters. */
async function newPost(about: Parameters<Forum['newPost']>[0] = {}): Promise<string> {
  const id = await forum.newPost(about)
  await forum.stoa.app.services.integrity.repair()
  return id
}
const settled = () => forum.stoa.app.background.settled()

describe('hiding content of a banned person', () => {
  const statusesOf = async (table: 'posts' | 'comments', person: Person) => {
    const rows = await forum.stoa.database.read(table).where({ publisher_id: person.id }).orderBy('id')
    return rows.map(({ id, status }) => [id, status])
  }
  const all = async (person: Person) => [await statusesOf('posts', person), await statusesOf('comments', person)]

  /** A person with a post of every status and comments of every kind, with replies to others and by others. */
  async function author(): Promise<Person> {
    const person = await somebody()
    const posts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    for (const status of posts) await newPost({ publisherId: person.id, status })
    const postId = await newPost()
    const top = await forum.say(person.token, { postId })
    await forum.say(forum.ada.token, { postId, replyToCommentId: top.id })
    const others = await forum.say(forum.ada.token, { postId })
    await forum.say(person.token, { postId, replyToCommentId: others.id })
    for (let count = 0; count < 25; count += 1) await forum.say(person.token, { postId, content: `More ${count}` })
    const own = await forum.say(person.token, { postId })
    await forum.hide(person.token, { commentId: own.id })
    const moderated = await forum.say(person.token, { postId })
    await forum.hide(forum.moderator.token, { commentId: moderated.id, reason: 'spam' })
    const pending = await forum.say(person.token, { postId })
    await forum.stoa.database.transaction(({ connection }) =>
      connection('comments').where({ id: pending.id }).update({ status: CommentStatus.pending, is_listed: 0 }),
    )
    await forum.stoa.app.services.integrity.repair()
    return person
  }

  /**
   * Statuses that posts are restored to, where different: the time of a scheduled post may have passed, and a post
   * without video needs no captions.
   */
  const RESTORED: Readonly<Record<number, number>> = {
    [PostStatus.scheduled]: PostStatus.draft,
    [PostStatus.waitingForTranscript]: PostStatus.published,
  }
  /** The posts and comments as they should be restored. */
  const restored = ([posts = [], ...rest]: Awaited<ReturnType<typeof all>>) => [
    posts.map(([id, status]) => [id, RESTORED[Number(status)] ?? status]),
    ...rest,
  ]

  test('hides everything not hidden yet, and restores exactly that', async () => {
    const person = await author()
    const elsewhere = await newPost({ communityId: forum.guardedId, publisherId: person.id })
    const before = await all(person)
    const standing = (await ban(person, { hideContent: true })).body.payload.standing
    expect(standing).toMatchObject({ contentHidden: true, ban: { until: 0 } })
    await settled()
    const [posts = [], comments = []] = await all(person)
    expect(posts.map(([, status]) => status)).toEqual([1, 1, 2, 3, 4, 1, 1, 1, 1, PostStatus.draft, 0])
    expect(posts.at(-1)).toEqual([elsewhere, PostStatus.published])
    expect(new Set(comments.map(([, status]) => status))).toEqual(new Set([1, 2]))
    expect(await forum.stoa.app.services.integrity.check()).toEqual([])
    await ban(person, { ban: false })
    await settled()
    expect(await all(person)).toEqual(restored(before))
    expect(await forum.stoa.database.read('hidden_contents')).toEqual([])
    const log = await forum.stoa.database.read('mod_activities').where({ person_id: person.id }).orderBy('id')
    const actions = log.map(({ action }) => action).filter((action) => action !== 'commentHidden')
    expect(actions).toEqual(['banned', 'contentHidden', 'unbanned', 'contentRestored'])
  })

  test('keeps later decisions', async () => {
    const person = await somebody()
    const postId = await newPost()
    const [shown, refused, rest] = [
      await forum.say(person.token, { postId }),
      await forum.say(person.token, { postId }),
      await forum.say(person.token, { postId }),
    ]
    await ban(person, { hideContent: true })
    await settled()
    for (const { id } of [shown, refused]) await forum.hide(forum.moderator.token, { commentId: id, hidden: false })
    await forum.hide(forum.moderator.token, { commentId: refused.id, reason: 'spam' })
    await ban(person, { ban: false })
    await settled()
    expect(await statusesOf('comments', person)).toEqual([
      [shown.id, 0],
      [refused.id, 1],
      [rest.id, 0],
    ])
  })

  test('can be undone without lifting the ban, and lasts if the ban is lifted', async () => {
    const person = await somebody()
    await forum.say(person.token, { postId: await newPost() })
    const statuses = async () => {
      await settled()
      return (await statusesOf('comments', person)).map(([, status]) => status)
    }
    await ban(person, { hideContent: true })
    expect(await statuses()).toEqual([1])
    await ban(person, { hideContent: false })
    expect(await statuses()).toEqual([0])
    await ban(person, { hideContent: true })
    expect(await statuses()).toEqual([1])
    expect((await ban(person, { ban: false, hideContent: true })).body.payload.standing).toMatchObject({
      ban: null,
      contentHidden: true,
    })
    expect(await statuses()).toEqual([1])
    await ban(person, { ban: false })
    expect(await statuses()).toEqual([0])
  })

  test('covers more than one batch in both directions, once', async () => {
    const person = await author()
    const before = await all(person)
    const isShown = (rows: unknown[][] = []) => rows.some(([, status]) => status === 0)
    await ban(person, { hideContent: true })
    await settled()
    expect((await all(person)).some(isShown)).toBe(false)
    // Content being restored no longer counts as hidden.
    expect((await ban(person, { ban: false })).body.payload.standing).toMatchObject({ contentHidden: false })
    expect((await ban(person, { ban: false })).body.payload.standing).toMatchObject({ contentHidden: false })
    await settled()
    expect(await all(person)).toEqual(restored(before))
    expect(await forum.stoa.database.read('content_hides').where({ user_id: person.id })).toEqual([])
    expect((await decidedAbout(person)).filter(({ action }) => action === 'contentRestored')).toHaveLength(1)
    expect(await forum.stoa.app.services.integrity.check()).toEqual([])
  })

  test('includes content written while the ban was made', async () => {
    const person = await somebody()
    const postId = await newPost()
    await ban(person, { hideContent: true })
    await settled()
    const { comments } = forum.stoa.app.services
    const viewer = await forum.stoa.app.services.memberships.viewer(person.id, '')
    if (!viewer) throw new Error('somebody is missing')
    /** Checks permissions before the ban, stores the comment after it. */
    const late = async () => {
      await comments.create({ ...viewer, bannedCommunities: {} }, { tokenName: 'FORUM', postId, content: 'Late' })
      forum.stoa.clock.advance(5000)
      await forum.stoa.app.jobs.drain()
      return (await statusesOf('comments', person)).map(([, status]) => status)
    }
    expect(await late()).toEqual([1])
    expect(await forum.stoa.database.read('content_hides').where({ state: 'hiding' })).toEqual([])
    // Repeating the decision hides later content, and content in flight at that time.
    await ban(person, { hideContent: true })
    await settled()
    expect(await late()).toEqual([1, 1])
  })

  test('includes content of merged accounts', async () => {
    const [main, merged] = [await somebody(), await somebody()]
    await forum.say(merged.token, { postId: await newPost() })
    await forum.stoa.app.services.sessions.endAllOf(merged.id)
    await forum.stoa.database.transaction(({ connection }) =>
      connection('users').where({ id: merged.id }).update({ forward_to: main.id }),
    )
    for (const [hideContent, status] of [
      [true, 1],
      [false, 0],
    ] as const) {
      await ban(main, { hideContent })
      await settled()
      expect((await statusesOf('comments', merged)).map(([, now]) => now)).toEqual([status])
    }
  })

  test('is logged with the ban, once per decision, and not if nothing changes', async () => {
    const person = await somebody()
    await forum.say(person.token, { postId: await newPost() })
    const now = forum.stoa.clock.now()
    for (const about of [
      { timeframe: 1, hideContent: true, reason: 'Spam' },
      { hideContent: true },
      { ban: false },
      { ban: false },
    ] as const) {
      await ban(person, about)
      await settled()
    }
    expect(await decidedAbout(person)).toEqual([
      { action: 'banned', until: now + 24 * 60 * 60 * 1000, reason: 'Spam' },
      { action: 'contentHidden', until: null, reason: 'Spam' },
      { action: 'banned', until: 0, reason: '' },
      { action: 'unbanned', until: null, reason: '' },
      { action: 'contentRestored', until: null, reason: '' },
    ])
  })

  test('takes effect immediately in caches, lists and live connections, without sending the text', async () => {
    const person = await somebody()
    const postId = await newPost({ publisherId: person.id })
    const thread = await newPost()
    const comment = await forum.say(person.token, { postId: thread, content: 'Unheard of' })
    const reader = await live.connect({ watch: { postIds: [postId, thread], communities: ['FORUM'] } })
    const seen = async () => {
      const { items } = (await forum.stoa.call('postList', { type: 'all', tokenName: 'FORUM' })).body.payload
      const words = JSON.stringify(await forum.thread(thread))
      const post = await forum.stoa.call('postGet', { idOrSlug: postId })
      return [items.some(({ id }) => id === postId), words.includes('Unheard of'), post.status]
    }
    expect(await seen()).toEqual([true, true, 200])
    const heard = reader.events.length
    await ban(person, { hideContent: true })
    await settled()
    expect(await seen()).toEqual([false, false, 404])
    await reader.hears(heard + 3)
    const told = reader.events.slice(heard)
    expect(told.map(({ name }) => name).toSorted()).toEqual(['comment.updated', 'community.changed', 'post.changed'])
    expect(JSON.stringify(told)).not.toContain('Unheard of')
    expect(JSON.stringify(told)).toContain(comment.id)
    await ban(person, { ban: false })
    await settled()
    expect(await seen()).toEqual([true, true, 200])
  })
})
