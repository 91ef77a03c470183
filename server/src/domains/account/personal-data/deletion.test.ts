import { REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablesOf } from '../../../../test/databases/tables.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { createLiveClients } from '../../../../test/live-clients.ts'
import { mailsOf } from '../../../../test/mails.ts'
import { giveMoney } from '../../../../test/money.ts'

let forum: Forum
let next = 0
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const TEXT = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words of theirs.' } }] })

/** A person with an address, a profile, posts, a draft, a poll with a vote, comments and reactions. */
async function writer() {
  const { stoa, bea } = forum
  const username = `Leaving_${(next += 1)}`
  const email = `${username}@mail.example`
  const id = await stoa.app.services.accounts.create({
    username,
    email,
    passwordHash: 'hash',
    displayName: `Shown ${username}`,
  })
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  const token = signedIn.accessToken
  const as = { token }
  await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, as)
  await stoa.call('userEdit', { profileName: `Called ${username}`, profileAbout: `About ${username}` }, as)
  const post = { tokenName: 'FORUM', title: `Post number ${next}.`, postContent: TEXT }
  const made = await stoa.call('postCreate', { ...post, pollOptions: ['Yes', 'No'] }, as)
  const postId = made.body.payload.post.id
  const draft = (await stoa.call('postCreate', { ...post, saveAsDraft: true }, as)).body.payload.post
  await stoa.call('postVote', { postId, selectedOptionIndex: 1 }, as)
  const top = await forum.say(token, { postId, content: `Top number ${next}.` })
  const answer = await forum.say(bea.token, { postId, replyToCommentId: top.id, content: 'Answered' })
  const reaction = { entityType: 'Comment', entityId: answer.id, reactionName: 'thumb-up' } as const
  await stoa.call('postReaction', reaction, as)
  const other = await stoa.call('postCreate', { ...post, title: 'By Bea' }, { token: bea.token })
  const elsewhere = other.body.payload.post.id
  const said = await forum.say(token, { postId: elsewhere, content: `Elsewhere number ${next}.` })
  await forum.say(bea.token, { postId: elsewhere, replyToCommentId: said.id })
  return { id, username, email, token, slug: made.body.payload.post.slugUrl, postId, draft, top, elsewhere, said }
}

const remove = (token: string, input: object) => forum.stoa.call('userDelete', input as { confirm: string }, { token })
const database = () => forum.stoa.database.read

/** Every row of the database that contains one of the words, as `table: row`. */
async function rowsWith(words: string[]): Promise<string[]> {
  const found = (await tablesOf(forum.stoa.database)).map(async (table) => {
    const rows: object[] = await database()(table).select('*')
    const texts = rows.map((row) => JSON.stringify(row))
    return texts.filter((text) => words.some((word) => text.includes(word))).map((text) => `${table}: ${text}`)
  })
  return (await Promise.all(found)).flat()
}

test('nothing happens without a recent reauthentication or the typed name', async () => {
  const { stoa } = forum
  const { id, username, token } = await writer()
  expect((await remove(token, { confirm: 'somebody' })).body.code).toBe('VALIDATION_FAILED')
  expect((await remove(token, { confirm: username, userId: forum.ada.id })).body.code).toBe('ACTOR_MISMATCH')
  await stoa.database.transaction(({ connection }) =>
    connection('sessions')
      .where({ user_id: id })
      .update({ authenticated_at: stoa.clock.now() - REAUTHENTICATION_TTL_MS - 1 }),
  )
  expect((await remove(token, { confirm: username })).body.code).toBe('REAUTHENTICATION_REQUIRED')
  expect((await stoa.call('userGet', { idOrSlug: id })).body.payload.user.username).toBe(username)
})

test('an account given by id is deleted without the typed name, and nothing less specific works', async () => {
  const { id, token } = await writer()
  expect((await remove(token, {})).body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'confirm' }] })
  expect((await remove(token, { userId: '' })).body.code).toBe('VALIDATION_FAILED')
  expect((await remove(token, { userId: id })).body.payload.receipt.userId).toBe(id)
})

