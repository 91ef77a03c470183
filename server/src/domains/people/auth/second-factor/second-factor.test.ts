import { RECOVERY_CODES, SECOND_FACTOR_TTL_MS, SIGN_IN_FREE_FAILURES } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { ASKED_COOKIE, askedOf, codeOf, inBrowser, PASSWORD, startPerson } from '../../../../../test/factors.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp({ STOA_TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => stoa.close())

type Proof = { code: string } | { recoveryCode: string }
const complete = (challenge: string, proof: Proof, headers: Record<string, string> = {}) =>
  stoa.call('authSecondFactor', { challenge, ...proof }, { headers: inBrowser(headers) })
const person = (username: string) => startPerson(stoa, username)
const account = async (token: string) => (await stoa.call('accountSecurity', {}, { token })).body.payload.account

test('codes are required after the first code from the app, and each works once', async () => {
  const ann = await person('ann_demo')
  const begun = (await stoa.call('totpBegin', {}, { token: ann.token })).body.payload
  expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Stoa:ann_demo\?issuer=Stoa&secret=[A-Z2-7]{32}&/)
  expect((await ann.signIn()).status).toBe(200)
  const { code, recoveryCodes } = await ann.setUp()
  expect(recoveryCodes).toHaveLength(RECOVERY_CODES)
  expect(await account(ann.token)).toMatchObject({ totp: true, recoveryCodesLeft: RECOVERY_CODES })

  const refused = await ann.signIn()
  expect(refused.status).toBe(401)
  expect(cookiesOf(refused.headers)).toBe(ASKED_COOKIE)
  const { challenge, methods, expiresAt } = askedOf(refused.body)
  expect(methods).toEqual(['totp', 'recovery'])
  expect(expiresAt).toBe(stoa.clock.now() + SECOND_FACTOR_TTL_MS)
  expect((await complete(challenge, { code: '000000' })).body.code).toBe('CODE_INVALID')
  const entered = await complete(challenge, { code: code() })
  expect(entered.body.payload.userId).toBe(ann.userId)
  expect(cookiesOf(entered.headers)).toContain('stoa-refresh=')
  const again = askedOf((await ann.signIn()).body)
  expect((await complete(again.challenge, { code: code() })).body.code).toBe('CODE_INVALID')
  stoa.clock.advance(30_000)
  expect((await complete(again.challenge, { code: code() })).status).toBe(200)
})

test('if a code or challenge is used concurrently, only one use signs in', async () => {
  const bob = await person('bob_demo')
  const { code, recoveryCodes } = await bob.setUp()
  const [one, other] = [askedOf((await bob.signIn()).body), askedOf((await bob.signIn()).body)]
  const statuses = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).toSorted()
  const shown = code()
  expect(await statuses([one, other].map(({ challenge }) => complete(challenge, { code: shown })))).toEqual([200, 401])
  const third = askedOf((await bob.signIn()).body)
  const [first = '', second = ''] = recoveryCodes
  const spent = [first, second].map((recoveryCode) => complete(third.challenge, { recoveryCode }))
  expect(await statuses(spent)).toEqual([200, 401])
  expect((await account(bob.token)).recoveryCodesLeft).toBe(RECOVERY_CODES - 1)
})

test('clocks may differ by one step, and codes before the last used one are refused', async () => {
  const cat = await person('cat_demo')
  const { secret } = await cat.setUp()
  stoa.clock.advance(90_000)
  const { challenge } = askedOf((await cat.signIn()).body)
  const at = (steps: number) => complete(challenge, { code: codeOf(secret, stoa.clock.now() + steps * 30_000) })
  expect([(await at(-2)).status, (await at(2)).status]).toEqual([401, 401])
  expect((await at(1)).status).toBe(200)
  const next = askedOf((await cat.signIn()).body)
  const earlier = codeOf(secret, stoa.clock.now())
  expect((await complete(next.challenge, { code: earlier })).body.code).toBe('CODE_INVALID')
})

test('a recovery code works once, however it is typed, and new ones replace the old', async () => {
  const dee = await person('dee_demo')
  const { recoveryCodes } = await dee.setUp()
  const [first = '', second = ''] = recoveryCodes
  const use = async (recoveryCode: string) => {
    const { challenge } = askedOf((await dee.signIn()).body)
    return (await complete(challenge, { recoveryCode })).status
  }
  expect(await use(first.toUpperCase().replaceAll('-', ' '))).toBe(200)
  expect(await use(first)).toBe(401)
  const renewed = (await stoa.call('recoveryCodesRenew', {}, { token: dee.token })).body.payload.recoveryCodes
  expect([await use(second), await use(renewed[0] ?? '')]).toEqual([401, 200])
  for (const last of renewed.slice(1)) expect(await use(last)).toBe(200)
  // None is left, so recovery codes aren't offered.
  expect(askedOf((await dee.signIn()).body).methods).toEqual(['totp'])
})

