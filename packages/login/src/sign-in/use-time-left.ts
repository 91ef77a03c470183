import { useTranslate } from '@stoa/ui'
import { useEffect, useLayoutEffect, useState } from 'react'
import { loginMessages } from '../messages.ts'

// Runs before the first paint, so that no wrong time flashes. Neither runs on the server.
const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** The remaining time as text, updated regularly; null when it is over. `until` is in ms, 0 for none. */
export function useTimeLeft(until: number): string | null {
  const t = useTranslate(loginMessages)
  const [now, setNow] = useState(0)
  useEffectBeforePaint(() => {
    if (until === 0) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  const seconds = Math.ceil((until - Math.max(now, 1)) / 1000)
  if (until === 0 || seconds <= 0) return null
  if (seconds > 2 * 60 * 60) return t('login.hours', { count: Math.ceil(seconds / (60 * 60)) })
  return seconds > 60 ? t('login.minutes', { count: Math.ceil(seconds / 60) }) : t('login.seconds', { count: seconds })
}
