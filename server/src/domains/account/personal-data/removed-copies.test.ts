import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablesOf } from '../../../../test/databases/tables.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { createLiveClients } from '../../../../test/live-clients.ts'
import { mergeActions } from '../../../../test/merges.ts'

let forum: Forum
let next = 0
const { signedUp, proofOf, forward } = mergeActions(() => forum.stoa, 'going')
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const remove = (token: string, input: { confirm: string; content?: 'keep' | 'remove' }) =>
  forum.stoa.call('userDelete', input, { token })
const finish = () => forum.stoa.app.jobs.drain()
const TEXT = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words.' } }] })

/** A post by Bea. */
async function newPost(): Promise<string> {
  const post = { tokenName: 'FORUM', title: `Post ${(next += 1)}`, postContent: TEXT }
  return (await forum.stoa.call('postCreate', post, { token: forum.bea.token })).body.payload.post.id
}

const read = () => forum.stoa.database.read

test('mails sent to an unconfirmed address are deleted with the account that has it', async () => {
  const { stoa } = forum
  const username = `Proved_${(next += 1)}`
  const email = `${username}@mail.example`
  await stoa.call('authEmailLinkRequest', { email, next: '/' })
  await stoa.app.background.settled()
  const id = await stoa.app.services.accounts.create({ username, email, passwordHash: null })
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  const proofs = () => read()('email_proofs').where({ email_key: email.toLowerCase() })
  expect(await proofs()).toMatchObject([{ user_id: null }])
  await remove(signedIn.accessToken, { confirm: username })
  expect(await proofs()).toEqual([])
})

test('others’ texts, stored responses and open pages no longer contain the name', async () => {
  const { stoa, ada, bea } = forum
  const { id, username, token } = await signedUp()
  await stoa.call('userEdit', { profileName: 'Gone Fishing' }, { token })
  const postId = await newPost()
  const top = await forum.say(bea.token, { postId, content: 'Above' })
  const said = await forum.say(token, { postId, replyToCommentId: top.id, content: 'Under' })
  const as = { token: ada.token, headers: { 'idempotency-key': 'kept' } }
  const answer = { tokenName: 'FORUM', postId, replyToCommentId: said.id }
  const mention = `Ask @${username.toUpperCase()} and @ada_demo, not @${username}s.`
  const kept = (await stoa.call('commentCreate', { ...answer, content: mention }, as)).body.payload.comment
  expect(kept.replyToPublisherName).toBe('Gone Fishing')
  expect(kept.mentions.map(({ userId }) => userId).toSorted()).toEqual([id, ada.id].toSorted())
  const edited = await forum.say(bea.token, { postId, content: `First @${username}, then more.` })
  await stoa.call(
    'commentEdit',
    { tokenName: 'FORUM', commentId: edited.id, content: `Only @${username}!` },
    { token: bea.token },
  )
  const live = createLiveClients(stoa.url)
  const page = await live.connect({ watch: { postIds: [postId] } })
  await remove(token, { confirm: username })
  const before = page.events.length
  await finish()
  stoa.clock.advance(1001)
  const told = (await page.hears(before + 2)).slice(before)
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`${username}\\b`))
  live.leave()
  const { body } = await stoa.call('commentGet', { commentId: kept.id })
  expect(body.payload.comment).toMatchObject({
    content: `Ask @deleted and @ada_demo, not @${username}s.`,
    mentions: [{ userId: ada.id }],
    replyToPublisherName: 'deleted',
  })
  const repeated = await stoa.call('commentCreate', { ...answer, content: mention }, as)
  expect(repeated.body.payload.comment).toMatchObject({ id: kept.id, replyToPublisherName: 'deleted' })
  expect(JSON.stringify(repeated.body.payload.comment.mentions)).not.toContain(username)
  const revisions = await read()('comment_revisions').where({ comment_id: edited.id }).pluck('content')
  expect(revisions).toEqual(['First @deleted, then more.'])
  for (const table of ['outbox', 'comments', 'idempotency_keys']) {
    const rows = (await read()(table).select('*')).map((row: object) => JSON.stringify(row))
    const pattern = new RegExp(`Gone Fishing|${username}\\b`, 'i')
    expect(rows.filter((row: string) => pattern.test(row.replaceAll('\\', '')))).toEqual([])
  }
  expect(await stoa.app.services.integrity.check()).toEqual([])
})

