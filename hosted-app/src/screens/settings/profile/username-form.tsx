import { RESERVED_USERNAMES, USERNAME } from '@stoa/contract'
import { TextField, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Section, SettingsForm } from '../settings-section.tsx'
import { profileMessages } from './messages.ts'

export interface UsernameFormProps {
  /** The current username. */
  username: string
  /** Changes it; rejects with the error to show. */
  onSave: (username: string) => Promise<unknown>
}

const WORDS = { USERNAME_TOO_SOON: 'username.tooSoon' } as const
const REFUSED = {
  USERNAME_EXISTS: 'username.taken',
  USERNAME_OF_COMMUNITY: 'username.ofCommunity',
  USERNAME_RESERVED: 'username.reserved',
} as const

/** The name in addresses and mentions. Says beforehand what happens to the old one. */
export function UsernameForm({ username, onSave }: UsernameFormProps) {
  const t = useTranslate(profileMessages)
  const attempt = useFormAction(WORDS)
  const [name, setName] = useState('')
  const [hasTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const refused = REFUSED[attempt.code as keyof typeof REFUSED]
  const problem = problemOf(name) ?? refused

  async function save() {
    setTried(true)
    if (problemOf(name)) return field.current?.focus()
    if (await attempt.run(() => onSave(name))) {
      setName('')
      setTried(false)
    } else field.current?.focus()
  }
  return (
    <Section
      id="username"
      title={t('username.title')}
      text={t.rich('username.now', { name: <strong dir="ltr">{`@${username}`}</strong> })}
    >
      <SettingsForm
        label={t('username.title')}
        attempt={refused ? { ...attempt, problem: '' } : attempt}
        submit={t('username.save')}
        saved={t.rich('username.saved', { name: <bdi>{`@${username}`}</bdi> })}
        onSubmit={() => void save()}
      >
        <TextField
          ref={field}
          name="username"
          label={t('username.field')}
          hint={t('username.hint')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          error={hasTried && problem ? t(problem) : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value.trim())
            attempt.reset()
          }}
        />
        <p className="stoa-app-muted">{t('username.rules')}</p>
      </SettingsForm>
    </Section>
  )
}

function problemOf(name: string) {
  if (name === '') return 'username.missing'
  if (!USERNAME.test(name)) return 'username.invalid'
  return RESERVED_USERNAMES.has(name.toLowerCase()) ? 'username.reserved' : undefined
}
