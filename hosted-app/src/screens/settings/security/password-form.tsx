import { PASSWORD, PASSWORD_MAX_LENGTH } from '@stoa/contract'
import { Checkbox, TextField, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Section, SettingsForm } from '../settings-section.tsx'
import { securityMessages } from './messages.ts'

export interface PasswordFormProps {
  /** Whether the account has a password. */
  hasPassword: boolean
  /** The account's username, for password managers. */
  username: string
  /** Sets the password; rejects with the error to show. */
  onSave: (password: string) => Promise<unknown>
}

/** Sets or changes the password. Reauthentication happens before, or on saving. */
export function PasswordForm({ hasPassword, username, onSave }: PasswordFormProps) {
  const t = useTranslate(securityMessages)
  const attempt = useFormAction()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isPasswordVisible, setPasswordVisible] = useState(false)
  const [hasTried, setTried] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const errors = {
    password: PASSWORD.test(password) ? undefined : t('password.hint'),
    again: again === password ? undefined : t('password.differs'),
  }

  async function save() {
    setTried(true)
    const wrong = errors.password ? 'password' : errors.again ? 'again' : null
    if (wrong) return fields.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    if (await attempt.run(() => onSave(password))) {
      setPassword('')
      setAgain('')
      setTried(false)
    }
  }
  const field = (name: 'password' | 'again', set: (value: string) => void) => ({
    name,
    type: isPasswordVisible ? 'text' : 'password',
    dir: 'ltr',
    autoComplete: 'new-password',
    maxLength: PASSWORD_MAX_LENGTH,
    onChange(event: { currentTarget: { value: string } }) {
      set(event.currentTarget.value)
      attempt.reset()
    },
  })
  return (
    <Section
      id="password"
      level={3}
      title={t('password.title')}
      text={t(hasPassword ? 'password.has' : 'password.none')}
    >
      <SettingsForm
        label={t('password.title')}
        attempt={attempt}
        submit={t(hasPassword ? 'password.change' : 'password.set')}
        saved={t('password.changed')}
        onSubmit={() => void save()}
      >
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <div ref={fields} className="stoa-settings-fields">
          <TextField
            {...field('password', setPassword)}
            label={t('password.field')}
            hint={hasTried && errors.password ? undefined : t('password.hint')}
            value={password}
            error={hasTried ? errors.password : undefined}
          />
          <TextField
            {...field('again', setAgain)}
            label={t('password.again')}
            value={again}
            error={hasTried ? errors.again : undefined}
          />
          <Checkbox
            label={t('password.show')}
            checked={isPasswordVisible}
            onChange={() => setPasswordVisible(!isPasswordVisible)}
          />
        </div>
        <p className="stoa-app-muted">{t('password.effect')}</p>
      </SettingsForm>
    </Section>
  )
}
