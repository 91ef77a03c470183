import { EMAIL, EMAIL_MAX_LENGTH } from '@stoa/contract'
import { Badge, Button, TextField, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Saved, Section, SettingsForm } from '../settings-section.tsx'
import { securityMessages } from './messages.ts'

export interface EmailFormProps {
  /** The confirmed address; null for none. */
  email: string | null
  /** The address to be confirmed; null for none. */
  pendingEmail: string | null
  /** Requests a change of address, which sends a mail; rejects with the error to show. */
  onChange: (email: string) => Promise<unknown>
}

/** The account's email address. It only changes once both addresses have confirmed. */
export function EmailForm({ email, pendingEmail, onChange }: EmailFormProps) {
  const t = useTranslate(securityMessages)
  const attempt = useFormAction()
  const [address, setAddress] = useState('')
  const [hasTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isRight = EMAIL.test(address) && address.length <= EMAIL_MAX_LENGTH

  async function save() {
    setTried(true)
    if (!isRight) return field.current?.focus()
    if (await attempt.run(() => onChange(address))) {
      setAddress('')
      setTried(false)
    }
  }
  return (
    <Section id="email" level={3} title={t('email.title')} text={t('email.text')}>
      {email === null && pendingEmail === null && <p>{t('email.none')}</p>}
      {email !== null && (
        <p className="stoa-settings-value">
          <bdi>{email}</bdi> <Badge tone="success">{t('email.confirmed')}</Badge>
        </p>
      )}
      {pendingEmail !== null && (
        <Pending
          key={pendingEmail}
          email={pendingEmail}
          text={t(email === null ? 'email.pending.first' : 'email.pending.both')}
          onResend={() => onChange(pendingEmail)}
        />
      )}
      <SettingsForm
        label={t('email.title')}
        attempt={attempt}
        submit={t(email === null ? 'email.add' : 'email.save')}
        saved={t('email.sent')}
        onSubmit={() => void save()}
      >
        <TextField
          ref={field}
          type="email"
          name="email"
          dir="ltr"
          label={t('email.field')}
          hint={t(email === null ? 'email.hint.first' : 'email.hint')}
          autoComplete="email"
          value={address}
          error={hasTried && !isRight ? t(address === '' ? 'email.missing' : 'email.invalid') : undefined}
          onChange={(event) => {
            setAddress(event.currentTarget.value.trim())
            attempt.reset()
          }}
        />
      </SettingsForm>
    </Section>
  )
}

function Pending({ email, text, onResend }: { email: string; text: string; onResend: () => Promise<unknown> }) {
  const t = useTranslate(securityMessages)
  const { busy, isDone, problem, run } = useFormAction()
  return (
    <div className="stoa-settings-pending">
      <p className="stoa-settings-value">
        <bdi>{email}</bdi> <Badge tone="warning">{t('email.pending')}</Badge>
      </p>
      <p className="stoa-app-muted">{text}</p>
      <div className="stoa-settings-ways">
        <Button size="s" busy={busy} onClick={() => void run(onResend)}>
          {t('email.resend')}
        </Button>
        <Saved>{isDone ? t('email.resent') : problem}</Saved>
      </div>
    </div>
  )
}
