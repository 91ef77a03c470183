import { errorCode } from '@stoa/client'
import { useIntent, useStoa } from '@stoa/store/react'
import { Banner, Button, Dialog, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useState } from 'react'
import type { EmbedSession } from './embed-session.ts'
import type { IntentHostProps } from './intent-host.tsx'

/** English texts of signing in; they load with its dialog. */
const signInMessages = {
  'embed.signIn.title': 'Sign in to take part',
  'embed.signIn.text': 'A window of the forum opens. What you have typed stays here.',
  'embed.signIn.refused': 'This site could not tell the forum who you are. You can sign in at the forum yourself.',
  'embed.signIn.submit': 'Sign in',
  'embed.signIn.cancel': 'Not now',
  'embed.signIn.blocked': 'Your browser blocked the window. Allow pop-ups for this site, then try again.',
  'embed.signIn.closed': 'The window was closed before you were signed in.',
  'embed.signIn.failed': 'Signing in did not work. Please try again.',
} as const

type Problem = 'embed.signIn.refused' | 'embed.signIn.blocked' | 'embed.signIn.closed' | 'embed.signIn.failed'

const PROBLEMS: Record<string, Problem> = {
  POPUP_BLOCKED: 'embed.signIn.blocked',
  POPUP_CLOSED: 'embed.signIn.closed',
}

/** A window that is gone so soon was hardly closed by the reader: something cut it off. */
const SOON_MS = 3000

/**
 * Opens the forum's sign-in window by the very press that needs it, then does what the reader wanted. A dialog is shown
 * only where the window did not come, or where the publisher's word for the reader was refused.
 */
export function IntentDialogs({ forum }: IntentHostProps) {
  const t = useTranslate(signInMessages)
  const stoa = useStoa()
  const intent = useIntent()
  const [session, setSession] = useState<EmbedSession | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  const signIn = useCallback(
    async (by: EmbedSession) => {
      const wanted = stoa.state.getState().intent
      const openedAt = Date.now()
      setBusy(true)
      setProblem(null)
      try {
        await by.signIn()
      } catch (error) {
        const isOurs = stoa.state.getState().intent === wanted
        const code = errorCode(error) ?? ''
        if (code === 'POPUP_CLOSED' && Date.now() - openedAt > SOON_MS) wanted?.cancel()
        else if (isOurs) setProblem(PROBLEMS[code] ?? 'embed.signIn.failed')
        return
      } finally {
        setBusy(false)
      }
      // Only what was wanted last. Failing is told by whoever began the action: the composer keeps its text and says why.
      if (stoa.state.getState().intent === wanted) await wanted?.resume().catch(() => {})
    },
    [stoa],
  )

  // Each wish of its own: pressed again, the window comes to the front.
  useEffect(() => {
    setProblem(null)
    if (!intent) return
    let isOver = false
    forum.session().then(
      (loaded) => {
        if (isOver) return
        setSession(loaded)
        if (loaded.isRefused()) setProblem('embed.signIn.refused')
        else void signIn(loaded)
      },
      () => !isOver && setProblem('embed.signIn.failed'),
    )
    return () => {
      isOver = true
    }
  }, [intent, forum, signIn])

  return (
    <Dialog
      open={intent !== null && problem !== null}
      title={t('embed.signIn.title')}
      onClose={() => intent?.cancel()}
      actions={
        <>
          <Button onClick={() => intent?.cancel()}>{t('embed.signIn.cancel')}</Button>
          <Button variant="primary" busy={busy || session === null} onClick={() => session && void signIn(session)}>
            {t('embed.signIn.submit')}
          </Button>
        </>
      }
    >
      {problem && <Banner tone={problem === 'embed.signIn.refused' ? 'warning' : 'danger'}>{t(problem)}</Banner>}
      <p>{t('embed.signIn.text')}</p>
    </Dialog>
  )
}
