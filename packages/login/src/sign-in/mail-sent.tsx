import { errorDetails } from '@stoa/store'
import { Banner, Button, useTranslate } from '@stoa/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { loginMessages } from '../messages.ts'
import { CODE_LENGTH, CodeField } from '../second-factor/code-field.tsx'
import { useSignInAction } from './use-sign-in-action.ts'
import { useTimeLeft } from './use-time-left.ts'

/** Props of `MailSent`. */
export interface MailSentProps {
  /** Address of the mail. */
  email: string
  /** Signs in with the mail's code. Rejects with the error to show. */
  onCode: (proof: { email: string; code: string }) => Promise<unknown>
  /** Sends another mail to the same address. Rejects with the error to show. */
  onResend: (email: string) => Promise<unknown>
  /** Back to another address. */
  onBack: () => void
  /** How long to wait before another mail can be sent, in ms. Default 30000. */
  resendAfterMs?: number | undefined
}

const WORDS = { LINK_INVALID: 'login.error.codeInvalid', CODE_INVALID: 'login.error.codeInvalid' } as const

/**
 * Shown after sending the mail. Its link works anywhere. Its code works here, even if the mail was read on another
 * device.
 */
export function MailSent({ email, onCode, onResend, onBack, resendAfterMs = 30_000 }: MailSentProps) {
  const t = useTranslate(loginMessages)
  const { busy, alert, error, run } = useSignInAction({ words: WORDS, kind: 'code' })
  const resend = useSignInAction()
  const [code, setCode] = useState('')
  const [hasTried, setTried] = useState(false)
  const [sentAgain, setSentAgain] = useState(0)
  const [resendAt, setResendAt] = useState(0)
  const wait = useTimeLeft(resendAt)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setResendAt(Date.now() + resendAfterMs), [resendAfterMs])
  useEffect(() => {
    // Typing replaces the wrong code.
    if (alert) field.current?.select()
  }, [alert])

  function send(value: string) {
    setTried(true)
    if (busy) return
    if (value.length === CODE_LENGTH) void run(() => onCode({ email, code: value }))
    else field.current?.focus()
  }

  function change(value: string) {
    setCode(value)
    setTried(false)
    if (value.length === CODE_LENGTH && value !== code) send(value)
  }

  function again() {
    void resend.run(async () => {
      await onResend(email)
      setSentAgain(sentAgain + 1)
      setResendAt(Date.now() + resendAfterMs)
      setCode('')
      field.current?.focus()
    })
  }
  const problem = alert || resend.alert
  // Others may have guessed too, but the link is still valid.
  const isLocked = error !== null && errorDetails(error).code === 'SIGN_IN_LOCKED'
  return (
    <form
      className="stoa-login"
      aria-label={t('login.mailSent.title')}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send(code)
      }}
    >
      <p>{t.rich('login.mailSent.text', { email: <bdi className="stoa-login-address">{email}</bdi> })}</p>
      {problem && <Banner tone="danger">{problem}</Banner>}
      {isLocked && <p className="stoa-login-note">{t('login.mailSent.locked')}</p>}
      {sentAgain > 0 && !problem && <Banner key={sentAgain}>{t('login.mailSent.sentAgain')}</Banner>}
      <CodeField
        ref={field}
        value={code}
        onChange={change}
        error={hasTried && code.length < CODE_LENGTH ? t('login.error.code') : undefined}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {t('login.code.submit')}
      </Button>
      <p className="stoa-login-note">{t('login.mailSent.missing')}</p>
      <div className="stoa-login-row">
        <Button variant="quiet" size="s" busy={resend.busy} disabled={wait !== null || resendAt === 0} onClick={again}>
          {wait === null ? t('login.mailSent.again') : t('login.mailSent.againIn', { time: wait })}
        </Button>
        <Button variant="quiet" size="s" onClick={onBack}>
          {t('login.mailSent.other')}
        </Button>
      </div>
    </form>
  )
}
