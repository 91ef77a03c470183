import type { ReactionName } from '@stoa/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { createLiveClients } from '../../../../test/live-clients.ts'
import { mergeActions } from '../../../../test/merges.ts'

let forum: Forum
let next = 0
const people = mergeActions(() => forum.stoa, 'choices')
const { signedUp, proofOf, forward, undo } = people
beforeAll(async () => {
  forum = await startForum()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => forum.stoa.close())

type Thread = Awaited<ReturnType<typeof thread>>

/** A poll by Bea with a comment. */
async function thread() {
  const { stoa, bea } = forum
  const draft = {
    tokenName: 'FORUM',
    title: `Poll ${(next += 1)}`,
    postContent: '{"blocks":[]}',
    pollOptions: ['A', 'B'],
  }
  const postId = (await stoa.call('postCreate', draft, { token: bea.token })).body.payload.post.id
  return { postId, commentId: (await forum.say(bea.token, { postId })).id }
}

const react = (token: string, entityId: string, reactionName: ReactionName | '') =>
  forum.stoa.call('postReaction', { entityType: 'Comment', entityId, reactionName }, { token })
const vote = (token: string, postId: string, selectedOptionIndex: number) =>
  forum.stoa.call('postVote', { postId, selectedOptionIndex }, { token })

async function chosen(token: string, { postId, commentId }: Thread) {
  const input = { postIds: postId, commentIds: commentId }
  const { reactions, votes } = (await forum.stoa.call('viewerFacts', input, { token })).body.payload
  return [reactions[commentId], votes[postId]?.selectedOptionIndex]
}

async function counts({ postId, commentId }: Thread) {
  forum.stoa.clock.advance(1001)
  const { items } = await forum.thread(postId)
  const { post } = (await forum.stoa.call('postGet', { idOrSlug: postId })).body.payload
  const { reactionsCount } = items.find(({ id }) => id === commentId) ?? {}
  return [reactionsCount?.['thumb-up'], reactionsCount?.['thumb-down'], post.pollValues?.map(({ count }) => count)]
}

/** Simulates a process killed right after responding: background work doesn't run. */
const killAfterResponses = () => vi.spyOn(forum.stoa.app.background, 'run').mockImplementation(() => {})
const resume = () => forum.stoa.app.jobs.drain()
const isClean = async () => expect(await forum.stoa.app.services.integrity.check()).toEqual([])

test('after a merge, both accounts’ choices are read and changed as one person’s', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const [changed, takenBack, both, left] = [await thread(), await thread(), await thread(), await thread()]
  for (const one of [changed, takenBack, both, left]) {
    await react(other.token, one.commentId, 'thumb-up')
    await vote(other.token, one.postId, 0)
  }
  await react(main.token, both.commentId, 'thumb-down')
  await vote(main.token, both.postId, 1)
  const proof = await proofOf(main, other)
  killAfterResponses()
  await forward(main.token, proof)
  expect(await chosen(main.token, left)).toEqual(['thumb-up', 0])
  expect(await chosen(main.token, both)).toEqual(['thumb-down', 1])
  await react(main.token, changed.commentId, 'thumb-down')
  await vote(main.token, changed.postId, 1)
  await react(main.token, takenBack.commentId, '')
  await vote(main.token, takenBack.postId, 0)
  expect(await counts(changed)).toEqual([0, 1, [0, 1]])
  expect(await counts(takenBack)).toEqual([0, 0, [0, 0]])
  await isClean()
  vi.restoreAllMocks()
  await resume()
  expect(await chosen(main.token, takenBack)).toEqual([undefined, undefined])
  expect(await counts(both)).toEqual([0, 1, [0, 1]])
  await undo(main, other)
  expect(await counts(both)).toEqual([1, 1, [1, 1]])
  expect(await counts(changed)).toEqual([0, 1, [0, 1]])
  expect(await counts(takenBack)).toEqual([0, 0, [0, 0]])
  expect(await chosen(main.token, left)).toEqual([undefined, undefined])
  await isClean()
})

