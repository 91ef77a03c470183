import { useStoa } from '@stoa/store/react'
import { useCallback } from 'react'
import { useLoaded } from '../use-loaded.ts'
import type { SessionListProps } from './session-list.tsx'

/** The viewer's sessions, and ending them. */
export function useSessions(): SessionListProps {
  const { call } = useStoa().client
  const load = useCallback(async () => (await call('sessionList', {})).items, [call])
  const { value, failed, reload, set } = useLoaded(load)
  return {
    sessions: value,
    failed,
    onRetry: reload,
    async onEnd(sessionId) {
      await call('sessionEnd', { sessionId })
      set((sessions) => sessions.filter(({ id }) => id !== sessionId))
    },
    async onEndOthers() {
      await call('sessionEnd', { others: true })
      set((sessions) => sessions.filter(({ current }) => current))
    },
  }
}
