import { cookiesOf } from '../../../server/test/cookies.ts'
import { ASKED_COOKIE, codeOf, inBrowser, PASSWORD, startPerson } from '../../../server/test/factors.ts'
import { startTestApp, type TestApp } from '../../../server/test/harness.ts'
import { mailsTo } from '../../../server/test/mailbox.ts'
import type { Attack } from '../../support/attack.ts'
import { addressOf, attackByStuffing } from './credential-stuffing.ts'

const GUESSES = 2000

/** Guessing passwords and codes, and reusing stolen ones, against the real application with a fake clock. */
export async function attackByGuessing(): Promise<Attack[]> {
  const stoa = await startTestApp({ STOA_RATE_SCALE: '1', STOA_TRUSTED_PROXIES: 'loopback' })
  try {
    return [
      ...(await attackByStuffing(stoa)),
      await guessAppCodes(stoa),
      await guessRecoveryCodes(stoa),
      await guessMailedCodes(stoa),
      await guessInStolenSession(stoa),
      await reuseRefreshTokens(stoa),
    ]
  } finally {
    await stoa.close()
  }
}

/** Guesses six-digit codes with a known password, each time from another address, for days. */
async function guessAppCodes(stoa: TestApp): Promise<Attack> {
  const person = await startPerson(stoa, 'app_codes')
  const { secret } = await person.setUp()
  const successes: string[] = []
  let checked = 0
  let challenge = ''
  for (let index = 0; index < GUESSES; index += 1) {
    stoa.clock.advance(30_000)
    // Proves the password directly: its own limits are covered by other attacks.
    if (index % 15 === 0) challenge = await requestChallenge(stoa, person.userId)
    const code = String((index * 7919) % 1_000_000).padStart(6, '0')
    const isByChance = [-1, 0, 1].some((step) => code === codeOf(secret, stoa.clock.now() + step * 30_000))
    const { status, body } = await stoa.call(
      'authSecondFactor',
      { challenge, code },
      { headers: inBrowser(addressOf(index)) },
    )
    if (body.code === 'CODE_INVALID') checked += 1
    if (status === 200 && !isByChance) successes.push(`guess ${index}`)
  }
  console.log(`authenticator codes: ${checked} of ${GUESSES} guesses in ${hours(GUESSES * 30_000)} were checked`)
  // Three codes in a million are valid at any time.
  if (checked > 60) successes.push(`${checked} guesses were checked`)
  return { what: 'guessed authenticator codes', attempts: GUESSES, successes }
}

async function requestChallenge(stoa: TestApp, userId: string): Promise<string> {
  const [domain] = stoa.app.services.domains.all
  const signInContext = {
    prefix: '',
    networks: [],
    device: null,
    mark: ASKED_COOKIE.split('=')[1] ?? '',
    userAgent: '',
    domain,
  }
  const outcome = await stoa.database.transaction((unit) =>
    stoa.app.services.signIns.begin(unit, { userId, method: 'password', signInContext }),
  )
  return 'secondFactor' in outcome ? outcome.secondFactor.challenge : ''
}

async function guessRecoveryCodes(stoa: TestApp): Promise<Attack> {
  const person = await startPerson(stoa, 'recovery_codes')
  const { recoveryCodes } = await person.setUp()
  const successes: string[] = []
  let challenge = ''
  for (let index = 0; index < GUESSES; index += 1) {
    if (index % 500 === 0) challenge = await requestChallenge(stoa, person.userId)
    const realCode = recoveryCodes[index % recoveryCodes.length] ?? ''
    // Alternates between one wrong letter and made-up codes.
    const recoveryCode =
      index % 2 === 0
        ? `${realCode.slice(0, -1)}${realCode.endsWith('a') ? 'b' : 'a'}`
        : `aaaa-bbbb-cccc-${1000 + index}`
    const { status } = await stoa.call(
      'authSecondFactor',
      { challenge, recoveryCode },
      { headers: inBrowser(addressOf(index)) },
    )
    if (status === 200) successes.push(recoveryCode)
  }
  return { what: 'guessed recovery codes', attempts: GUESSES, successes }
}

async function guessMailedCodes(stoa: TestApp): Promise<Attack> {
  const email = 'mailed@people.example'
  await stoa.app.services.accounts.create({ username: 'mailed_codes', email, passwordHash: null })
  const successes: string[] = []
  for (let index = 0; index < GUESSES; index += 1) {
    stoa.clock.advance(10_000)
    if (index % 30 === 0) await stoa.call('authEmailLinkRequest', { email }, { headers: addressOf(index) })
    const code = String((index * 7919) % 1_000_000).padStart(6, '0')
    const newest = index % 30 === 0 ? ((await mailsTo(stoa, email)).at(-1)?.code ?? '') : ''
    if (code === newest) continue
    const { status } = await stoa.call('authEmailLinkConfirm', { email, code }, { headers: addressOf(index) })
    if (status === 200) successes.push(`guess ${index}`)
  }
  return { what: 'guessed email codes', attempts: GUESSES, successes }
}

/** Guesses passwords and codes in a stolen session. */
async function guessInStolenSession(stoa: TestApp): Promise<Attack> {
  const person = await startPerson(stoa, 'stolen_session')
  const successes: string[] = []
  let checked = 0
  for (let index = 0; index < 500; index += 1) {
    const password = `Guess-${index}-word`
    const about = { token: person.token, headers: addressOf(index) }
    const { status, body } = await stoa.call('authReauthenticate', { password }, about)
    if (body.code === 'INVALID_CREDENTIALS') checked += 1
    if (status === 200) successes.push(password)
  }
  console.log(`stolen session: ${checked} of 500 passwords were checked`)
  return { what: 'passwords guessed in a stolen session', attempts: 500, successes }
}

/** A refresh token that was copied before its owner used it: reuse must end the session for both. */
async function reuseRefreshTokens(stoa: TestApp): Promise<Attack> {
  const successes: string[] = []
  const attempts = 200
  for (let index = 0; index < attempts; index += 1) {
    const input = { username: `family_${index}`, email: `family_${index}@people.example`, password: PASSWORD }
    const headers = addressOf(20_000 + index)
    const stolenCookies = cookiesOf((await stoa.call('authSignUp', input, { headers })).headers)
    const refresh = (cookie: string) => stoa.call('authRefresh', {}, { headers: { ...headers, cookie } })
    const newest = cookiesOf((await refresh(stolenCookies)).headers)
    stoa.clock.advance(11_000)
    const responses = [await refresh(stolenCookies), await refresh(newest)]
    if (responses.some(({ status }) => status === 200)) successes.push(`family ${index}`)
  }
  return { what: 'reused refresh tokens', attempts, successes }
}

function hours(time: number): string {
  return `${(time / 3_600_000).toFixed(0)} hours`
}
