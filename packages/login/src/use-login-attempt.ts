import { useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { failureOf } from './failure.ts'
import { PROBLEMS, STORMS, WAITS } from './login-problem.ts'
import { loginMessages } from './messages.ts'
import { useTimeLeft } from './use-time-left.ts'

/** A failure to tell of. */
interface Problem {
  /** Null: there is none. */
  error: unknown
  /** When another try is allowed, in ms; 0 where that does not matter. */
  until: number
}

/** What has gone wrong just now. */
function problemOf(error: unknown): Problem {
  const { retryAfterMs } = failureOf(error)
  return { error, until: retryAfterMs === 0 ? 0 : Date.now() + retryAfterMs }
}

const NO_PROBLEM: Problem = { error: null, until: 0 }

interface AttemptOptions {
  /** Other texts for some codes. Default: none. */
  words?: typeof PROBLEMS
  /** What is tried. Default `password`. */
  kind?: keyof typeof STORMS | undefined
  /** What has gone wrong before. Default: nothing. */
  begins?: { code: string; retryAfterMs?: number } | undefined
}

/** Runs a sign-in or sign-up: whether it runs, and what to say when it failed. */
export function useLoginAttempt({ words = {}, kind = 'password', begins }: AttemptOptions = {}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(() =>
    begins ? problemOf({ code: begins.code, message: '', details: begins }) : NO_PROBLEM,
  )
  const alert = useProblem(problem, { words, kind })

  async function attempt(action: () => Promise<unknown>) {
    setBusy(true)
    setProblem(NO_PROBLEM)
    try {
      await action()
    } catch (failure) {
      setProblem(problemOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error: problem.error, alert, attempt }
}

/** What to tell of a failure, empty for none; the time until the next try is kept up to date. */
function useProblem(
  { error, until }: Problem,
  { words, kind }: { words: typeof PROBLEMS; kind: keyof typeof STORMS },
): string {
  const t = useTranslate(loginMessages)
  const timeLeft = useTimeLeft(until)
  if (error === null) return ''
  const { code, message, isStorm } = failureOf(error)
  if (isStorm && timeLeft) return t(STORMS[kind], { time: timeLeft })
  const wait = WAITS[code]
  if (wait) return timeLeft ? t(wait[0], { time: timeLeft }) : t(wait[1])
  const key = words[code] ?? PROBLEMS[code]
  return key ? t(key) : message || t('login.error.other')
}
