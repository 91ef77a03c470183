import { EXPORT_LINK_TTL_MS, EXPORTS_PER_DAY } from '@stoa/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { seedComments } from '../../../../test/seed-comments.ts'
import { IN_ENGLISH } from '../../../platform/languages/words.ts'

let forum: Forum
let next = 0
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const PASSWORD = 'Corr3ct-horse'
const TEXT = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words.' } }] })

async function signedUp() {
  const { stoa } = forum
  const username = `archive_${(next += 1)}`
  const { body } = await stoa.call('authSignUp', { username, email: `${username}@mail.example`, password: PASSWORD })
  const { userId: id, accessToken: token } = body.payload
  await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token })
  return { id, username, token }
}

const ask = (token: string) => forum.stoa.call('userExport', {}, { token })

/** The files of the archive behind a link. */
async function fetched(url: string) {
  const response = await fetch(`${forum.stoa.url}${url}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
  const json = (name: string) => JSON.parse(texts[`${name}.json`] ?? 'null')
  return { response, texts, json }
}

test('the archive contains everything about its owner, and nothing secret or about others', async () => {
  const { stoa, bea } = forum
  const { id, username, token } = await signedUp()
  const as = { token }
  const draft = { tokenName: 'FORUM', title: 'A <b>post</b>', postContent: TEXT }
  const postId = (await stoa.call('postCreate', { ...draft, pollOptions: ['Yes', 'No'] }, as)).body.payload.post.id
  await stoa.call('postCreate', { ...draft, title: 'Only a draft', saveAsDraft: true }, as)
  await stoa.call('postVote', { postId, selectedOptionIndex: 1 }, as)
  const mine = await forum.say(token, { postId, content: 'Said & meant' })
  await stoa.call('commentEdit', { tokenName: 'FORUM', commentId: mine.id, content: 'Said & changed' }, as)
  const others = await forum.say(bea.token, { postId, content: 'By somebody else' })
  await stoa.call('postReaction', { entityType: 'Comment', entityId: others.id, reactionName: 'thumb-up' }, as)
  await stoa.call('notificationSettings', { notificationSettings: { email: { digest: true } } }, as)
  await stoa.call('communityVisit', { tokenName: 'FORUM' }, as)
  await forum.hide(forum.moderator.token, { commentId: mine.id, reason: 'spam' })
  const ban = { tokenName: 'FORUM', ban: true, banUserId: id, reason: 'Enough' }
  await stoa.call('userBan', ban, { token: forum.admin.token })
  await stoa.call('userUsername', { username: `${username}_new` }, as)

  const { response, texts, json } = await fetched((await ask(token)).body.payload.url)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${username}_new-2026-01-15.zip"`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const [account] = json('account')
  expect(account).toMatchObject({ id, username: `${username}_new`, pendingEmail: `${username}@mail.example` })
  expect([account.notificationSettings.email.digest, account.isNetworkAdmin]).toEqual([true, false])
  const words = { blocks: [{ type: 'paragraph', data: { text: 'Words.' } }] }
  expect(json('posts')[0]).toMatchObject({ tokenName: 'FORUM', content: words, isPinned: false })
  expect(
    json('posts')
      .map((post: { title: string }) => post.title)
      .toSorted(),
  ).toEqual(['A <b>post</b>', 'Only a draft'])
  expect(json('comments')).toMatchObject([{ id: mine.id, content: 'Said & changed', hiddenReason: 'spam' }])
  expect(json('comment-revisions')).toMatchObject([{ content: 'Said & meant' }])
  expect(json('votes')).toMatchObject([{ postId, optionIndex: 1 }])
  expect(json('polls')).toMatchObject([{ postId, options: ['Yes', 'No'] }])
  expect(json('reactions')).toMatchObject([{ entityId: others.id, name: 'thumb-up' }])
  expect(json('sessions')).toMatchObject([{ userId: id, method: 'signUp' }])
  expect(json('bans')).toMatchObject([{ reason: 'Enough', tokenName: 'FORUM' }])
  expect(json('visits')).toHaveLength(1)
  expect(json('former-names').map(({ name }: { name: string }) => name)).toContain(username)
  expect(json('moderation').map(({ action }: { action: string }) => action)).toEqual(['commentHidden', 'banned'])
  expect(texts['index.html']).toContain('A &lt;b&gt;post&lt;/b&gt;')
  expect(texts['index.html']).toContain('Said &amp; changed')
  const all = Object.values(texts).join()
  const rows = await stoa.database.read('sessions').where({ user_id: id })
  const user = await stoa.database.read('users').where({ id }).first()
  for (const secret of [rows[0].token_hash, user.password_hash, 'By somebody else', forum.moderator.id, forum.admin.id])
    expect(all).not.toContain(secret)
})

