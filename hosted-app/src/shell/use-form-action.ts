import { errorDetails, serverText } from '@stoa/store'
import { useAction } from '@stoa/store/react'
import { relativeUnits, useI18n, useTranslate } from '@stoa/ui'

/** English texts of errors in forms. */
const formErrorMessages = {
  'settings.error.network': 'Couldn’t reach the server. Nothing was changed, and your text is kept.',
  'settings.error.other':
    'Something went wrong and nothing was changed. Check your connection, reload the page and try again.',
  'settings.error.rateLimit': 'Too many attempts. Try again {time}.',
  'settings.error.lastWayIn': 'This is your only sign-in method. Add another one first.',
  'settings.error.credentialInUse': 'This sign-in method belongs to another account, so we couldn’t link it to yours.',
  'settings.error.credentials': 'Wrong username or password.',
  'settings.error.proveLocked':
    'Passwords can’t be used from here for now. Try again {time}, or sign in to that account and merge from there.',
  'settings.error.otherTwoStep': 'That account has two-step verification. Sign in to it and merge from there.',
  'settings.error.mergeProof': 'This took too long, or the password has changed. Please start over.',
  'settings.error.code': 'Wrong code. Codes change every 30 seconds, so try the current one.',
  'settings.error.passkey': 'No passkey was created. Please try again.',
  'settings.error.passkeyKnown': 'This device already has a passkey for your account.',
  'profile.name.taken': 'This name is too similar to someone else’s username. Please choose another one.',
  'profile.name.ofCommunity': 'This name is too similar to a community’s. Please choose another one.',
  'profile.name.reserved': 'This name could be mistaken for the forum’s staff. Please choose another one.',
  'username.tooSoon': 'You changed your username recently. You can change it again {time}.',
  'payment.error.unknown':
    'We don’t know whether this went through. Check your connection and try again here: you never pay twice.',
} as const

type MessageKey = keyof typeof formErrorMessages

/** Texts by error code; other errors show their own message. */
const ERROR_KEYS: Readonly<Record<string, MessageKey>> = {
  NETWORK: 'settings.error.network',
  LAST_WAY_IN: 'settings.error.lastWayIn',
  CREDENTIAL_IN_USE: 'settings.error.credentialInUse',
}

/** Texts for payments, which may have been made although the answer got lost. Pass them to `useFormAction`. */
export const PAYMENT_WORDS: Readonly<Record<string, MessageKey>> = Object.fromEntries(
  ['', 'NETWORK', 'INTERNAL', 'UNAVAILABLE'].map((code) => [code, 'payment.error.unknown'] as const),
)

/** A form's submission and its result. */
export interface FormAction {
  busy: boolean
  /** It succeeded, and nothing was changed since. */
  isDone: boolean
  /** The text for the error; empty for none. */
  problem: string
  /** Code of the error; empty for none. */
  code: string
  /** The field that the problem is about; empty for none. */
  field: string
  /** Runs it, and resolves to whether it succeeded. */
  run(action: () => Promise<unknown>): Promise<boolean>
  /** Clears the result after a change. */
  reset(): void
}

/** Submits a form. `words` overrides the texts of some error codes; `{time}` in them is when to retry. */
export function useFormAction(words: Readonly<Record<string, MessageKey>> = {}): FormAction {
  const t = useTranslate(formErrorMessages)
  const { locale } = useI18n()
  const { status, busy, error, run, reset } = useAction()
  const { code, issues, retryAfterMs } = errorDetails(error, t)
  // Canceling a step, such as a passkey prompt, is no failure.
  const hasFailed = status === 'error' && code !== 'ABORTED'

  function problem(): string {
    if (!hasFailed) return ''
    const time = waitText(retryAfterMs, locale)
    const limited = code === 'RATE_LIMITED' && time ? 'settings.error.rateLimit' : undefined
    // An error without a code is a bug, whose message isn't shown.
    const bug = code === '' ? 'settings.error.other' : undefined
    const key = words[code] ?? ERROR_KEYS[code] ?? limited ?? bug
    return key ? t(key, { time }) : (issues[0]?.message ?? serverText(error, t))
  }

  return {
    busy,
    isDone: status === 'success',
    problem: problem(),
    code: hasFailed ? code : '',
    field: (hasFailed && issues[0]?.field) || '',
    run,
    reset: () => status !== 'idle' && !busy && reset(),
  }
}

const UNITS = [
  ['day', 24 * 60 * 60 * 1000],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
  ['second', 1000],
] as const

/** When to retry, in words ("in 12 minutes"), rounded up; empty for 0. `ms` from now. */
function waitText(ms: number, locale: string): string {
  if (ms <= 0) return ''
  const [unit, size] = UNITS.find(([, length]) => ms > length) ?? UNITS[3]
  return relativeUnits(Math.ceil(ms / size), unit, { locale, numeric: 'always' })
}
