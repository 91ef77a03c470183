import { useAction } from '@stoa/store/react'
import { Banner, Button, ButtonLink, useTranslate } from '@stoa/ui'
import { emailLinkMessages } from './messages.ts'

/** Props of `LinkPress`. */
export interface LinkPressProps {
  kind: 'signIn' | 'confirm'
  /** Uses the link; rejects with the error to show. Null until the link has been read. */
  onPress: (() => Promise<unknown>) | null
  /** The text for an error; empty for an invalid link (used, or too old). */
  explain: (error: unknown) => string
  /** Where to request a new link. */
  again: { href: string; text: string }
}

/** The page of a mailed link: nothing happens until the button is pressed, because mail scanners open links, too. */
export function LinkPress({ kind, onPress, explain, again }: LinkPressProps) {
  const t = useTranslate(emailLinkMessages)
  const { status, busy, error, run } = useAction()
  const problem = status === 'error' ? explain(error) : null
  const isOver = problem === ''
  return (
    <section className="stoa-app-login">
      <h1>{t(`emailLink.${kind}.title`)}</h1>
      <div className="stoa-login">
        {problem !== null && (
          <Banner tone="danger">
            {problem || t(kind === 'signIn' ? 'emailLink.invalid.signIn' : 'emailLink.invalid.other')}
          </Banner>
        )}
        {isOver ? (
          <ButtonLink variant="primary" href={again.href}>
            {again.text}
          </ButtonLink>
        ) : (
          <>
            <p>{t(`emailLink.${kind}.text`)}</p>
            <Button
              variant="primary"
              busy={busy}
              disabled={onPress === null}
              onClick={() => onPress && void run(onPress)}
            >
              {t(`emailLink.${kind}.submit`)}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