test('concurrent choices while a merge is settled are accepted and counted once', async () => {
  const { services } = forum.stoa.app
  const [main, other] = [await signedUp(), await signedUp()]
  const threads: Thread[] = []
  for (let count = 0; count < 6; count += 1) threads.push(await thread())
  const late = await services.memberships.viewer(other.id, '')
  if (!late) throw new Error('nobody')
  for (const { postId, commentId } of threads.slice(0, 4)) {
    await react(other.token, commentId, 'thumb-up')
    await vote(other.token, postId, 0)
  }
  const proof = await proofOf(main, other)
  const begun = forum.stoa.call('userForward', { proof, mainAccount: 'this' }, { token: main.token })
  const answers = threads.flatMap(({ postId, commentId }) => [
    react(main.token, commentId, 'thumb-down').then(({ status }) => status),
    vote(main.token, postId, 1).then(({ status }) => status),
    services.reactions
      .react(late, { entityType: 'Comment', entityId: commentId, reactionName: 'thumb-up' })
      .then(() => 200),
  ])
  const [{ status }, ...rest] = await Promise.all([begun, resume(), resume(), ...answers])
  expect([status, ...rest.filter((one) => one !== undefined)]).toEqual(Array(19).fill(200))
  await forum.stoa.app.background.settled()
  // A second job a minute later finds what another process was still writing for the merged account.
  forum.stoa.clock.advance(60_000)
  await resume()
  await isClean()
  const rows = await forum.stoa.database.read('reactions').whereIn('user_id', [main.id, other.id])
  expect(rows.map((row) => row.entity_id).toSorted()).toEqual(threads.map(({ commentId }) => commentId).toSorted())
})

test('two concurrent merges: one succeeds; two concurrent undos: one succeeds', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const single = await thread()
  await react(other.token, single.commentId, 'thumb-up')
  const proof = await proofOf(main, other)
  const merged = await Promise.all([forward(main.token, proof), forward(main.token, proof)])
  expect(merged.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const undone = await Promise.all([undo(main, other), undo(main, other)])
  expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await counts(single)).toEqual([1, 0, [0, 0]])
  await isClean()
})

test('many choices are settled in batches; a killed job resumes', async () => {
  const { stoa } = forum
  const [main, other] = [await signedUp(), await signedUp()]
  const { commentId } = await thread()
  const template = await stoa.database.read('comments').where({ id: commentId }).first()
  const ids = Array.from({ length: 90 }, (_, index) => String(index).padStart(20, '0'))
  const isBoth = (index: number) => index < 50
  const rowOf = (entity_id: string, user_id: string) => ({
    entity_id,
    user_id,
    entity_type: 'Comment',
    name: 'thumb-up',
    created_at: 1,
  })
  await stoa.database.transaction(async ({ connection }) => {
    for (const [index, id] of ids.entries()) {
      const count = isBoth(index) ? 2 : 1
      await connection('comments').insert({ ...template, id, up_count: count, score: count })
      await connection('reactions').insert(rowOf(id, other.id))
      if (isBoth(index)) await connection('reactions').insert(rowOf(id, main.id))
    }
  })
  await stoa.app.services.integrity.repair()
  const heldBy = async () => {
    const rows = await stoa.database.read('reactions').whereIn('user_id', [main.id, other.id]).pluck('user_id')
    return [main, other].map(({ id }) => rows.filter((userId) => userId === id).length)
  }
  const proof = await proofOf(main, other)
  killAfterResponses()
  await forward(main.token, proof)
  expect(await heldBy()).toEqual([50, 90])
  // Wait until nothing else is being written.
  await vi.waitFor(async () => expect(await stoa.database.read('outbox').where({ delivered_at: 0 })).toEqual([]))
  const { transaction } = stoa.database
  let begun = 0
  const killed = vi.spyOn(stoa.database, 'transaction').mockImplementation((work) => {
    begun += 1
    if (begun >= 2) throw new Error('killed')
    return transaction(work)
  })
  await resume().catch(() => {})
  killed.mockRestore()
  expect(await heldBy()).toEqual([50, 70])
  await isClean()
  await resume()
  expect(await heldBy()).toEqual([50, 40])
  await isClean()
  await undo(main, other)
  expect(await heldBy()).toEqual([50, 40])
  vi.restoreAllMocks()
  await resume()
  expect(await heldBy()).toEqual([50, 90])
  await isClean()
  expect(await stoa.database.read('account_merge_records').where({ user_id: other.id })).toEqual([])
})

test('accounts can be merged again once all choices are restored', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const [single, anew] = [await thread(), await thread()]
  for (const { postId, commentId } of [single, anew]) {
    await react(main.token, commentId, 'thumb-down')
    await vote(main.token, postId, 1)
    await react(other.token, commentId, 'thumb-up')
    await vote(other.token, postId, 0)
  }
  await forward(main.token, await proofOf(main, other))
  killAfterResponses()
  await undo(main, other)
  const { token } = await forum.stoa.app.services.sessions
    .begin({ userId: other.id, site: '', lasting: true })
    .then(({ signedIn }) => ({ token: signedIn.accessToken }))
  expect((await forum.stoa.call('userForwarded', {}, { token: main.token })).body.payload.items).toEqual([])
  expect((await forward(main.token, await proofOf(main, other))).body.code).toBe('BUSY')
  // Its owner chooses again meanwhile.
  await react(token, anew.commentId, 'thumb-down')
  await vote(token, anew.postId, 1)
  vi.restoreAllMocks()
  await resume()
  expect(await counts(single)).toEqual([1, 1, [1, 1]])
  expect(await counts(anew)).toEqual([0, 2, [0, 2]])
  expect(await chosen(token, anew)).toEqual(['thumb-down', 1])
  expect((await forward(main.token, await proofOf(main, other))).status).toBe(200)
  await isClean()
})

