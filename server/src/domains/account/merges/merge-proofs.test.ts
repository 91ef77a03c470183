import { REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../../../test/factors.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { confirmAddress, newestMail } from '../../../../test/mailbox.ts'
import { mailsOf } from '../../../../test/mails.ts'
import { mergeActions, PASSWORD } from '../../../../test/merges.ts'

let forum: Forum
const { signedUp, proofOf, forward, undo, meOf, mergedPair } = mergeActions(() => forum.stoa, 'proves')
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

test('both accounts are proved recently, and the proof is valid for these two only', async () => {
  const { stoa } = forum
  const [main, other, thief] = [await signedUp(), await signedUp(), await signedUp()]
  const prove = (token: string, input: object) => stoa.call('userForwardProve', input, { token })
  const wrong = await prove(main.token, { login: other.username, password: 'Wr0ng-horse' })
  const nobody = await prove(main.token, { login: 'nobody_at_all', password: 'Wr0ng-horse' })
  expect([wrong.status, wrong.body.code]).toEqual([nobody.status, nobody.body.code])
  expect(wrong.body.code).toBe('INVALID_CREDENTIALS')
  expect((await prove(main.token, { login: other.username })).body.code).toBe('VALIDATION_FAILED')
  const proof = await proofOf(main, other)
  expect((await forward(thief.token, proof)).body.code).toBe('CODE_INVALID')
  expect((await forward(main.token, `${proof.slice(0, -2)}AA`)).body.code).toBe('CODE_INVALID')
  // The session's own account is proved without a password.
  const own = await prove(other.token, { partner: main.username })
  expect(own.body.payload.account).toEqual({ userId: other.id, username: other.username })
  expect((await forward(thief.token, own.body.payload.proof)).body.code).toBe('CODE_INVALID')
  await stoa.database.transaction(({ connection }) =>
    connection('sessions').where({ user_id: main.id }).update({ authenticated_at: 0 }),
  )
  expect((await forward(main.token, own.body.payload.proof)).body.code).toBe('REAUTHENTICATION_REQUIRED')
  expect((await undo(main, other)).body.code).toBe('REAUTHENTICATION_REQUIRED')
  expect((await prove(main.token, { partner: other.username })).body.code).toBe('REAUTHENTICATION_REQUIRED')
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: main.id, site: '', lasting: true })
  const fresh = { ...main, token: signedIn.accessToken }
  expect((await undo(fresh, other)).body.code).toBe('USER_NOT_FOUND')
  expect((await forward(fresh.token, own.body.payload.proof)).status).toBe(200)
  expect((await undo({ ...main, token: thief.token }, other)).body.code).toBe('USER_NOT_FOUND')
  const old = await proofOf(fresh, await signedUp())
  stoa.clock.advance(REAUTHENTICATION_TTL_MS)
  const later = await stoa.app.services.sessions.begin({ userId: main.id, site: '', lasting: true })
  expect((await forward(later.signedIn.accessToken, old)).body.code).toBe('CODE_INVALID')
})

test('a proof is invalid after a password change', async () => {
  const { accounts } = forum.stoa.app.services
  const [main, other] = [await signedUp(), await signedUp()]
  const proof = await proofOf(main, other)
  await forum.stoa.database.transaction((tx) => accounts.setPassword(tx, other.id, '$argon2id$another'))
  expect((await forward(main.token, proof)).body.code).toBe('CODE_INVALID')
})

test('a proof is invalid after its session was revoked', async () => {
  const { stoa } = forum
  const [main, other] = [await signedUp(), await signedUp()]
  const thief = (await stoa.call('authSignIn', { login: other.username, password: PASSWORD })).body.payload
  const input = { partner: main.username }
  const { proof } = (await stoa.call('userForwardProve', input, { token: thief.accessToken })).body.payload
  await stoa.call('sessionEnd', { others: true }, { token: other.token })
  expect((await forward(main.token, proof)).body.code).toBe('CODE_INVALID')
  const anew = await proofOf(main, other)
  await stoa.app.services.sessions.endAllOf(main.id)
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: main.id, site: '', lasting: true })
  expect((await forward(signedIn.accessToken, anew)).body.code).toBe('CODE_INVALID')
})

test('a proof is invalid after a second factor was added', async () => {
  const { stoa } = forum
  const [main, other] = [await signedUp(), await signedUp()]
  const proof = await proofOf(main, other)
  for (const { token } of [main, other]) {
    const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
    await stoa.call('totpConfirm', { code: codeOf(secret, stoa.clock.now()) }, { token })
  }
  expect((await forward(main.token, proof)).body.code).toBe('CODE_INVALID')
})

