import { Banner, Button, ButtonLink, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { emailLinkMessages } from './email-link-messages.ts'

/** Props of `LinkPress`. */
export interface LinkPressProps {
  kind: 'signIn' | 'confirm'
  /** Uses the link up; rejects with the error to explain. Null: it is not known yet what the link holds. */
  onPress: (() => Promise<unknown>) | null
  /** What a failure is told as; empty for the link's own (it has been used, or is too old). */
  explain: (error: unknown) => string
  /** Where to get a new link. */
  again: { href: string; text: string }
}

/** What a mailed link leads to: nothing happens until the button is pressed, since scanners of mail open links, too. */
export function LinkPress({ kind, onPress, explain, again }: LinkPressProps) {
  const t = useTranslate(emailLinkMessages)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string } | null>(null)
  const isOver = problem?.text === ''

  async function press() {
    if (!onPress) return
    setBusy(true)
    setProblem(null)
    try {
      await onPress()
    } catch (error) {
      setProblem({ text: explain(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="stoa-app-login">
      <h1>{t(`emailLink.${kind}.title`)}</h1>
      <div className="stoa-login">
        {problem && (
          <Banner tone="danger">
            {problem.text || t(kind === 'signIn' ? 'emailLink.invalid.signIn' : 'emailLink.invalid.other')}
          </Banner>
        )}
        {isOver ? (
          <ButtonLink variant="primary" href={again.href}>
            {again.text}
          </ButtonLink>
        ) : (
          <>
            <p>{t(`emailLink.${kind}.text`)}</p>
            <Button variant="primary" busy={busy} disabled={onPress === null} onClick={() => void press()}>
              {t(`emailLink.${kind}.submit`)}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
