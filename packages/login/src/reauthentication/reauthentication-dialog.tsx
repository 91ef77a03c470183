import { PASSWORD_MAX_LENGTH } from '@stoa/contract'
import { Banner, Button, Checkbox, Dialog, Spinner, TextField, translatable, useTranslate } from '@stoa/ui'
import { type FormEvent, useEffect, useState } from 'react'
import { loginMessages } from '../messages.ts'
import { CODE_LENGTH, CodeField } from '../second-factor/code-field.tsx'
import { OtherMethods } from '../second-factor/other-methods.tsx'
import { RecoveryCodeField } from '../second-factor/recovery-code-field.tsx'
import { useProofField } from '../second-factor/use-proof-field.ts'
import { useSignInAction } from '../sign-in/use-sign-in-action.ts'

/** Methods to confirm one's identity. */
export type ReauthenticationMethod = 'password' | 'totp' | 'recovery' | 'passkey' | 'email'

/** The proof; `passkey` asks the device. */
export type ReauthenticationProof =
  | { password: string }
  | { code: string }
  | { recoveryCode: string }
  | { emailCode: string }
  | { passkey: true }

/** A provider linked to the account. */
export interface ReauthenticationProvider {
  id: string
  name: string
}

/** Props of `ReauthenticationDialog`. */
export interface ReauthenticationDialogProps {
  /** Whether it is shown. */
  open: boolean
  /** The account's methods, best first; null until known. */
  methods: readonly ReauthenticationMethod[] | null
  /** Linked providers, used if there is no other method. Default: none. */
  providers?: readonly ReauthenticationProvider[] | undefined
  /** Opens a provider's window in the click handler. Rejects with the error to show. Default: not offered. */
  onProvider?: ((id: string) => Promise<unknown>) | undefined
  /** Confirms. Rejects with the error to show. */
  onConfirm: (proof: ReauthenticationProof) => Promise<unknown>
  /** Mails a code to the account's address. Rejects with the error to show. */
  onMail: () => Promise<unknown>
  /** Called when the person closes it. */
  onClose: () => void
}

const WORDS = {
  CODE_INVALID: 'login.error.secondFactor',
  LINK_INVALID: 'login.error.codeInvalid',
  INVALID_CREDENTIALS: 'login.confirmIt.wrongPassword',
} as const
const PROVIDER_WORDS = { INVALID_CREDENTIALS: 'login.confirmIt.otherAccount' } as const
const SWITCH = {
  password: 'login.confirmIt.usePassword',
  totp: 'login.secondFactor.useTotp',
  recovery: 'login.secondFactor.useRecovery',
  passkey: 'login.secondFactor.usePasskey',
  email: 'login.confirmIt.useMail',
} as const

/** Asks for reauthentication before a security-relevant change, by password, code, passkey or mail. */
export function ReauthenticationDialog(props: ReauthenticationDialogProps) {
  const { open, methods, providers = [], onProvider, onClose, ...rest } = props
  const t = useTranslate(loginMessages)
  const isVouched = onProvider !== undefined && providers.length > 0
  return (
    <Dialog open={open} title={t('login.confirmIt.title')} onClose={onClose}>
      <div className="stoa-login">
        <p>{t('login.confirmIt.text')}</p>
        {methods === null && <Spinner label={t('login.loading')} />}
        {methods?.length === 0 && !isVouched && <Banner tone="warning">{t('login.confirmIt.none')}</Banner>}
        {methods?.length === 0 && isVouched && <Vouched providers={providers} onProvider={onProvider} />}
        {methods && methods.length > 0 && <Proof methods={methods} {...rest} />}
      </div>
    </Dialog>
  )
}