test('after deletion the person is signed out everywhere immediately, and the name stays taken', async () => {
  const { stoa } = forum
  const { id, username, email, token } = await writer()
  // Wait for the notifications of their replies.
  await stoa.app.background.settled()
  const live = createLiveClients(stoa.url)
  const tab = await live.connect({ token })
  const { body } = await remove(token, { confirm: username.toUpperCase() })
  expect(body.payload.receipt).toMatchObject({
    userId: id,
    content: 'keep',
    removed: { sessions: 1, memberships: 1, drafts: 1 },
    keptWithoutName: { posts: 1, comments: 2, reactions: 1, votes: 1 },
  })
  expect(await tab.hears(1)).toMatchObject([{ name: 'session.ended' }])
  live.leave()
  expect((await stoa.call('me', {}, { token })).body.code).toBe('AUTH_REQUIRED')
  for (const login of [username, email]) expect(await stoa.app.services.accounts.credentials(login)).toBeNull()
  for (const idOrSlug of [id, username, username.toLowerCase().replaceAll('_', '-')])
    expect((await stoa.call('userGet', { idOrSlug })).body.code).toBe('USER_NOT_FOUND')
  const again = { username, email: 'other@mail.example', password: 'Corr3ct-horse' }
  expect((await stoa.call('authSignUp', again)).body.code).toBe('USERNAME_EXISTS')
  expect((await stoa.call('userUsername', { username }, { token: forum.cem.token })).body.code).toBe('USERNAME_EXISTS')
})

test('the receipt says what was in the wallet', async () => {
  const { stoa, communityId } = forum
  const { id, username, email, token } = await writer()
  await giveMoney(stoa, { userId: id, communityId, tokens: 12 })
  const { body } = await remove(token, { confirm: username })
  expect(body.payload.receipt.lost).toEqual({ FORUM: '12000000' })
  await stoa.app.events.flush()
  await stoa.app.jobs.drain()
  stoa.clock.advance(5000)
  for (const _ of [1, 2]) await stoa.app.jobs.drain()
  const letters = (await mailsOf(stoa)).filter((mail) => mail.includes(`To: ${email}`))
  expect(letters.at(-1)).toContain('Lost from your wallet: 12 FORUM.')
})

test('the account’s own row contains nothing about the person', async () => {
  const { id, email, username } = await writer()
  const { accounts } = forum.stoa.app.services
  const texts = [
    ...['pending_email', 'pending_email_key', 'profile_title', 'profile_about', 'profile_image_url', 'ref_from'],
    'admin_domain',
  ]
  const numbers = ['is_network_admin', 'is_domain_admin', 'visited_at', 'renamed_at', 'has_made_up_name']
  await forum.stoa.database.transaction(({ connection }) =>
    connection('users')
      .where({ id })
      .update({
        ...Object.fromEntries([...texts.map((name) => [name, 'told']), ...numbers.map((name) => [name, 1])]),
        ref_by: forum.ada.id,
        notification_settings: '{}',
      }),
  )
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  expect((await remove(signedIn.accessToken, { confirm: username })).status).toBe(200)
  await forum.stoa.app.background.settled()
  const row = await database()('users').where({ id }).first()
  const times = ['created_at', 'updated_at', 'deleted_at']
  const isKept = ([name, value]: [string, unknown]) =>
    !times.includes(name) && value !== null && value !== '' && Number(value) !== 0
  expect(Object.entries(row).filter(isKept)).toEqual([
    ['id', id],
    ['username', 'deleted'],
    ['username_key', `-${id.slice(1)}`],
    ['slug', `-${id}`],
  ])
  expect(await accounts.byConfirmedEmail(email)).toBeNull()
})

test('all sign-in methods are deleted with the account', async () => {
  const { id, username, token } = await writer()
  const [user_id, key] = [id, id.padEnd(64, '0')]
  const [expires_at, used_at] = [forum.stoa.clock.now() + 60_000, 0]
  const code = { user_id, code_hash: key, used_at }
  const rows = {
    totp_secrets: { user_id, sealed: 'sealed', created_at: 1, confirmed_at: 1, last_step: 0 },
    recovery_codes: code,
    passkeys: {
      id,
      user_id,
      credential_hash: key,
      credential_id: 'credential',
      public_key: 'key',
      counter: 0,
      transports: '',
      host: 'localhost',
      name: 'Key',
      synced: 0,
      created_at: 1,
      used_at,
    },
    identities: { subject_hash: key, provider: 'google', user_id, label: '', linked_at: 1 },
    email_proofs: {
      id,
      purpose: 'reset',
      user_id,
      email: 'a@mail.example',
      email_key: 'a@mail.example',
      link_hash: key,
      code_hash: null,
      tries: 0,
      change_id: null,
      expires_at,
      used_at,
    },
    embed_codes: { ...code, origin: 'https://news.example', code_challenge: 'challenge', expires_at },
    account_exports: { token_hash: key, user_id, created_at: 1, expires_at, used_at },
  }
  await forum.stoa.database.transaction(async ({ connection }) => {
    for (const [table, row] of Object.entries(rows)) await connection(table).insert(row)
  })
  const tables = ['sessions', ...Object.keys(rows)]
  const counts = () => Promise.all(tables.map(async (table) => (await database()(table).where({ user_id })).length))
  expect(await counts()).toEqual(tables.map(() => 1))
  expect((await remove(token, { confirm: username })).status).toBe(200)
  expect(await counts()).toEqual(tables.map(() => 0))
})

