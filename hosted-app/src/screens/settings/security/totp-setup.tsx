import { Button, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { SettingsForm } from '../settings-section.tsx'
import { CopyButton } from './copy-button.tsx'
import { securityMessages } from './messages.ts'
import { QrCode } from './qr-code.tsx'

/** The secret for an authenticator app. */
export interface TotpSecret {
  /** In base 32, for typing. */
  secret: string
  /** The `otpauth:` address, for scanning. */
  uri: string
}

export interface TotpSetupProps {
  secret: TotpSecret
  /** Confirms with a code from the app; rejects with the error to show. */
  onConfirm: (code: string) => Promise<unknown>
  onCancel: () => void
}

const CODE = /^\d{6}$/
const WORDS = { SECOND_FACTOR_INVALID: 'settings.error.code', CODE_INVALID: 'settings.error.code' } as const

/** Sets up an authenticator app, and confirms that it works. */
export function TotpSetup({ secret, onConfirm, onCancel }: TotpSetupProps) {
  const t = useTranslate(securityMessages)
  const attempt = useFormAction(WORDS)
  const [code, setCode] = useState('')
  const [hasTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  async function confirm() {
    setTried(true)
    if (!CODE.test(code) || !(await attempt.run(() => onConfirm(code)))) field.current?.select()
  }
  return (
    <SettingsForm
      label={t('twoStep.title')}
      attempt={attempt}
      submit={t('twoStep.confirm')}
      saved=""
      isMain
      onSubmit={() => void confirm()}
      aside={
        <Button variant="quiet" onClick={onCancel}>
          {t('twoStep.cancel')}
        </Button>
      }
    >
      <p>{t('twoStep.scan')}</p>
      <QrCode text={secret.uri} label={t('twoStep.qr')} />
      <p>{t('twoStep.secret')}</p>
      <div className="stoa-settings-ways">
        <code className="stoa-settings-secret" dir="ltr">
          {secret.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={secret.secret} label={t('twoStep.secret.copy')} />
      </div>
      <TextField
        ref={field}
        name="code"
        label={t('twoStep.code')}
        hint={t('twoStep.code.hint')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        error={hasTried && !CODE.test(code) ? t('twoStep.code.hint') : undefined}
        onChange={(event) => {
          setCode(event.currentTarget.value.replaceAll(/\s/g, ''))
          attempt.reset()
        }}
      />
    </SettingsForm>
  )
}
