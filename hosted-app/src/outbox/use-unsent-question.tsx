import { useLazy } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { useHostedApp } from '../hosted-app.ts'
import { outboxParts } from '../shell/offline-notice.tsx'

/** What leaving an account asks for. */
interface UnsentQuestion {
  /** Resolves to whether the member may be signed out: at once, or after the question if that discards something. */
  mayLeave(): Promise<boolean>
  /** The question, to render; null while nothing is asked. */
  question: ReactNode
}

/** Asks before leaving the account discards what wasn't sent. */
export function useUnsentQuestion(): UnsentQuestion {
  const { stoa } = useHostedApp()
  const [asking, setAsking] = useState<{ answer(isLeaving: boolean): void } | null>(null)
  const { code: parts } = useLazy(outboxParts, asking !== null)
  return {
    async mayLeave() {
      if (stoa.state.getState().outbox.length === 0) return true
      const isLeaving = await new Promise<boolean>((answer) => setAsking({ answer }))
      setAsking(null)
      return isLeaving
    },
    question: asking && parts && (
      <parts.SignOutQuestion onConfirm={() => asking.answer(true)} onClose={() => asking.answer(false)} />
    ),
  }
}