test('no table contains a username or display name of a deleted account', async () => {
  const { stoa, ada, bea, moderator, admin } = forum
  const as = ({ token }: { token: string }) => ({ token, headers: { 'idempotency-key': `names ${(next += 1)}` } })
  const text = (words: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: `New\n${words}` } }] })
  const goer = await stoa.member('Zanzibar_One', { join: ['FORUM'] })
  const banned = await stoa.member('banned_demo', { join: ['FORUM'] })
  const { id } = goer
  await stoa.call('userEdit', { profileName: 'Zanzibar Nameone' }, as(goer))
  const postId = await newPost()
  const comment = async (who: { token: string }, content: string, replyToCommentId?: string) => {
    const { body } = await stoa.call(
      'commentCreate',
      { tokenName: 'FORUM', postId, content, ...(replyToCommentId ? { replyToCommentId } : {}) },
      as(who),
    )
    return body.payload.comment.id
  }
  const commentId = await comment(goer, 'Mine')
  const early = await comment(ada, 'Thanks, @Zanzibar_One', commentId)
  const others = Array.from({ length: 10 }, (_, index) => `@somebody_${index}`).join(' ')
  await comment(bea, `More than are notified: ${others} @zanzibar_one`)
  const post = { tokenName: 'FORUM', title: 'Praise', postContent: text('@Zanzibar_One wrote this.') }
  const praise = (await stoa.call('postCreate', post, as(bea))).body.payload.post
  await stoa.call('postEdit', { ...post, postId: praise.id, postContent: text('Dear @zanzibar_one!') }, as(bea))
  await stoa.call('postCreate', { ...post, title: 'Later', saveAsDraft: true }, as(bea))
  const origin = 'http://localhost:3000'
  const link = (key: string, words: string) => `<a href="${origin}/author/${key}">${words}</a>`
  const links = `${link(id, '@Zanzibar_One')}, ${link('zanzibar-one', 'a <b>friend</b>')}, ${link('Zanzibar_One/posts?x=1', 'her')}, ${link(ada.id, 'Ada')}, ${origin}/author/zanzibar-one.`
  const { body } = await stoa.call('postCreate', { ...post, title: 'Links', postContent: text(links) }, as(bea))
  const linked = await comment(bea, `See ${origin}/bbs/FORUM/author/zanzibar-one, not ${origin}/author/ada`)
  stoa.clock.advance(1)
  expect((await stoa.call('userUsername', { username: 'Zanzibar_Two' }, as(goer))).status).toBe(200)
  await stoa.call('userEdit', { profileName: 'Zanzibar Nametwo' }, as(goer))
  await comment(ada, 'I remember @Zanzibar_One, now @Zanzibar_Two.')
  await stoa.call('commentEdit', { tokenName: 'FORUM', commentId: early, content: 'Thank you, @Zanzibar_One' }, as(ada))
  const community = { tokenName: 'FORUM', about: 'Begun by @Zanzibar_One', rules: [{ title: 'As @Zanzibar_Two' }] }
  expect((await stoa.call('communityEdit', community, as(admin))).status).toBe(200)
  const reason = { reason: 'other', reasonText: 'This is @Zanzibar_One' } as const
  const about = { tokenName: 'FORUM', reportedType: 'Comment', reportedCommentId: early } as const
  for (const response of [
    await stoa.call('reportCreate', { ...about, reportReason: 'other', reportText: 'By @Zanzibar_One' }, as(bea)),
    await stoa.call('commentDelete', { tokenName: 'FORUM', commentId: early, hidden: true, ...reason }, as(moderator)),
    await stoa.call(
      'userBan',
      { tokenName: 'FORUM', ban: true, banUserId: banned.id, reason: 'Like @Zanzibar_One' },
      as(admin),
    ),
    await stoa.call('memberNote', { tokenName: 'FORUM', memberId: bea.id, text: 'See @Zanzibar_One' }, as(moderator)),
  ]) {
    expect([response.status, response.body]).toEqual([200, expect.anything()])
  }
  await finish()
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  expect((await remove(signedIn.accessToken, { confirm: 'Zanzibar_Two' })).status).toBe(200)
  await finish()
  stoa.clock.advance(5001)
  await finish()
  await stoa.app.events.flush()
  const found: string[] = []
  for (const table of await tablesOf(stoa.database)) {
    for (const row of await read()(table)) {
      const columns = Object.entries(row as object).filter(([, value]) => /zanzibar/i.test(String(value)))
      found.push(...columns.map(([column, value]) => `${table}.${column}: ${value}`))
    }
  }
  expect(found).toEqual([])
  const { content } = await read()('posts').where({ id: praise.id }).first()
  expect(content).toContain('Dear @deleted!')
  const post2 = await read()('posts').where({ id: body.payload.post.id }).first()
  const written = `New\n@deleted, a <b>friend</b>, her, ${link(ada.id, 'Ada')}, @deleted.`
  expect(JSON.parse(post2.content).blocks[0].data.text).toBe(written)
  const remark = await read()('comments').where({ id: linked }).first()
  expect(remark.content).toBe(`See @deleted, not ${origin}/author/ada`)
})

