import { TextField, useTranslate } from '@stoa/ui'
import { forwardRef } from 'react'
import { loginMessages } from '../messages.ts'

/** Props of `CodeField`. */
export interface CodeFieldProps {
  value: string
  /** Called with at most six digits of the typed or pasted text. */
  onChange: (code: string) => void
  /** Default `Code of 6 digits`. */
  label?: string | undefined
  error?: string | undefined
  hint?: string | undefined
}

/** Length of codes by mail and of authenticator apps. */
export const CODE_LENGTH = 6

/** A field for a six-digit code. Supports pasting and autofill from mails and messages. */
export const CodeField = forwardRef<HTMLInputElement, CodeFieldProps>(function CodeField(
  { onChange, label, ...rest },
  ref,
) {
  const t = useTranslate(loginMessages)
  return (
    <TextField
      {...rest}
      ref={ref}
      className="stoa-login-code"
      name="code"
      label={label ?? t('login.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
    />
  )
})

function digitsOf(text: string): string {
  // Some keyboards produce full-width or Arabic digits, which mean the same.
  return text
    .normalize('NFKC')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll(/\D/g, '')
    .slice(0, CODE_LENGTH)
}
