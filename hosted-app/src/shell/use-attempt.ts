import { useI18n, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { attemptMessages } from './attempt-messages.ts'
import { waitText } from './wait-text.ts'

type MessageKey = keyof typeof attemptMessages

/** What people are told, by the code of an error; other errors are told in their own words. */
const PROBLEMS: Readonly<Record<string, MessageKey>> = {
  NETWORK: 'settings.error.network',
  LAST_WAY_IN: 'settings.error.lastWayIn',
  CREDENTIAL_IN_USE: 'settings.error.credentialInUse',
}

/** One thing that a form does, and what came of it. */
export interface Attempt {
  busy: boolean
  /** It was done, and nothing was changed since. */
  done: boolean
  /** What to say about the failure; empty for none. */
  problem: string
  /** Code of the error; empty for none. */
  code: string
  /** Runs it; resolves to whether it was done. */
  run(action: () => Promise<unknown>): Promise<boolean>
  /** Forgets what came of it: for when something is typed. */
  forget(): void
}

interface Outcome {
  status: 'idle' | 'busy' | 'done' | 'failed'
  error?: unknown
}

const IDLE: Outcome = { status: 'idle' }

/** Runs what a form sends. `words`: other texts for some codes, which may hold `{time}`: when to try again. */
export function useAttempt(words: Readonly<Record<string, MessageKey>> = {}): Attempt {
  const t = useTranslate(attemptMessages)
  const { locale } = useI18n()
  const [{ status, error }, setOutcome] = useState(IDLE)
  const { code, message, retryAfterMs } = failureOf(error)

  function problem(): string {
    if (status !== 'failed') return ''
    const time = waitText(retryAfterMs, locale)
    const key = words[code] ?? PROBLEMS[code] ?? (time ? 'settings.error.rateLimit' : undefined)
    // What no call refused is a fault of ours, or of the way here: its message is for nobody.
    return code === '' ? t('settings.error.other') : key ? t(key, { time }) : message
  }

  return {
    busy: status === 'busy',
    done: status === 'done',
    problem: problem(),
    code: status === 'failed' ? code : '',
    async run(action) {
      setOutcome({ status: 'busy' })
      try {
        await action()
        setOutcome({ status: 'done' })
        return true
      } catch (failure) {
        // The person gave up where the next step was asked for.
        setOutcome(failureOf(failure).code === 'ABORTED' ? IDLE : { status: 'failed', error: failure })
        return false
      }
    },
    forget: () => status !== 'idle' && status !== 'busy' && setOutcome(IDLE),
  }
}

function failureOf(error: unknown) {
  const { code = '', message = '', details } = (error ?? {}) as { code?: string; message?: string; details?: unknown }
  const { retryAfterMs = 0 } = (details ?? {}) as { retryAfterMs?: number }
  const [issue] = Array.isArray(details) ? (details as { message: string }[]) : []
  return { code, message: issue?.message ?? message, retryAfterMs }
}