test('the code that enables the second factor can’t sign in, nor can one used ahead of time', async () => {
  const zoe = await person('zoe_demo')
  const { secret } = (await stoa.call('totpBegin', {}, { token: zoe.token })).body.payload
  const confirm = (code: string) => stoa.call('totpConfirm', { code }, { token: zoe.token })
  const now = () => codeOf(secret, stoa.clock.now())
  // An unconfirmed secret proves nothing yet.
  expect((await stoa.call('authReauthenticate', { code: now() }, { token: zoe.token })).body.code).toBe('CODE_INVALID')
  const first = now()
  expect((await confirm(first)).status).toBe(200)
  stoa.clock.advance(1)
  expect((await confirm(first)).body.code).toBe('SECOND_FACTOR_EXISTS')
  const use = async (code: string) => {
    const { challenge } = askedOf((await zoe.signIn()).body)
    return (await complete(challenge, { code })).body.code ?? 'ok'
  }
  expect(await use(first)).toBe('CODE_INVALID')
  const ahead = codeOf(secret, stoa.clock.now() + 30_000)
  expect(await use(ahead)).toBe('ok')
  stoa.clock.advance(30_000)
  expect([now(), await use(ahead)]).toEqual([ahead, 'CODE_INVALID'])
})

test('a secret that isn’t confirmed within an hour is discarded', async () => {
  const { userId } = await person('yan_demo')
  const { sessions, totp } = stoa.app.services
  const [{ id: sessionId } = { id: '' }] = await sessions.listOf(userId)
  const { secret } = await totp.begin({ userId, sessionId }, { issuer: 'Stoa', label: 'yan_demo' })
  stoa.clock.advance(60 * 60 * 1000)
  const late = totp.confirm({ userId, sessionId: '' }, codeOf(secret, stoa.clock.now()))
  await expect(late).rejects.toMatchObject({ code: 'CODE_INVALID' })
})

test('failed guesses are reset by a correct code, at sign-in and reauthentication', async () => {
  const xia = await person('xia_demo')
  const { code } = await xia.setUp()
  const wrong = async (send: (code: string) => Promise<{ body: { code?: string } }>) => {
    for (let count = 1; count < SIGN_IN_FREE_FAILURES; count += 1)
      expect((await send('000000')).body.code).toBe('CODE_INVALID')
    const right = await send(code())
    stoa.clock.advance(30_000)
    return right.body.code ?? 'ok'
  }
  for (let round = 0; round < 2; round += 1) {
    const { challenge } = askedOf((await xia.signIn()).body)
    expect(await wrong((guess) => complete(challenge, { code: guess }))).toBe('ok')
    const prove = (guess: string) => stoa.call('authReauthenticate', { code: guess }, { token: xia.token })
    expect(await wrong(prove)).toBe('ok')
  }
})

test('a challenge ends after ten minutes or with a new password, and is bound to its browser', async () => {
  const eve = await person('eve_demo')
  const { code } = await eve.setUp()
  const ask = async (headers = {}) => askedOf((await eve.signIn(headers)).body).challenge
  const invalid = async (challenge: string, headers = {}) => (await complete(challenge, { code: code() }, headers)).body
  const late = await ask()
  stoa.clock.advance(SECOND_FACTOR_TTL_MS)
  expect((await invalid(late)).code).toBe('CHALLENGE_INVALID')
  const elsewhere = await ask()
  expect((await invalid('nonsense')).code).toBe('CHALLENGE_INVALID')
  await stoa.database.transaction((tx) => stoa.app.services.accounts.setPassword(tx, eve.userId, 'changed'))
  expect((await invalid(elsewhere)).code).toBe('CHALLENGE_INVALID')
})

test('a challenge only works in the browser it was issued to', async () => {
  const dot = await person('dot_demo')
  const { code } = await dot.setUp()
  const login = { login: 'dot_demo', password: PASSWORD }
  const ask = (headers = {}) => stoa.call('authSignIn', login, { headers })
  const asked = await ask()
  const { challenge } = askedOf(asked.body)
  const cookie = cookiesOf(asked.headers)
  expect(cookie).toMatch(/^stoa-attempt-second-factor=[\w-]{22}$/)
  const finish = (headers = {}) => stoa.call('authSecondFactor', { challenge, code: code() }, { headers })
  for (const other of [{}, { cookie: cookiesOf((await ask()).headers) }])
    expect((await finish(other)).body.code).toBe('CHALLENGE_INVALID')
  // Another tab of the same browser has been asked, too.
  expect(cookiesOf((await ask({ cookie })).headers)).toBe(cookie)
  expect((await finish({ cookie })).status).toBe(200)
})