test('revoking the session during a merge prevents it', async () => {
  const { stoa } = forum
  const [main, other] = [await signedUp(), await signedUp()]
  const { merges, sessions, memberships, domains } = stoa.app.services
  const proof = await proofOf(main, other)
  const viewer = await memberships.viewer(main.id, '')
  const [session] = await sessions.listOf(main.id)
  const asker = { viewer, sessionId: session?.id ?? '' } as Parameters<typeof merges.merge>[0]
  await stoa.app.background.settled()
  const { transaction } = stoa.database
  stoa.database.transaction = async (...args) => {
    stoa.database.transaction = transaction
    await sessions.endAllOf(main.id)
    return transaction.apply(stoa.database, args) as never
  }
  const merged = merges.merge(asker, { proof, mainAccount: 'this' }, domains.all[0])
  await expect(merged).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
  expect((await memberships.viewer(main.id, ''))?.ForwardedFrom).toEqual([])
})

test('deleting the main account deletes its merged accounts, too', async () => {
  const { stoa } = forum
  const [main, other, author] = [await signedUp(), await signedUp(), await signedUp()]
  const text = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words.' } }] })
  const draft = { tokenName: 'FORUM', title: 'A post', postContent: text }
  const { id: postId } = (await stoa.call('postCreate', draft, { token: author.token })).body.payload.post
  await forum.say(other.token, { postId, content: 'By the other' })
  await forward(main.token, await proofOf(main, other))
  const { body } = await stoa.call('userDelete', { confirm: main.username, content: 'remove' }, { token: main.token })
  expect(body.payload.receipt.removed).toMatchObject({ comments: 1 })
  await stoa.app.jobs.drain()
  expect(await stoa.database.read('comments').where({ content: 'By the other' })).toEqual([])
  expect((await stoa.call('authSignIn', { login: other.username, password: PASSWORD })).body.code).toBe(
    'INVALID_CREDENTIALS',
  )
  expect((await mailsOf(stoa)).filter((mail) => mail.includes('account has been deleted'))).toEqual([])
  expect(await stoa.app.services.integrity.check()).toEqual([])
})

test('an account merged just before a deletion is deleted, too', async () => {
  const { stoa } = forum
  const [main, other] = await mergedPair()
  const { memberships, deletions } = stoa.app.services
  const viewer = await memberships.viewer(main.id, '')
  const session = await stoa.app.services.sessions.begin({ userId: main.id, site: '', lasting: true })
  const { sid } = JSON.parse(Buffer.from(session.signedIn.accessToken.split('.')[1] ?? '', 'base64url').toString())
  // A viewer cached just before the merge.
  const stale = { ...viewer, ForwardedFrom: [] } as unknown as Parameters<typeof deletions.request>[0]
  const input = { confirm: main.username, content: 'keep' } as const
  await deletions.request(stale, input, { sessionId: sid, domain: stoa.app.services.domains.all[0] })
  const rows = await stoa.database.read('users').whereIn('id', [main.id, other.id])
  expect(rows.map(({ deleted_at }) => Number(deleted_at) > 0)).toEqual([true, true])
})

test('a new password of a merged account revokes all sessions of the person', async () => {
  const { stoa } = forum
  const [main, other] = [await signedUp(), await signedUp()]
  const address = `${other.username}@mail.example`
  await confirmAddress(stoa, address)
  await forward(main.token, await proofOf(main, other))
  await stoa.call('authPasswordResetRequest', { email: address })
  const token = (await newestMail(stoa, address)).secret.get('token') ?? ''
  const { body } = await stoa.call('authPasswordReset', { token, password: 'An0ther-horse' })
  expect(await meOf(main.token)).toBeUndefined()
  expect((await meOf(body.payload.accessToken))?.id).toBe(main.id)
})

test('the owners of both addresses get a mail about a merge', async () => {
  const { stoa } = forum
  const [main, other] = [await signedUp(), await signedUp()]
  const addresses = [main, other].map(({ username }) => `${username}@mail.example`)
  for (const address of addresses) await confirmAddress(stoa, address)
  expect((await forward(main.token, await proofOf(main, other))).status).toBe(200)
  for (const address of addresses) {
    const { subject, text } = await newestMail(stoa, address)
    expect(subject).toBe('Two accounts were merged')
    expect(text).toContain(`The account ${other.username} was merged into ${main.username}.`)
  }
})
