import { Banner, Button, useTranslate } from '@stoa/ui'
import { type FormEvent, useEffect, useRef } from 'react'
import { loginMessages } from '../messages.ts'
import type { SecondFactorMethod, SecondFactorRequest } from '../sign-in/sign-in-step.ts'
import { useSignInAction } from '../sign-in/use-sign-in-action.ts'
import { CODE_LENGTH, CodeField } from './code-field.tsx'
import { OtherMethods } from './other-methods.tsx'
import { RecoveryCodeField } from './recovery-code-field.tsx'
import { useProofField } from './use-proof-field.ts'

/** The proof of the second factor. */
export type SecondFactorProof = { code: string } | { recoveryCode: string } | { passkey: true }

/** Props of `SecondFactorForm`. */
export interface SecondFactorFormProps {
  request: SecondFactorRequest
  /** Finishes the sign-in. For a passkey it asks the device first. Rejects with the error to show. */
  onProof: (proof: SecondFactorProof) => Promise<unknown>
  /** Cancels this sign-in. */
  onBack: () => void
}

const SWITCH: Record<SecondFactorMethod, keyof typeof loginMessages> = {
  totp: 'login.secondFactor.useTotp',
  recovery: 'login.secondFactor.useRecovery',
  passkey: 'login.secondFactor.usePasskey',
}
const WORDS = { CODE_INVALID: 'login.error.secondFactor', INVALID_CREDENTIALS: 'login.error.secondFactor' } as const

/** The second factor: a code from the app, a recovery code, or a passkey. */
export function SecondFactorForm({ request, onProof, onBack }: SecondFactorFormProps) {
  const t = useTranslate(loginMessages)
  const { busy, alert, run } = useSignInAction({ words: WORDS })
  const methods = request.methods
  const proof = useProofField<SecondFactorMethod>({ first: methods[0] ?? 'totp', alert, send })
  const { method, value, setValue, hasTried, setTried, field, use, changeCode } = proof
  const lastMethod = useRef(method)
  useEffect(() => {
    if (lastMethod.current !== method) field.current?.focus()
    lastMethod.current = method
  }, [field, method])
  const isComplete = method === 'totp' ? value.length === CODE_LENGTH : value.trim() !== ''

  function send(typed: string, by: SecondFactorMethod) {
    if (busy) return
    void run(() => onProof(by === 'totp' ? { code: typed } : { recoveryCode: typed.trim() }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (method === 'passkey') void run(() => onProof({ passkey: true }))
    else if (isComplete) send(value, method)
    else field.current?.focus()
  }

  return (
    <form className="stoa-login" aria-label={t('login.secondFactor.title')} noValidate onSubmit={submit}>
      <p>{t(`login.secondFactor.${method}`)}</p>
      {alert && <Banner tone="danger">{alert}</Banner>}
      {method === 'totp' && (
        <CodeField
          ref={field}
          value={value}
          onChange={changeCode}
          error={hasTried && !isComplete ? t('login.error.code') : undefined}
        />
      )}
      {method === 'recovery' && (
        <RecoveryCodeField
          ref={field}
          value={value}
          onChange={setValue}
          error={hasTried && !isComplete ? t('login.error.recovery') : undefined}
        />
      )}
      <Button type="submit" variant="primary" busy={busy}>
        {t(method === 'passkey' ? 'login.secondFactor.usePasskey' : 'login.secondFactor.submit')}
      </Button>
      <OtherMethods methods={methods} method={method} label={(other) => t(SWITCH[other])} onUse={use}>
        <Button variant="quiet" size="s" onClick={onBack}>
          {t('login.secondFactor.back')}
        </Button>
      </OtherMethods>
    </form>
  )
}
