import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, PUBLISHER, startForum } from '../../../../test/forum.ts'
import { createLiveClients } from '../../../../test/live-clients.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { firstIdAt } from '../../../platform/ids.ts'

let forum: Forum
const { signedUp, proofOf, forward } = mergeActions(() => forum.stoa, 'seen')
const url = `${PUBLISHER.origin}/story`
const TEXT = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words.' } }] })

beforeAll(async () => {
  forum = await startForum({
    renderFragment: ({ payload }) => ({ shadow: JSON.stringify(payload.comments?.items), plain: '', content: '' }),
  })
})
afterAll(() => forum.stoa.close())

/** Names of all authors shown in a feed, below a post, in a fragment, and to a page that reconnects. */
async function named({ postId, commentId, since }: { postId: string; commentId: string; since: string }) {
  const { stoa } = forum
  stoa.clock.advance(1001)
  const feed = (await stoa.call('postList', { type: 'community', tokenName: 'FORUM', sort: 'new' })).body.payload.items
  const query = new URLSearchParams({ community: 'FORUM', url })
  const fragment = await (await fetch(`${stoa.url}/api/articles/fragment?${query}`)).text()
  const live = createLiveClients(stoa.url)
  const page = await live.connect({ watch: { postIds: [postId] }, lastEventId: since })
  const replayed = page.events.filter(({ name }) => name === 'comment.created')
  live.leave()
  const { publisherId } = (await forum.thread(postId)).items.find(({ id }) => id === commentId) ?? {}
  const told = (text: string) => [...text.matchAll(/"publisherName":"(\w+)"/g)].map(([, name]) => name)
  return {
    feed: feed.find(({ id }) => id === postId)?.publisherName,
    below: publisherId,
    fragment: told(fragment),
    replayed: told(JSON.stringify(replayed)),
  }
}

test('a merged account appears as its main one, and a deleted one as nobody, in feeds, fragments and reconnected pages', async () => {
  const { stoa } = forum
  const [main, other] = [await signedUp(), await signedUp()]
  const since = firstIdAt(stoa.clock.now())
  const post = { tokenName: 'FORUM', title: 'A post', postContent: TEXT }
  const postId = (await stoa.call('postCreate', post, { token: other.token })).body.payload.post.id
  const { id: commentId } = await forum.say(other.token, { postId, content: 'Below' })
  const inArticle = { tokenName: 'FORUM', article: { url }, content: 'In an article' }
  await stoa.call('commentCreate', inArticle, { token: other.token })
  const about = { postId, commentId, since }
  const all = ({ username: name, id }: { username: string; id: string }) => ({
    feed: name,
    below: id,
    fragment: [name],
    replayed: [name],
  })
  expect(await named(about)).toEqual(all(other))
  await forward(main.token, await proofOf(main, other))
  expect(await named(about)).toEqual(all(main))
  await stoa.call('userDelete', { confirm: main.username }, { token: main.token })
  await stoa.app.jobs.drain()
  const left = await named(about)
  expect(left).toMatchObject({ feed: 'deleted', fragment: ['deleted'], replayed: ['deleted'] })
  expect(JSON.stringify(left)).not.toContain('seen_')
})
