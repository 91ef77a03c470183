import { EMAIL_CONFIRM_TTL_MS, REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress, confirmLink, mailsTo, newestMail } from '../../../../../test/mailbox.ts'

const PASSWORD = 'Corr3ct-horse'
let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const signUp = async (username: string, email = `${username}@mail.example`) =>
  (await stoa.call('authSignUp', { username, email, password: PASSWORD })).body
const signIn = async (login: string) =>
  (await stoa.call('authSignIn', { login, password: PASSWORD })).body.code ?? 'signed in'
const change = (token: string, email: string) => stoa.call('userEmailChange', { email }, { token })
const confirm = async (token: string | null) => (await confirmLink(stoa, token ?? '')).body
const linkTo = async (email: string) => (await newestMail(stoa, email)).secret.get('confirm')
async function confirmed(username: string) {
  const { payload } = await signUp(username)
  await confirmAddress(stoa, `${username}@mail.example`)
  return payload
}

test('a new account gets its address when its mail is confirmed, not before', async () => {
  await signUp('ann_demo')
  const { text, subject } = await newestMail(stoa, 'ann_demo@mail.example')
  expect(subject).toBe('Confirm your email address for Stoa')
  expect(text).toContain('ann_demo')
  expect(await signIn('ann_demo@mail.example')).toBe('INVALID_CREDENTIALS')
  const token = await linkTo('ann_demo@mail.example')
  expect((await confirm(token)).payload).toEqual({ email: 'ann_demo@mail.example', confirmed: true })
  expect(await signIn('ANN_demo@mail.example')).toBe('signed in')
  expect((await confirm(token)).code).toBe('LINK_INVALID')
})

test('signing up with another person’s address doesn’t give it to the account when its owner confirms', async () => {
  const email = 'victim@mail.example'
  const thief = await stoa.call('authSignUp', { username: 'thief_demo', email, password: PASSWORD })
  const victim = await signUp('victim_demo', 'victim@other.example')
  const token = (await linkTo(email)) ?? ''
  const press = (options = {}) => stoa.call('userEmailConfirm', { token }, options)
  expect((await press()).body.code).toBe('CONFIRM_SIGNED_IN')
  expect((await press({ token: victim.payload.accessToken })).body.code).toBe('CONFIRM_SIGNED_IN')
  expect(await stoa.app.services.accounts.byConfirmedEmail(email)).toBeNull()
  // A browser that signed up for the account may confirm even after signing out.
  const ended = await press({ headers: { cookie: cookiesOf(thief.headers) } })
  expect(ended.body.payload).toEqual({ email, confirmed: true })
})

test('an account that was merged into another is confirmed by the main one', async () => {
  const [main, merged] = [await signUp('moe_main'), await signUp('moe_merged')]
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: merged.payload.userId }).update({ forward_to: main.payload.userId }),
  )
  stoa.clock.advance(1001)
  const email = 'moe_merged@mail.example'
  const token = (await linkTo(email)) ?? ''
  const pressed = await stoa.call('userEmailConfirm', { token }, { token: main.payload.accessToken })
  expect(pressed.body.payload).toEqual({ email, confirmed: true })
})

test('signing up with an address in use looks the same; its owner gets a mail that offers to sign in', async () => {
  const owner = await confirmed('bob_demo')
  const answer = await stoa.call('authSignUp', {
    username: 'bob_again',
    email: 'BOB_demo@mail.example',
    password: PASSWORD,
  })
  expect(answer.status).toBe(200)
  const { subject, secret } = await newestMail(stoa, 'BOB_demo@mail.example')
  expect([subject, secret.get('confirm')]).toEqual(['You have an account on Stoa', null])
  const pressed = await stoa.call('authEmailLinkConfirm', { token: secret.get('token') ?? '' })
  expect(pressed.body.payload.userId).toBe(owner.userId)
})

test('if several accounts claim an address, the first to confirm gets it', async () => {
  await signUp('claim_one', 'claimed@mail.example')
  await signUp('claim_two', 'claimed@mail.example')
  const links = (await mailsTo(stoa, 'claimed@mail.example')).map(({ secret }) => secret.get('confirm'))
  const answers = await Promise.all(links.map(confirm))
  expect(answers.map(({ code }) => code ?? 'confirmed').sort()).toEqual(['LINK_INVALID', 'confirmed'])
  const owners = await stoa.database.read('users').where({ email_key: 'claimed@mail.example' })
  expect(owners).toHaveLength(1)
})

test.each(['old first', 'new first', 'both at once'])(
  'an address changes once both addresses agree: %s',
  async (order) => {
    const name = `cat_${order.replaceAll(' ', '_')}`
    const [old, fresh] = [`${name}@mail.example`, `${name}@new.example`]
    const { accessToken } = await confirmed(name)
    expect((await change(accessToken, fresh)).body.payload).toEqual({})
    const links = [await linkTo(old), await linkTo(fresh)]
    if (order === 'new first') links.reverse()
    const answers = []
    if (order === 'both at once') answers.push(...(await Promise.all(links.map(confirm))))
    else for (const link of links) answers.push(await confirm(link))
    const states = answers.map(({ payload }) => payload.confirmed)
    expect(order === 'both at once' ? states.sort() : states).toEqual([false, true])
    expect([await signIn(fresh), await signIn(old)]).toEqual(['signed in', 'INVALID_CREDENTIALS'])
    expect((await newestMail(stoa, old)).subject).toBe('Your email address on Stoa was changed')
  },
)

