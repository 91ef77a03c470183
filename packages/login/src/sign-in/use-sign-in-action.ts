import { errorDetails, serverText } from '@stoa/store'
import { useAction } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { loginMessages } from '../messages.ts'
import { useTimeLeft } from './use-time-left.ts'

type MessageKey = keyof typeof loginMessages

/** Texts by error code. Other errors show their own message. */
const ERROR_KEYS: { readonly [code: string]: MessageKey | undefined } = {
  INVALID_CREDENTIALS: 'login.error.credentials',
  EMAIL_UNCONFIRMED: 'login.error.unconfirmed',
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
  USERNAME_OF_COMMUNITY: 'login.error.usernameOfCommunity',
  USERNAME_RESERVED: 'login.error.usernameReserved',
  ABORTED: 'login.error.passkey',
  PASSKEY_CANCELLED: 'login.error.passkey',
  PROVIDER_CANCELLED: 'login.error.providerCancelled',
  SECOND_FACTOR_INVALID: 'login.error.secondFactor',
  CHALLENGE_INVALID: 'login.error.tooLate',
}

/** Texts while sign-in by password or mailed code is blocked from this network. */
const BLOCKED_KEYS = { password: 'login.error.storm', code: 'login.error.stormCodes' } as const

/** Texts that count down to the next try, and texts once it is allowed. */
const WAIT_KEYS: { readonly [code: string]: readonly [MessageKey, MessageKey] | undefined } = {
  SIGN_IN_LOCKED: ['login.error.locked', 'login.error.lockedNow'],
  RATE_LIMITED: ['login.error.rateLimit', 'login.error.rateLimitNow'],
}

interface SignInActionOptions {
  /** Other texts for some codes. Default: none. */
  words?: typeof ERROR_KEYS
  /** The method. Default `password`. */
  kind?: keyof typeof BLOCKED_KEYS | undefined
  /** An earlier failure. Default: none. */
  begins?: { code: string; retryAfterMs?: number } | undefined
}

/** A sign-in or sign-up, with the text to show if it fails. */
export function useSignInAction({ words = {}, kind = 'password', begins }: SignInActionOptions = {}) {
  const [first] = useState(() => begins && { code: begins.code, message: '', details: begins })
  const [until, setUntil] = useState(() => (first ? nextTryAt(first) : 0))
  const { busy, error, run } = useAction({ initialError: first })
  const alert = useErrorText(error, { until, words, kind })
  return {
    busy,
    error,
    alert,
    run: (action: () => Promise<unknown>) =>
      run(() =>
        action().catch((failure: unknown) => {
          setUntil(nextTryAt(failure))
          throw failure
        }),
      ),
  }
}

/** When the next try is allowed, in ms; 0 if the error doesn't say. */
function nextTryAt(error: unknown): number {
  const { retryAfterMs } = errorDetails(error)
  return retryAfterMs > 0 ? Date.now() + retryAfterMs : 0
}

/** The text for an error, empty for none. It counts down to the next try. */
function useErrorText(
  error: unknown,
  { until, words, kind }: { until: number; words: typeof ERROR_KEYS; kind: keyof typeof BLOCKED_KEYS },
): string {
  const t = useTranslate(loginMessages)
  const { code, issues, isStorm } = errorDetails(error, t)
  const timeLeft = useTimeLeft(until)
  if (error === null) return ''
  if (isStorm && timeLeft) return t(BLOCKED_KEYS[kind], { time: timeLeft })
  const wait = WAIT_KEYS[code]
  if (wait) return timeLeft ? t(wait[0], { time: timeLeft }) : t(wait[1])
  const key = words[code] ?? ERROR_KEYS[code]
  if (key) return t(key)
  return issues[0]?.message || serverText(error, t) || t('login.error.other')
}
