import { errorCode } from '@stoa/client'
import { ConnectedJoin } from '@stoa/login'
import { useIntent } from '@stoa/store/react'
import { Banner, Button, Dialog, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import type { EmbedSession } from '../sign-in/embed-session.ts'
import type { IntentHostProps } from './intent-host.tsx'
import { signInMessages } from './sign-in-messages.ts'

/** Signing in by the forum's window, or joining the community; then what the reader wanted happens. */
export function IntentDialogs({ forum }: IntentHostProps) {
  const intent = useIntent()
  return (
    <>
      <SignInDialog
        open={intent?.kind === 'sign-in'}
        load={forum.session}
        onSignedIn={() => intent?.resume()}
        onCancel={() => intent?.cancel()}
      />
      <ConnectedJoin />
    </>
  )
}

interface SignInDialogProps {
  open: boolean
  load: () => Promise<EmbedSession>
  onSignedIn: () => Promise<void> | undefined
  onCancel: () => void
}

/** Asks before the window opens: a window must be opened by the press itself, or the browser blocks it. */
function SignInDialog({ open, load, onSignedIn, onCancel }: SignInDialogProps) {
  const t = useTranslate(signInMessages)
  const [session, setSession] = useState<EmbedSession | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<keyof typeof signInMessages | null>(null)
  useEffect(() => {
    if (open) load().then(setSession, () => setProblem('embed.signIn.failed'))
    else setProblem(null)
  }, [open, load])

  async function signIn(): Promise<void> {
    if (!session) return
    setBusy(true)
    setProblem(null)
    try {
      await session.signIn()
    } catch (error) {
      const code = errorCode(error)
      setProblem(
        code === 'POPUP_BLOCKED'
          ? 'embed.signIn.blocked'
          : code === 'POPUP_CLOSED'
            ? 'embed.signIn.closed'
            : 'embed.signIn.failed',
      )
      return
    } finally {
      setBusy(false)
    }
    // Failing is told by whoever began the action: the composer keeps its text and says why.
    await onSignedIn()?.catch(() => {})
  }
  return (
    <Dialog
      open={open}
      title={t('embed.signIn.title')}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('embed.signIn.cancel')}</Button>
          <Button variant="primary" busy={busy || session === null} onClick={() => void signIn()}>
            {t('embed.signIn.submit')}
          </Button>
        </>
      }
    >
      {session?.isRefused() && <Banner tone="warning">{t('embed.signIn.refused')}</Banner>}
      <p>{t('embed.signIn.text')}</p>
      {problem && <Banner tone="danger">{t(problem)}</Banner>}
    </Dialog>
  )
}
