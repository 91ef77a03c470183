import { TextField, useTranslate } from '@stoa/ui'
import { forwardRef } from 'react'
import { loginMessages } from '../messages.ts'

/** Props of `RecoveryCodeField`. */
export interface RecoveryCodeFieldProps {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A recovery code, for when the device with the app is lost. */
export const RecoveryCodeField = forwardRef<HTMLInputElement, RecoveryCodeFieldProps>(function RecoveryCodeField(
  { onChange, ...rest },
  ref,
) {
  const t = useTranslate(loginMessages)
  return (
    <TextField
      {...rest}
      ref={ref}
      className="stoa-login-code"
      name="recoveryCode"
      label={t('login.secondFactor.recoveryCode')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={100}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
})