test('permanently deleted content can’t be restored, not even when a ban ends', async () => {
  const { stoa, admin, moderator } = forum
  const { id, username, token } = await signedUp()
  const postId = await newPost()
  const [own, hidden] = [await forum.say(token, { postId }), await forum.say(token, { postId })]
  await stoa.call(
    'userBan',
    { tokenName: 'FORUM', ban: true, banUserId: id, reason: 'Enough', hideContent: true },
    { token: admin.token },
  )
  await stoa.app.background.settled()
  await remove(token, { confirm: username, content: 'remove' })
  await finish()
  for (const { id: commentId } of [own, hidden]) {
    const restored = await forum.hide(moderator.token, { commentId, hidden: false })
    expect([restored.status, restored.body.code]).toEqual([409, 'COMMENT_ERASED'])
  }
  const hides = stoa.app.services.contentHides
  await stoa.database.transaction((tx) => hides.restore(tx, { communityId: forum.communityId, userIds: [id] }))
  await stoa.app.background.settled()
  stoa.clock.advance(1001)
  expect((await forum.thread(postId)).items).toEqual([])
  expect(await stoa.app.services.integrity.check()).toEqual([])
})

test('a link to an archive ends when the person signs out sessions or deletes the account', async () => {
  const { stoa } = forum
  const { services } = stoa.app
  const link = async (token: string) => (await stoa.call('userExport', {}, { token })).body.payload.url
  const statusOf = async (url: string) => (await fetch(`${stoa.url}${url}`)).status
  const signIn = async (userId: string) =>
    (await services.sessions.begin({ userId, site: '', lasting: true })).signedIn.accessToken
  const { id, username, token } = await signedUp()

  const before = await link(token)
  await services.sessions.endAllOf(id)
  expect(await statusOf(before)).toBe(404)

  const again = await signIn(id)
  const others = await link(again)
  await stoa.call('sessionEnd', { others: true }, { token: again })
  expect(await statusOf(others)).toBe(404)

  const last = await link(again)
  await remove(again, { confirm: username })
  expect(await statusOf(last)).toBe(404)
})

test('deleting a main account deletes the records of its merges', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const postId = await newPost()
  const { id: entityId } = await forum.say(forum.bea.token, { postId })
  const reaction = { entityType: 'Comment', entityId, reactionName: 'thumb-up' } as const
  for (const { token } of [main, other]) await forum.stoa.call('postReaction', reaction, { token })
  await forward(main.token, await proofOf(main, other))
  expect(await read()('account_merge_records').where({ user_id: other.id, kind: 'reaction' })).toHaveLength(1)
  await remove(main.token, { confirm: main.username })
  await finish()
  expect(await read()('account_merge_records').where({ user_id: other.id })).toEqual([])
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
})
