import type { loginMessages } from './messages.ts'

type MessageKey = keyof typeof loginMessages

/** What people are told, by the code of an error; other errors are told in their own words. */
export const PROBLEMS: { readonly [code: string]: MessageKey | undefined } = {
  INVALID_CREDENTIALS: 'login.error.credentials',
  NETWORK: 'login.error.network',
  POPUP_CLOSED: 'login.error.popupClosed',
  POPUP_BLOCKED: 'login.error.popupBlocked',
  CREDENTIAL_IN_USE: 'login.error.credentialInUse',
  PROVIDER_EMAIL_IN_USE: 'login.error.emailInUse',
  PROVIDER_FAILED: 'login.error.provider',
  PROVIDER_NOT_FOUND: 'login.error.unavailable',
  METHOD_UNAVAILABLE: 'login.error.unavailable',
  LAST_WAY_IN: 'login.error.lastWayIn',
  LINK_INVALID: 'login.error.linkInvalid',
  USERNAME_EXISTS: 'login.error.usernameTaken',
  USERNAME_RESERVED: 'login.error.usernameReserved',
  ABORTED: 'login.error.passkey',
  PASSKEY_CANCELLED: 'login.error.passkey',
  PROVIDER_CANCELLED: 'login.error.providerCancelled',
  SECOND_FACTOR_INVALID: 'login.error.secondFactor',
  CHALLENGE_INVALID: 'login.error.tooLate',
}

/** What people are told while nobody is let in by a password, or by a mailed code, from where they are. */
export const STORMS = { password: 'login.error.storm', code: 'login.error.stormCodes' } as const

/** The same for what counts the time until the next try: while it runs, and when it is over. */
export const WAITS: { readonly [code: string]: readonly [MessageKey, MessageKey] | undefined } = {
  SIGN_IN_LOCKED: ['login.error.locked', 'login.error.lockedNow'],
  RATE_LIMITED: ['login.error.rateLimit', 'login.error.rateLimitNow'],
}
