import {
  EMAIL,
  EMAIL_MAX_LENGTH,
  isEasilyGuessed,
  PASSWORD,
  PASSWORD_MAX_LENGTH,
  RESERVED_USERNAMES,
  USERNAME,
} from '@stoa/contract'
import { type ErrorDetails, errorDetails } from '@stoa/store'
import { Banner, Button, Checkbox, TextField, type TextFieldProps, useTranslate } from '@stoa/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { loginMessages } from '../messages.ts'
import { useSignInAction } from '../sign-in/use-sign-in-action.ts'

/** Props of `SignUpForm`. */
export interface SignUpFormProps {
  /** Creates the account and signs in. Rejects with the error to show. */
  onSignUp: (account: { username: string; email: string; password: string }) => Promise<unknown>
  /** Label of the button. Default: “Create account”. */
  submit?: string | undefined
  /** Initial values of the fields that may be kept. Default: empty. */
  initial?: { username?: string; email?: string } | undefined
  /** Called with the fields that may be kept. */
  onKeep?: ((fields: { username: string; email: string }) => void) | undefined
  /** Address of the domain's terms. Default: none. */
  terms?: string | null | undefined
  /** Address of the domain's privacy notice. Default: none. */
  privacy?: string | null | undefined
}

const FIELDS = ['username', 'email', 'password', 'confirm'] as const

/** Sign-up form. Fields are validated on blur and on submit. A refusal keeps the input. */
export function SignUpForm({ onSignUp, submit: label, initial, onKeep, terms, privacy }: SignUpFormProps) {
  const t = useTranslate(loginMessages)
  const { busy, alert, error, run } = useSignInAction()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<SignUpValues>({ username: '', email: '', password: '', confirm: '', ...initial })
  // Typed before hydration: the fields contain it, the state doesn't yet.
  useEffect(() => {
    const typed = [...(form.current?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
    const early = typed.filter(({ name, value }) => (FIELDS as readonly string[]).includes(name) && value !== '')
    setValues((current) => ({ ...current, ...Object.fromEntries(early.map(({ name, value }) => [name, value])) }))
  }, [])
  const [blurredFields, setBlurredFields] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<SignUpValues | null>(null)
  const [isPasswordVisible, setPasswordVisible] = useState(false)

  const errors = checkSignUp(values)
  const serverErrors = refusals(errorDetails(error, t))

  function change(field: keyof SignUpValues, value: string) {
    const next = { ...values, [field]: value }
    setValues(next)
    onKeep?.({ username: next.username, email: next.email })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBlurredFields(new Set(FIELDS))
    const wrong = FIELDS.find((field) => errors[field])
    if (wrong) return form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    setRefused(values)
    const { username, email, password } = values
    void run(() => onSignUp({ username, email, password }))
  }

  function field(name: keyof SignUpValues, hint?: string): Omit<TextFieldProps, 'label'> {
    const key = blurredFields.has(name) ? errors[name] : undefined
    // The server's error is shown until the value changes.
    const serverError = refused?.[name] === values[name] ? serverErrors[name] : undefined
    const error = key
      ? t(key)
      : serverError && (serverError in loginMessages ? t(serverError as keyof typeof loginMessages) : serverError)
    return {
      name,
      value: values[name],
      error,
      // Both would say the same.
      hint: error ? undefined : hint,
      autoCapitalize: 'none',
      spellCheck: false,
      onChange: (event) => change(name, event.currentTarget.value),
      onBlur: () => {
        if (values[name] !== '') setBlurredFields(new Set([...blurredFields, name]))
      },
    }
  }

  const type = isPasswordVisible ? 'text' : 'password'
  return (
    <form
      ref={form}
      method="post"
      className="stoa-login"
      aria-label={t('login.signUp.title')}
      noValidate
      onSubmit={submit}
    >
      {alert && Object.keys(serverErrors).length === 0 && <Banner tone="danger">{alert}</Banner>}
      <TextField
        {...field('username', t('login.signUp.username.hint'))}
        label={t('login.signUp.username')}
        autoComplete="username"
      />
      <TextField
        {...field('email', t('login.signUp.email.hint'))}
        type="email"
        label={t('login.signUp.email')}
        autoComplete="email"
      />
      <TextField
        {...field('password', t('login.signUp.password.hint'))}
        type={type}
        label={t('login.password')}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
      />
      <TextField
        {...field('confirm')}
        type={type}
        label={t('login.signUp.confirm')}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
      />
      <Checkbox
        label={t('login.password.show')}
        checked={isPasswordVisible}
        onChange={(event) => setPasswordVisible(event.currentTarget.checked)}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {label ?? t('login.signUp.submit')}
      </Button>
      <Conditions terms={terms} privacy={privacy} />
    </form>
  )
}

/** Terms accepted by signing up. Links open another tab, so that nothing typed is lost. */
function Conditions({ terms, privacy }: Pick<SignUpFormProps, 'terms' | 'privacy'>) {
  const t = useTranslate(loginMessages)
  if (!terms && !privacy) return null
  const link = (href: string, text: string) => (
    <a href={href} target="_blank" rel="noopener">
      {text}
    </a>
  )
  const values = {
    terms: terms && link(terms, t('login.terms')),
    privacy: privacy && link(privacy, t('login.privacy')),
  }
  const key = terms && privacy ? 'termsAndPrivacy' : terms ? 'terms' : 'privacyOnly'
  return <p className="stoa-login-note">{t.rich(`login.signUp.${key}`, values)}</p>
}

/** The server's errors by field: a message key, or its own text. */
function refusals({ code, issues }: ErrorDetails): Partial<Record<keyof SignUpValues, string>> {
  const byCode: Partial<Record<string, SignUpErrors>> = {
    USERNAME_EXISTS: { username: 'login.error.usernameExists' },
    USERNAME_OF_COMMUNITY: { username: 'login.error.usernameOfCommunity' },
    USERNAME_RESERVED: { username: 'login.error.usernameReserved' },
  }
  const byField = issues.filter(({ field }) => (FIELDS as readonly string[]).includes(field))
  return byCode[code] ?? Object.fromEntries(byField.map(({ field, message }) => [field, message]))
}

/** Fields of the sign-up form. */
export interface SignUpValues {
  username: string
  email: string
  password: string
  confirm: string
}

/** Errors by field, as message keys. */
export type SignUpErrors = { [Field in keyof SignUpValues]?: keyof typeof loginMessages }

/** Validates all fields by the server's rules. */
function checkSignUp({ username, email, password, confirm }: SignUpValues): SignUpErrors {
  const errors: SignUpErrors = {}
  if (!USERNAME.test(username)) errors.username = 'login.error.username'
  else if (RESERVED_USERNAMES.has(username.toLowerCase())) errors.username = 'login.error.usernameReserved'
  if (email.length > EMAIL_MAX_LENGTH || !EMAIL.test(email)) errors.email = 'login.error.email'
  if (!PASSWORD.test(password)) errors.password = 'login.error.password'
  else if (isEasilyGuessed(password, username)) errors.password = 'login.error.guessed'
  if (confirm !== password) errors.confirm = 'login.error.confirm'
  return errors
}
