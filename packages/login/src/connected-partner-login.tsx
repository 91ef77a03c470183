import { errorCode } from '@stoa/client'
import type { PartnerSession } from '@stoa/client/partner-session'
import { useIntent, useStoa } from '@stoa/store/react'
import { Banner, Button, Dialog, lazy, useLazy, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { accountQuestionMessages } from './account-messages.ts'
import { signInPurpose, signInReason, signInReasonMessages } from './sign-in-reason.ts'

const accountQuestion = lazy(() => import('./account-question.tsx'))

/** English texts of signing in on a partner's site. */
export const partnerLoginMessages = {
  'login.partner.title': 'Sign in to take part',
  'login.partner.text': 'A forum window opens. Your text stays here.',
  'login.partner.refused': 'This site couldn’t tell the forum who you are. You can sign in on the forum yourself.',
  'login.partner.submit': 'Sign in',
  'login.partner.cancel': 'Not now',
  'login.partner.blocked': 'Your browser blocked the window. Allow pop-ups for this site, then try again.',
  'login.partner.closed': 'The window was closed before you were signed in.',
  'login.partner.cutOff': 'This site’s settings block messages from the sign-in window, so you can’t sign in here.',
  'login.partner.failed': 'Sign-in failed. Please try again.',
  ...accountQuestionMessages,
  ...signInReasonMessages,
} as const

type Problem = `login.partner.${'refused' | 'blocked' | 'closed' | 'cutOff' | 'failed'}`

const PROBLEMS: Record<string, Problem> = {
  POPUP_BLOCKED: 'login.partner.blocked',
  POPUP_CLOSED: 'login.partner.closed',
  POPUP_CUT_OFF: 'login.partner.cutOff',
}

/** A window that closes sooner was probably not closed by the reader. */
const SOON_MS = 3000

/** Props of `ConnectedPartnerLogin`. */
export interface ConnectedPartnerLoginProps {
  /** The page's session, from `createPartnerSession`, or a function that loads it. */
  session: PartnerSession | (() => Promise<PartnerSession>)
  /**
   * Called when the action failed after signing in. Show `alertFor(error)`, if that returns an alert. Default: not
   * reported.
   */
  onFailure?: ((error: unknown) => void) | undefined
}

/**
 * Signs readers in on a site with an origin other than the forum's. Opens the forum's sign-in window in the same click
 * that needs it, then continues the reader's action. A dialog appears only if the window was blocked or closed at once,
 * or if the forum refused the publisher's token. Render it once.
 */
export function ConnectedPartnerLogin({ session: partnerSession, onFailure }: ConnectedPartnerLoginProps) {
  const t = useTranslate(partnerLoginMessages)
  const stoa = useStoa()
  const intent = useIntent()
  const isOtherAccount = intent?.kind === 'other-account'
  const { code: question } = useLazy(accountQuestion, isOtherAccount)
  const [session, setSession] = useState<PartnerSession | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const onFailureRef = useRef(onFailure)
  useEffect(() => {
    onFailureRef.current = onFailure
  }, [onFailure])

  const signIn = useCallback(
    async (by: PartnerSession) => {
      const pending = stoa.state.getState().intent
      const openedAt = Date.now()
      setBusy(true)
      setProblem(null)
      try {
        await by.signIn(pending ? signInPurpose(pending) : undefined)
      } catch (error) {
        const isOurs = stoa.state.getState().intent === pending
        const code = errorCode(error) ?? ''
        if (code === 'POPUP_CLOSED' && Date.now() - openedAt > SOON_MS) pending?.cancel()
        else if (isOurs) setProblem(PROBLEMS[code] ?? 'login.partner.failed')
        return
      } finally {
        setBusy(false)
      }
      // Only the latest intent. Earlier actions were rejected before signing in, and the composer keeps its text.
      if (stoa.state.getState().intent === pending) {
        await pending?.resume().catch((error: unknown) => onFailureRef.current?.(error))
      }
    },
    [stoa],
  )

  // A new intent calls signIn again, which focuses an open window.
  useEffect(() => {
    setProblem(null)
    if (intent?.kind !== 'sign-in') return
    let isOver = false
    loadSession(partnerSession).then(
      (loaded) => {
        if (isOver) return
        setSession(loaded)
        if (loaded.isRefused()) setProblem('login.partner.refused')
        else void signIn(loaded)
      },
      () => !isOver && setProblem('login.partner.failed'),
    )
    return () => {
      isOver = true
    }
  }, [intent, partnerSession, signIn])

  if (isOtherAccount) return question && <question.AccountQuestion onFailure={onFailure} />
  return (
    <Dialog
      open={intent !== null && problem !== null}
      title={(intent && signInReason(t, intent, stoa.state.getState())) || t('login.partner.title')}
      onClose={() => intent?.cancel()}
      actions={
        <>
          <Button onClick={() => intent?.cancel()}>{t('login.partner.cancel')}</Button>
          <Button variant="primary" busy={busy || session === null} onClick={() => session && void signIn(session)}>
            {t('login.partner.submit')}
          </Button>
        </>
      }
    >
      {problem && <Banner tone={problem === 'login.partner.refused' ? 'warning' : 'danger'}>{t(problem)}</Banner>}
      <p>{t('login.partner.text')}</p>
    </Dialog>
  )
}

async function loadSession(session: ConnectedPartnerLoginProps['session']): Promise<PartnerSession> {
  return typeof session === 'function' ? session() : session
}
