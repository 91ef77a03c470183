import type { SecondFactorChallenge } from '@stoa/contract'
import { Secret, TOTP } from 'otpauth'
import type { TestApp } from './harness.ts'

/** Everyone's password in these tests. */
export const PASSWORD = 'Corr3ct-horse'

/** The cookie of a browser that was asked for a second factor, the same for everyone in these tests. */
export const ASKED_COOKIE = 'stoa-attempt-second-factor=one-browser'

/** Headers of that browser. */
export function inBrowser(headers: Record<string, string> = {}): Record<string, string> {
  return { ...headers, cookie: [ASKED_COOKIE, headers.cookie ?? ''].filter(Boolean).join('; ') }
}

/** A person with a password, and calls about their second factor. */
export async function startPerson(stoa: TestApp, username: string) {
  const email = `${username}@people.example`
  const { accessToken: token, userId } = (await stoa.call('authSignUp', { username, email, password: PASSWORD })).body
    .payload
  return {
    username,
    userId,
    token,
    signIn: (headers: Record<string, string> = {}) =>
      stoa.call('authSignIn', { login: username, password: PASSWORD }, { headers: inBrowser(headers) }),
    /** Sets up an authenticator app. Moves the clock by one step, so that the next code is different. */
    async setUp() {
      const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
      const code = () => codeOf(secret, stoa.clock.now())
      const { recoveryCodes } = (await stoa.call('totpConfirm', { code: code() }, { token })).body.payload
      stoa.clock.advance(30_000)
      return { secret, code, recoveryCodes }
    },
  }
}

/** The code that the app shows at a time. */
export function codeOf(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** The second factors a response asks for; throws if it asks for none. */
export function askedOf(body: { code?: unknown; details?: unknown }) {
  if (body.code !== 'SECOND_FACTOR_REQUIRED') throw new Error(`no second factor was requested: ${JSON.stringify(body)}`)
  return body.details as SecondFactorChallenge
}
