import { alertFor, type Intent } from '@stoa/store'
import { useCommunity, useIntent, useStoaState } from '@stoa/store/react'
import { useState } from 'react'
import { JoinDialog } from './join-dialog.tsx'

/** Asks to join whenever something needs that, and then does what was wanted; signing in is the application's. Render it once. */
export function ConnectedJoin() {
  const intent = useIntent()
  // The intent leaves the state when it is resumed; the dialog stays until that has ended.
  const [running, setRunning] = useState<Intent | null>(null)
  const shown = running ?? (intent?.kind === 'join' ? intent : null)
  const tokenName = shown?.tokenName ?? ''
  const community = useCommunity(tokenName)
  const threadTitle = useStoaState(
    ({ threads }) => Object.values(threads).find((thread) => thread.community.tokenName === tokenName)?.community.title,
  )
  return (
    <JoinDialog
      open={shown !== null}
      community={community?.title ?? threadTitle ?? tokenName}
      onJoin={async () => {
        setRunning(shown)
        await shown?.resume().catch((error: unknown) => {
          if (alertFor(error)) throw error
        })
      }}
      onClose={() => {
        shown?.cancel()
        setRunning(null)
      }}
    />
  )
}