test('a merge undone before choices were settled leaves each account its own', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const both = await thread()
  for (const [{ token }, name, option] of [
    [main, 'thumb-up', 0],
    [other, 'thumb-down', 1],
  ] as const) {
    await react(token, both.commentId, name)
    await vote(token, both.postId, option)
  }
  const proof = await proofOf(main, other)
  killAfterResponses()
  await forward(main.token, proof)
  expect((await undo(main, other)).status).toBe(200)
  vi.restoreAllMocks()
  await resume()
  expect(await counts(both)).toEqual([1, 1, [1, 1]])
  expect(await chosen(main.token, both)).toEqual(['thumb-up', 0])
  await isClean()
})

test('choices on deleted content are not restored', async () => {
  const { database } = forum.stoa
  const [main, other] = [await signedUp(), await signedUp()]
  const gone = await thread()
  const post = { entityType: 'Post', entityId: gone.postId } as const
  for (const { token } of [main, other]) {
    await react(token, gone.commentId, 'thumb-up')
    await vote(token, gone.postId, 0)
    await forum.stoa.call('postReaction', { ...post, reactionName: 'thumb-up' }, { token })
  }
  await forward(main.token, await proofOf(main, other))
  await database.transaction(async (tx) => {
    const { connection } = tx
    const ids = [gone.postId, gone.commentId]
    await connection('reactions').whereIn('entity_id', ids).del()
    for (const id of ids) await forum.stoa.app.services.reputation.recount(tx, id)
    for (const table of ['poll_votes', 'poll_options', 'polls', 'comments']) {
      await connection(table).where({ post_id: gone.postId }).del()
    }
    await connection('posts').where({ id: gone.postId }).del()
    await connection('communities').where({ id: forum.communityId }).decrement('total_posts')
  })
  expect((await undo(main, other)).status).toBe(200)
  expect(await database.read('reactions').whereIn('user_id', [main.id, other.id])).toEqual([])
  expect(await database.read('account_merges').where({ user_id: other.id })).toEqual([])
  await isClean()
})

test('open pages get the new counts after a merge and its undoing', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const shared = await thread()
  await react(main.token, shared.commentId, 'thumb-up')
  await react(other.token, shared.commentId, 'thumb-up')
  await vote(main.token, shared.postId, 0)
  await vote(other.token, shared.postId, 1)
  const live = createLiveClients(forum.stoa.url)
  const page = await live.connect({ watch: { postIds: [shared.postId] } })
  const before = page.events.length
  const proof = await proofOf(main, other)
  await forward(main.token, proof)
  expect(told((await page.hears(before + 2)).slice(before))).toEqual([1, [1, 0]])
  await undo(main, other)
  expect(told((await page.hears(before + 4)).slice(before + 2))).toEqual([2, [1, 1]])
  live.leave()
})

test('a concurrent reaction and vote of the merged account count once', async () => {
  const { services } = forum.stoa.app
  const [main, other] = [await signedUp(), await signedUp()]
  const [alone, both] = [await thread(), await thread()]
  const late = await services.memberships.viewer(other.id, '')
  if (!late) throw new Error('nobody')
  await react(main.token, both.commentId, 'thumb-down')
  await vote(main.token, both.postId, 0)
  await forward(main.token, await proofOf(main, other))
  for (const { postId, commentId } of [alone, both]) {
    await services.reactions.react(late, { entityType: 'Comment', entityId: commentId, reactionName: 'thumb-up' })
    await services.voting.vote(late, { postId, selectedOptionIndex: 1 })
  }
  expect(await chosen(main.token, alone)).toEqual(['thumb-up', 1])
  expect(await chosen(main.token, both)).toEqual(['thumb-down', 0])
  forum.stoa.clock.advance(60_000)
  await resume()
  expect(await counts(alone)).toEqual([1, 0, [0, 1]])
  expect(await counts(both)).toEqual([0, 1, [1, 0]])
  await isClean()
})

/** Counts in events: thumbs up, and votes per option. */
function told(events: { name: string; event: unknown }[]): unknown[] {
  type Told = { reactionsCount?: Record<ReactionName, number>; pollValues?: { count: number }[] }
  const of = (name: string) => events.find((one) => one.name === name)?.event as Told
  return [of('reaction.changed').reactionsCount?.['thumb-up'], of('poll.changed').pollValues?.map(({ count }) => count)]
}
