import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthenticator } from '../../../../test/authenticator.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum
let next = 0
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** A member with a confirmed address. */
async function person(username: string) {
  const { stoa } = forum
  const email = `${username}@mail.example`
  const id = await stoa.app.services.accounts.create({ username, email, passwordHash: null })
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token: signedIn.accessToken })
  return { id, username, email, token: signedIn.accessToken }
}

const keeping = (token: string) => ({ token, headers: { 'Idempotency-Key': `key ${(next += 1)}` } })
const document = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })

/** Deletes the account and runs everything that follows. */
async function leave({ token }: { token: string }, confirm: string, content: 'keep' | 'remove' = 'keep') {
  const { stoa } = forum
  stoa.clock.advance(1)
  await stoa.app.events.flush()
  const about = keeping(token)
  const deleted = await stoa.call('userDelete', { confirm, content }, about)
  expect(deleted.status).toBe(200)
  await stoa.app.jobs.drain()
  stoa.clock.advance(5000)
  await stoa.app.jobs.drain()
  await stoa.app.events.flush()
  // A retry gets the same response.
  expect((await stoa.call('userDelete', { confirm, content }, about)).body).toEqual(deleted.body)
}

/** Stored responses and events that contain one of the words. */
async function keptWith(words: string[]): Promise<string[]> {
  const tables = await Promise.all(['outbox', 'idempotency_keys'].map((table) => forum.stoa.database.read(table)))
  return tables
    .flat()
    .map((row: object) => JSON.stringify(row))
    .filter((text) => words.some((word) => text.toLowerCase().includes(word.toLowerCase())))
}

test('a requested address, and the response to its owner, are deleted with the account', async () => {
  const { stoa, admin } = forum
  const one = await person('looked_up')
  const about = { tokenName: 'FORUM', userIds: [one.id] }
  expect((await stoa.call('userGetUserEmails', about, keeping(admin.token))).body.payload.emails).toHaveLength(1)
  await stoa.call('userEdit', { profileAbout: 'About me only', profileTitle: 'Title of mine' }, keeping(one.token))
  const { options, challenge } = (await stoa.call('passkeyRegisterOptions', {}, { token: one.token })).body.payload
  const passkey = { challenge, attestation: createAuthenticator().create(options), name: 'A phone' }
  expect((await stoa.call('passkeyRegister', passkey, keeping(one.token))).status).toBe(200)
  const words = [one.email, 'About me only', 'Title of mine', 'A phone']
  expect((await keptWith(words)).length).toBeGreaterThan(1)
  await leave(one, one.username)
  expect(await keptWith(words)).toEqual([])
})

test('no stored response or event contains drafts, or removed posts and polls', async () => {
  const { stoa, admin } = forum
  const draft = { tokenName: 'FORUM', title: 'Secret draft', postContent: document('Draft words.'), saveAsDraft: true }
  const keeper = await person('keeps_posts')
  const { post: unseen } = (await stoa.call('postCreate', draft, keeping(keeper.token))).body.payload
  await stoa.call('postEdit', { ...draft, postId: unseen.id }, keeping(admin.token))
  await leave(keeper, keeper.username)
  expect(await keptWith(['Secret draft', 'Draft words', 'secret-draft'])).toEqual([])

  const remover = await person('removes_posts')
  const post = { tokenName: 'FORUM', title: 'Shown post', postContent: document('Shown words.') }
  const made = await stoa.call(
    'postCreate',
    { ...post, pollOptions: ['Option words', 'Other'] },
    keeping(remover.token),
  )
  const postId = made.body.payload.post.id
  await stoa.call('postApprove', { postId, approve: true }, keeping(admin.token))
  const words = ['Shown post', 'Shown words', 'Option words', 'shown-post']
  expect((await keptWith(words)).length).toBeGreaterThan(1)
  await leave(remover, remover.username, 'remove')
  expect(await keptWith(words)).toEqual([])
})

test('former names are stored nowhere, not even next to others’ ids', async () => {
  const { stoa, ada, bea } = forum
  const one = await person('First_Called')
  const postId = await forum.newPost()
  const top = await forum.say(bea.token, { postId })
  const answer = async (content: string) => {
    const mine = await forum.say(one.token, { postId, replyToCommentId: top.id, content })
    const reply = { tokenName: 'FORUM', postId, content: 'Answering', replyToCommentId: mine.id }
    return (await stoa.call('commentCreate', reply, keeping(ada.token))).body.payload.comment.replyToPublisherName
  }
  expect(await answer('Under the first name')).toBe('First_Called')
  await stoa.call('userEdit', { profileName: 'Quondam Nightjar' }, { token: one.token })
  expect(await answer('Under the second name')).toBe('Quondam Nightjar')
  await stoa.call('userEdit', { profileName: 'Later Name' }, { token: one.token })
  await stoa.call('userUsername', { username: 'later_called' }, { token: one.token })
  await leave(one, 'later_called')
  expect(await keptWith(['First_Called', 'Quondam', 'Later Name', 'later_called'])).toEqual([])
})
