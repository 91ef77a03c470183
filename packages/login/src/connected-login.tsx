import type { ForumSession } from '@stoa/client'
import { alertFor, createSignUp, type Intent } from '@stoa/store'
import { useCommunity, useIntent, useStoa, useStoaState } from '@stoa/store/react'
import { useState } from 'react'
import { JoinDialog } from './join-dialog.tsx'
import { LoginDialog } from './login-dialog.tsx'

/** Props of `ConnectedLogin`. */
export interface ConnectedLoginProps {
  /** Takes the new session. */
  session: Pick<ForumSession, 'adopt'>
  /** Told why what was wanted failed after signing in: show `alertFor(error)`. Default: nobody is told. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** Asks to sign in, then to join, whenever something needs that, and then does what was wanted. Render it once. */
export function ConnectedLogin({ session, onFailure }: ConnectedLoginProps) {
  const stoa = useStoa()
  const intent = useIntent()

  function goOn() {
    // What happens from here on is the action's business, not that of signing in.
    intent?.resume().catch((error: unknown) => {
      if (alertFor(error)) onFailure?.(error)
    })
  }
  return (
    <>
      <LoginDialog
        open={intent?.kind === 'sign-in'}
        onClose={() => intent?.cancel()}
        onSignIn={async (credentials) => {
          session.adopt(await stoa.client.call('authSignIn', credentials))
          goOn()
        }}
        onSignUp={async (account) => {
          session.adopt(await stoa.part(createSignUp)(account))
          goOn()
        }}
      />
      <ConnectedJoin />
    </>
  )
}

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
