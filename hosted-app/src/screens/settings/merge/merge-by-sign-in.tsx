import { Button, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { SettingsForm } from '../settings-section.tsx'
import { mergeMessages } from './messages.ts'

export interface MergeBySignInProps {
  /** Signs out here and goes to sign in to the other account; rejects with the error to show. */
  onLeave: (username: string) => Promise<unknown>
  /** Back to entering the password. */
  onBack: () => void
}

/** For an account without a password: its owner signs in to it by another method, and comes back to the choice. */
export function MergeBySignIn({ onLeave, onBack }: MergeBySignInProps) {
  const t = useTranslate(mergeMessages)
  const attempt = useFormAction()
  const [typed, setTyped] = useState('')
  const [hasTried, setTried] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const focus = () => field.current?.querySelector('input')?.focus()
  useEffect(focus, [])
  const username = typed.trim().replace(/^@/, '')

  function leave() {
    setTried(true)
    if (username === '') return focus()
    void attempt.run(() => onLeave(username))
  }
  return (
    <SettingsForm
      label={t('merge.title')}
      attempt={attempt}
      submit={t('merge.leave')}
      saved=""
      isMain
      onSubmit={leave}
      aside={
        <Button variant="quiet" onClick={onBack}>
          {t('merge.hasPassword')}
        </Button>
      }
    >
      <p>{t('merge.leave.text')}</p>
      <ol className="stoa-settings-effects">
        {(['name', 'signIn', 'back'] as const).map((step) => (
          <li key={step}>{t(`merge.leave.${step}`)}</li>
        ))}
      </ol>
      <div ref={field} className="stoa-settings-fields">
        <TextField
          name="username"
          label={t('merge.username')}
          value={typed}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={hasTried && username === '' ? t('merge.missing.username') : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            attempt.reset()
          }}
        />
      </div>
    </SettingsForm>
  )
}
