import { useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { failureOf } from './failure.ts'
import { loginMessages } from './messages.ts'
import { useTimeLeft } from './use-time-left.ts'

/** Runs a sign-in or sign-up: whether it runs, and what to say when it failed. */
export function useLoginAttempt() {
  const t = useTranslate(loginMessages)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [until, setUntil] = useState(0)
  const timeLeft = useTimeLeft(until)

  async function attempt(action: () => Promise<unknown>) {
    setBusy(true)
    setError(null)
    try {
      await action()
    } catch (failure) {
      setError(failure)
      setUntil(Date.now() + failureOf(failure).retryAfterMs)
    } finally {
      setBusy(false)
    }
  }

  function alert(): string {
    if (error === null) return ''
    const { code, message } = failureOf(error)
    switch (code) {
      case 'INVALID_CREDENTIALS':
        return t('login.error.credentials')
      case 'SIGN_IN_LOCKED':
        return timeLeft ? t('login.error.locked', { time: timeLeft }) : t('login.error.lockedNow')
      case 'RATE_LIMITED':
        return timeLeft ? t('login.error.rateLimit', { time: timeLeft }) : t('login.error.rateLimitNow')
      case 'NETWORK':
        return t('login.error.network')
      default:
        return message
    }
  }
  return { busy, error, alert: alert(), attempt }
}