test('for merged accounts it contains the choices of both', async () => {
  const { stoa, bea } = forum
  const { proofOf, forward } = mergeActions(() => stoa, 'archived')
  const [main, other] = [await signedUp(), await signedUp()]
  const poll = { tokenName: 'FORUM', title: 'A poll', postContent: TEXT, pollOptions: ['Yes', 'No'] }
  const postId = (await stoa.call('postCreate', poll, { token: bea.token })).body.payload.post.id
  const { id: entityId } = await forum.say(bea.token, { postId })
  for (const [{ token }, reactionName, selectedOptionIndex] of [
    [main, 'thumb-up', 0],
    [other, 'thumb-down', 1],
  ] as const) {
    await stoa.call('postReaction', { entityType: 'Comment', entityId, reactionName }, { token })
    await stoa.call('postVote', { postId, selectedOptionIndex }, { token })
  }
  await forward(main.token, await proofOf(main, other))
  const { json } = await fetched((await ask(main.token)).body.payload.url)
  expect(json('reactions')).toMatchObject([{ entityId, name: 'thumb-up' }])
  expect(json('reactions-that-gave-way')).toMatchObject([{ entityId, record: { name: 'thumb-down' } }])
  expect(json('votes')).toMatchObject([{ postId, optionIndex: 0 }])
  expect(json('votes-that-gave-way')).toMatchObject([{ entityId: postId, record: { option_index: 1 } }])
})

test('a link works once and for ten minutes; a HEAD request doesn’t consume it', async () => {
  const { stoa } = forum
  const { token } = await signedUp()
  const { url } = (await ask(token)).body.payload
  const statusOf = async (path: string, method = 'GET') => (await fetch(`${stoa.url}${path}`, { method })).status
  expect(await statusOf(url, 'HEAD')).toBe(404)
  const answers = await Promise.all(Array.from({ length: 8 }, () => statusOf(url)))
  expect(answers.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 404)])
  expect(await statusOf(`${url}x`)).toBe(404)
  const late = (await ask(token)).body.payload.url
  await stoa.database.transaction(({ connection }) =>
    connection('account_exports').increment('expires_at', -EXPORT_LINK_TTL_MS),
  )
  expect(await statusOf(late)).toBe(404)
})

test('a person can request a few archives a day, after recent reauthentication, of their own data', async () => {
  const { stoa } = forum
  const { id, token } = await signedUp()
  for (let count = 0; count < EXPORTS_PER_DAY; count += 1) expect((await ask(token)).status).toBe(200)
  const { body } = await ask(token)
  expect([body.code, body.details]).toEqual(['RATE_LIMITED', { retryAfterMs: 24 * 60 * 60 * 1000 }])
  const other = await signedUp()
  expect((await stoa.call('userExport', { userId: id }, { token: other.token })).body.code).toBe('ACTOR_MISMATCH')
  await stoa.database.transaction(({ connection }) =>
    connection('sessions').where({ user_id: other.id }).update({ authenticated_at: 1 }),
  )
  expect((await ask(other.token)).body.code).toBe('REAUTHENTICATION_REQUIRED')
  expect((await stoa.call('userExport', {})).body.code).toBe('AUTH_REQUIRED')
})

test('concurrent requests don’t create more archives than allowed per day', async () => {
  const { token } = await signedUp()
  const answers = await Promise.all(Array.from({ length: EXPORTS_PER_DAY + 3 }, () => ask(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(EXPORTS_PER_DAY)
})

test('ten thousand comments are exported in small parts, without duplicates', async () => {
  const { stoa, communityId } = forum
  const { id, token } = await signedUp()
  const postId = await forum.newPost()
  const { url } = (await ask(token)).body.payload
  const clock = stoa.clock.now()
  await seedComments(stoa, { postId, communityId, publisherId: id, count: 10_000 })
  await stoa.database.transaction(({ connection }) =>
    connection('account_exports')
      .where({ user_id: id })
      .increment('expires_at', stoa.clock.now() - clock),
  )
  const { parts } = await stoa.app.services.exports.download(url.split('/').at(-1) ?? '', IN_ENGLISH)
  const got: Uint8Array[] = []
  for await (const part of parts) got.push(part)
  expect(Math.max(...got.map((part) => part.length))).toBeLessThan(200_000)
  const comments = JSON.parse(strFromU8(unzipSync(Buffer.concat(got))['comments.json'] ?? new Uint8Array()))
  expect(new Set(comments.map((comment: { id: string }) => comment.id)).size).toBe(10_000)
  expect(comments).toHaveLength(10_000)
}, 60_000)
