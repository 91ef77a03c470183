import { errorDetails } from '@stoa/store'
import { useAction } from '@stoa/store/react'
import { useI18n, useTranslate } from '@stoa/ui'
import { formErrorMessages } from './form-error-messages.ts'

type MessageKey = keyof typeof formErrorMessages

/** Texts by error code; other errors show their own message. */
const ERROR_KEYS: Readonly<Record<string, MessageKey>> = {
  NETWORK: 'settings.error.network',
  LAST_WAY_IN: 'settings.error.lastWayIn',
  CREDENTIAL_IN_USE: 'settings.error.credentialInUse',
}

/** A form's submission and its result. */
export interface FormAction {
  busy: boolean
  /** It succeeded, and nothing was changed since. */
  done: boolean
  /** The text for the error; empty for none. */
  problem: string
  /** Code of the error; empty for none. */
  code: string
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
  const { code, message, issues, retryAfterMs } = errorDetails(error)
  // Cancelling a step, such as a passkey prompt, is no failure.
  const hasFailed = status === 'error' && code !== 'ABORTED'

  function problem(): string {
    if (!hasFailed) return ''
    const time = waitText(retryAfterMs, locale)
    const key = words[code] ?? ERROR_KEYS[code] ?? (time ? 'settings.error.rateLimit' : undefined)
    // An error without a code is a bug, whose message isn't shown.
    return code === '' ? t('settings.error.other') : key ? t(key, { time }) : (issues[0]?.message ?? message)
  }

  return {
    busy,
    done: status === 'success',
    problem: problem(),
    code: hasFailed ? code : '',
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
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(Math.ceil(ms / size), unit)
}
