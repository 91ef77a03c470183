import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../test/cookies.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions, PASSWORD } from '../../../../test/merges.ts'

let forum: Forum
const { signedUp, forward } = mergeActions(() => forum.stoa, 'leaves')
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const signOut = (headers: Headers) => forum.stoa.call('authSignOut', {}, { headers: { cookie: cookiesOf(headers) } })
const prove = async (token: string, partner: string) =>
  (await forum.stoa.call('userForwardProve', { partner }, { token })).body.payload.proof

test('a member proves one account, signs out, signs in to the other one and merges them', async () => {
  const main = await signedUp()
  const input = { username: 'leaver_one', email: 'leaver_one@mail.example', password: PASSWORD }
  const { body, headers } = await forum.stoa.call('authSignUp', input)
  const proof = await prove(body.payload.accessToken, main.username)
  expect((await signOut(headers)).status).toBe(200)
  expect((await forward(main.token, proof)).status).toBe(200)
})

test.each(['of all others', 'of this one'])('but not after the owner has signed out elsewhere: %s', async (which) => {
  const { stoa } = forum
  const main = await signedUp()
  const username = which === 'of this one' ? 'leaver_two' : 'leaver_all'
  const input = { username, email: `${username}@mail.example`, password: PASSWORD }
  const { accessToken: token } = (await stoa.call('authSignUp', input)).body.payload
  const thief = await stoa.call('authSignIn', { login: username, password: PASSWORD })
  const proof = await prove(thief.body.payload.accessToken, main.username)
  const others = (await stoa.call('sessionList', {}, { token })).body.payload.items.filter(({ current }) => !current)
  if (which === 'of all others') {
    // Even if the thief has signed out before.
    await signOut(thief.headers)
    await stoa.call('sessionEnd', { others: true }, { token })
  } else for (const { id } of others) await stoa.call('sessionEnd', { sessionId: id }, { token })
  expect((await forward(main.token, proof)).body.code).toBe('CODE_INVALID')
})