test('kept content loses its name in every table, event and response; a receipt is mailed', async () => {
  const { stoa } = forum
  const { username, email, token, postId, top, draft } = await writer()
  await remove(token, { confirm: username })
  const before = (await mailsOf(stoa)).length
  await stoa.app.events.flush()
  await stoa.app.jobs.drain()
  expect((await mailsOf(stoa)).slice(before)).toEqual([])
  stoa.clock.advance(5000)
  await stoa.app.jobs.drain()
  await stoa.app.jobs.drain()
  const [letter, ...more] = (await mailsOf(stoa)).slice(before).filter((mail) => mail.includes(`To: ${email}`))
  expect(more).toEqual([])
  expect(letter).toContain('1 post, 2 comments')
  stoa.clock.advance(1001)
  const { items } = await forum.thread(postId)
  expect(items[0]).toMatchObject({
    id: top.id,
    content: `Top number ${next}.`,
    publisherName: 'deleted',
    publisherSlugUrl: '',
  })
  const { post } = (await stoa.call('postGet', { idOrSlug: postId })).body.payload
  expect(post).toMatchObject({ publisherName: 'deleted', publisherProfileName: 'deleted' })
  expect(await rowsWith([username, username.toLowerCase(), username.toLowerCase().replace('_', '-')])).toEqual([])
  expect((await database()('posts').where({ id: draft.id }).first()).title).toBe('')
  expect(await stoa.app.services.integrity.check()).toEqual([])
})

test('removed content is deleted with its history, and others’ replies remain', async () => {
  const { stoa } = forum
  const { username, token, postId, slug, elsewhere, said } = await writer()
  const edited = { tokenName: 'FORUM', commentId: said.id, content: `Otherwise number ${next}.` }
  await stoa.call('commentEdit', edited, { token })
  const { receipt } = (await remove(token, { confirm: username, content: 'remove' })).body.payload
  expect(receipt).toMatchObject({ removed: { posts: 1, comments: 2 }, keptWithoutName: { reactions: 1, votes: 1 } })
  await stoa.app.jobs.drain()
  stoa.clock.advance(1001)
  for (const idOrSlug of [postId, slug])
    expect((await stoa.call('postGet', { idOrSlug, tokenName: 'FORUM' })).body.code).toBe('POST_NOT_FOUND')
  const { items } = await forum.thread(elsewhere)
  expect(items).toMatchObject([
    { id: said.id, content: null, publisherId: '', replies: { items: [{ content: 'Hello' }] } },
  ])
  expect(await forum.countOf(elsewhere)).toBe(1)
  const words = ['Post', 'Top', 'Elsewhere', 'Otherwise'].map((word) => `${word} number ${next}.`)
  const left = await rowsWith(words)
  expect(left).toEqual([])
  expect(await stoa.app.services.integrity.check()).toEqual([])
})

test('an interrupted deletion resumes, even with several batches, and mails once', async () => {
  const { stoa } = forum
  const { id, username, email, token, elsewhere } = await writer()
  for (let count = 0; count < 45; count += 1)
    await forum.say(token, { postId: elsewhere, content: `The number ${count}.` })
  await remove(token, { confirm: username, content: 'remove' })
  const { comments } = stoa.app.services
  const user_id = id
  await stoa.database.transaction((tx) => comments.eraseOf(tx, { publisherId: user_id, limit: 20 }))
  const before = (await mailsOf(stoa)).length
  stoa.clock.advance(5000)
  await Promise.all([stoa.app.jobs.drain(), stoa.app.jobs.drain()])
  const mails = (await mailsOf(stoa)).slice(before)
  expect(mails.filter((mail) => mail.includes(email))).toHaveLength(1)
  expect(await rowsWith(['The number 1.', 'The number 44.'])).toEqual([])
  const done = await database()('account_deletions').where({ user_id }).first()
  expect([done.sealed, Number(done.finished_at) > 0]).toEqual(['', true])
  expect(await stoa.app.services.integrity.check()).toEqual([])
})