test('the first factor isn’t requested again, and a repeated request gets the same response', async () => {
  const fay = await person('fay_demo')
  const { code } = await fay.setUp()
  const headers = { 'idempotency-key': 'one sign-in' }
  const asked = askedOf((await fay.signIn(headers)).body)
  expect(askedOf((await fay.signIn(headers)).body)).toEqual(asked)
  const finish = () => complete(asked.challenge, { code: code() }, { 'idempotency-key': 'its end' })
  const [first, repeat] = [await finish(), await finish()]
  expect(repeat.body.payload).toEqual(first.body.payload)
})

test('codes can’t be guessed from many addresses; known devices and recovery codes still work', async () => {
  const gil = await person('gil_demo')
  const { code, recoveryCodes } = await gil.setUp()
  const first = askedOf((await gil.signIn()).body)
  const device = cookiesOf((await complete(first.challenge, { code: code() })).headers)
  stoa.clock.advance(30_000)
  const { challenge } = askedOf((await gil.signIn()).body)
  const codes = []
  for (let count = 0; count <= SIGN_IN_FREE_FAILURES; count += 1) {
    // With a separate idempotency key each time: storing a response must not undo the count.
    const headers = { 'x-forwarded-for': `203.0.113.${count}`, 'idempotency-key': `guess ${count}` }
    codes.push((await complete(challenge, { code: '000000' }, headers)).body.code)
  }
  expect(codes).toEqual([...Array(SIGN_IN_FREE_FAILURES).fill('CODE_INVALID'), 'SIGN_IN_LOCKED'])
  expect((await complete(challenge, { code: code() })).body).toMatchObject({ details: { retryAfterMs: 60_000 } })
  const known = askedOf((await gil.signIn({ cookie: device })).body)
  expect((await complete(known.challenge, { code: code() }, { cookie: device })).status).toBe(200)
  expect((await complete(challenge, { recoveryCode: recoveryCodes[0] ?? '' })).status).toBe(200)
})

test.each(['another password', 'another main account'])(
  'a sign-in in progress fails if its account has %s in the meantime',
  async (change) => {
    const [own, main] = [await person(`own_${change.length}`), await person(`main_${change.length}`)]
    const { code } = await own.setUp()
    const { challenge } = askedOf((await own.signIn()).body)
    const { accounts, secondFactor, sessions, domains } = stoa.app.services
    await stoa.app.background.settled()
    const { transaction } = stoa.database
    const changeNow = () =>
      transaction(async (tx) => {
        if (change === 'another password') await accounts.setPassword(tx, own.userId, '$argon2id$another')
        else await tx.connection('users').where({ id: own.userId }).update({ forward_to: main.userId })
        await sessions.endAllOf(own.userId, tx)
      })
    // The first transaction counts the guess, the second one completes the sign-in.
    stoa.database.transaction = async (...counting) => {
      stoa.database.transaction = async (...finishing) => {
        stoa.database.transaction = transaction
        await changeNow()
        return transaction.apply(stoa.database, finishing) as never
      }
      return transaction.apply(stoa.database, counting) as never
    }
    const client = { prefix: '', networks: [], device: null, mark: 'one-browser', userAgent: '' }
    const finished = secondFactor.complete(
      { challenge, code: code() },
      { ...client, domain: domains.homeOf('') },
      () => {},
    )
    await expect(finished).rejects.toMatchObject({ code: 'CHALLENGE_INVALID' })
    expect(await sessions.listOf(own.userId)).toEqual([])
  },
)

test('if two secrets are created concurrently, one counts and neither request fails', async () => {
  const { token, userId } = await person('twice_demo')
  const begun = await Promise.all([1, 2].map(() => stoa.call('totpBegin', {}, { token })))
  expect(begun.map(({ status }) => status)).toEqual([200, 200])
  expect(await stoa.database.read('totp_secrets').where({ user_id: userId })).toHaveLength(1)
})

test('no sign-in secret is stored in plain text', async () => {
  const jan = await person('jan_demo')
  const { secret, recoveryCodes } = await jan.setUp()
  const rows = await Promise.all(
    ['totp_secrets', 'recovery_codes', 'idempotency_keys', 'outbox'].map((table) => stoa.database.read(table)),
  )
  const stored = JSON.stringify(rows)
  for (const text of [secret, ...recoveryCodes, PASSWORD]) expect(stored).not.toContain(text)
})