function Vouched({ providers, onProvider }: Required<Pick<ReauthenticationDialogProps, 'onProvider' | 'providers'>>) {
  const t = useTranslate(loginMessages)
  const { busy, alert, run } = useSignInAction({ words: PROVIDER_WORDS })
  return (
    <>
      <p>{t('login.confirmIt.provider')}</p>
      {alert && <Banner tone="danger">{alert}</Banner>}
      {providers?.map(({ id, name }) => (
        <Button key={id} variant="primary" busy={busy} onClick={() => void run(async () => onProvider?.(id))}>
          {t('login.signIn.with', { name })}
        </Button>
      ))}
    </>
  )
}

function Proof({
  methods,
  onConfirm,
  onMail,
}: Pick<ReauthenticationDialogProps, 'onConfirm' | 'onMail'> & { methods: readonly ReauthenticationMethod[] }) {
  const t = useTranslate(loginMessages)
  const { busy, alert, run } = useSignInAction({ words: WORDS })
  const [isMailed, setIsMailed] = useState(false)
  const [isPasswordVisible, setPasswordVisible] = useState(false)
  const proof = useProofField<ReauthenticationMethod>({ first: methods[0] ?? 'password', alert, send })
  const { method, value, setValue, hasTried, setTried, field, use, changeCode } = proof
  // Also after sending the code, when its field appears.
  useEffect(() => field.current?.focus(), [field, method, isMailed])
  const asksMail = method === 'email' && !isMailed
  const isCode = method === 'totp' || method === 'email'
  const isComplete = isCode ? value.length === CODE_LENGTH : value.trim() !== ''
  const isMissing = hasTried && !isComplete

  function send(typed: string, by: ReauthenticationMethod) {
    if (!busy) void run(() => onConfirm(proofOf(by, typed)))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (method === 'passkey') return void run(() => onConfirm({ passkey: true }))
    if (asksMail) return void run(() => onMail().then(() => setIsMailed(true)))
    setTried(true)
    if (isComplete) send(value, method)
    else field.current?.focus()
  }

  return (
    <form className="stoa-login" aria-label={t('login.confirmIt.title')} noValidate onSubmit={submit}>
      {alert && <Banner tone="danger">{alert}</Banner>}
      {method === 'password' && (
        <>
          <TextField
            ref={field}
            type={isPasswordVisible ? 'text' : 'password'}
            name="password"
            label={t('login.password')}
            autoComplete="current-password"
            maxLength={PASSWORD_MAX_LENGTH}
            value={value}
            error={isMissing ? t('login.error.noPassword') : undefined}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Checkbox
            label={t('login.password.show')}
            checked={isPasswordVisible}
            onChange={(event) => setPasswordVisible(event.currentTarget.checked)}
          />
        </>
      )}
      {(method === 'totp' || method === 'recovery') && <p>{t(`login.secondFactor.${method}`)}</p>}
      {method === 'email' && (
        <p role="status">{translatable(t(isMailed ? 'login.confirmIt.mailSent' : 'login.confirmIt.mail.text'))}</p>
      )}
      {isCode && !asksMail && (
        <CodeField
          key={method}
          ref={field}
          value={value}
          onChange={changeCode}
          error={isMissing ? t('login.error.code') : undefined}
        />
      )}
      {method === 'recovery' && (
        <RecoveryCodeField
          ref={field}
          value={value}
          onChange={setValue}
          error={isMissing ? t('login.error.recovery') : undefined}
        />
      )}
      <Button type="submit" variant="primary" busy={busy}>
        {t(method === 'passkey' ? SWITCH.passkey : asksMail ? 'login.confirmIt.mail' : 'login.confirmIt.submit')}
      </Button>
      <OtherMethods methods={methods} method={method} label={(other) => t(SWITCH[other])} onUse={use} />
    </form>
  )
}

function proofOf(method: ReauthenticationMethod, typed: string): ReauthenticationProof {
  if (method === 'password') return { password: typed }
  if (method === 'recovery') return { recoveryCode: typed.trim() }
  return method === 'totp' ? { code: typed } : { emailCode: typed }
}