test('changing to another account’s address looks the same but has no effect', async () => {
  await confirmed('dee_demo')
  const { accessToken } = await confirmed('eve_demo')
  const answer = await change(accessToken, 'dee_demo@mail.example')
  expect([answer.status, answer.body.payload]).toEqual([200, {}])
  expect((await newestMail(stoa, 'dee_demo@mail.example')).subject).toBe('You have an account on Stoa')
  expect((await confirm(await linkTo('eve_demo@mail.example'))).payload).toMatchObject({ confirmed: false })
  expect(await signIn('eve_demo@mail.example')).toBe('signed in')
})

test('a repeated request sends a new mail and invalidates the previous link, as does requesting another address', async () => {
  const { payload } = await signUp('fay_demo')
  const first = await linkTo('fay_demo@mail.example')
  await change(payload.accessToken, 'fay_demo@mail.example')
  expect((await confirm(first)).code).toBe('LINK_INVALID')
  const second = await linkTo('fay_demo@mail.example')
  await change(payload.accessToken, 'fay@other.example')
  expect((await confirm(second)).code).toBe('LINK_INVALID')
  expect((await confirm(await linkTo('fay@other.example'))).payload).toMatchObject({ confirmed: true })
})

test('requesting the current address cancels a change', async () => {
  const { accessToken } = await confirmed('gil_demo')
  await change(accessToken, 'gil@new.example')
  const links = [await linkTo('gil@new.example'), await linkTo('gil_demo@mail.example')]
  await change(accessToken, 'GIL_demo@mail.example')
  expect((await Promise.all(links.map(confirm))).map(({ code }) => code)).toEqual(['LINK_INVALID', 'LINK_INVALID'])
  expect(await signIn('gil_demo@mail.example')).toBe('signed in')
})

test('a confirmation is valid for a day', async () => {
  await signUp('han_demo')
  const link = await linkTo('han_demo@mail.example')
  stoa.clock.advance(EMAIL_CONFIRM_TTL_MS)
  expect((await confirm(link)).code).toBe('LINK_INVALID')
})

test('changing the address requires a recent reauthentication', async () => {
  const { accessToken, userId } = await confirmed('ivy_demo')
  await stoa.database.transaction(({ connection }) =>
    connection('sessions')
      .where({ user_id: userId })
      .update({ authenticated_at: stoa.clock.now() - REAUTHENTICATION_TTL_MS - 1 }),
  )
  expect((await change(accessToken, 'ivy@new.example')).body.code).toBe('REAUTHENTICATION_REQUIRED')
  expect(await mailsTo(stoa, 'ivy@new.example')).toEqual([])
})

test('the owner sees the current and the pending address', async () => {
  const { accessToken: token } = await confirmed('lin_demo')
  await change(token, 'lin_new@mail.example')
  const { account } = (await stoa.call('accountSecurity', {}, { token })).body.payload
  expect(account).toMatchObject({ email: 'lin_demo@mail.example', pendingEmail: 'lin_new@mail.example' })
  await confirm(await linkTo('lin_new@mail.example'))
  await confirm(await linkTo('lin_demo@mail.example'))
  const { account: changed } = (await stoa.call('accountSecurity', {}, { token })).body.payload
  expect(changed).toMatchObject({ email: 'lin_new@mail.example', pendingEmail: null })
})

test('signing in with a link to the new address doesn’t count as the old address’s consent', async () => {
  const { payload, cookie } = await (async () => {
    const answer = await stoa.call('authSignUp', {
      username: 'kim_demo',
      email: 'kim_demo@mail.example',
      password: PASSWORD,
    })
    await confirmAddress(stoa, 'kim_demo@mail.example')
    return { payload: answer.body.payload, cookie: cookiesOf(answer.headers) }
  })()
  await change(payload.accessToken, 'thief@mail.example')
  await stoa.call('authEmailLinkRequest', { email: 'thief@mail.example' }, { headers: { cookie } })
  const token = (await newestMail(stoa, 'thief@mail.example')).secret.get('token') ?? ''
  const pressed = await stoa.call('authEmailLinkConfirm', { token }, { headers: { cookie } })
  expect(pressed.body.payload.userId).not.toBe(payload.userId)
  expect(await stoa.app.services.accounts.byConfirmedEmail('kim_demo@mail.example')).toBe(payload.userId)
})

test('a stored response that contains the address is encrypted', async () => {
  const { payload } = await signUp('lou_demo')
  const token = (await linkTo('lou_demo@mail.example')) ?? ''
  const as = { token: payload.accessToken, headers: { 'idempotency-key': 'lou confirms' } }
  const press = () => stoa.call('userEmailConfirm', { token }, as)
  const [first, repeat] = [await press(), await press()]
  expect(repeat.body).toEqual(first.body)
  expect(JSON.stringify(await stoa.database.read('idempotency_keys').select('answer'))).not.toContain('lou_demo')
})
