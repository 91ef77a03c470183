import { PASSWORD_MAX_LENGTH } from '@stoa/contract'
import { Banner, Button, Checkbox, TextField, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { SettingsForm } from '../settings-section.tsx'
import { MergeBySignIn } from './merge-by-sign-in.tsx'
import type { MergeArrival } from './merge-proof.ts'
import { mergeMessages } from './messages.ts'

/** The main account: the signed-in one or the other. */
export type MainAccount = 'this' | 'other'

/** A proof that the other account belongs to the member, too. */
export interface MergeProof {
  proof: string
  account: { username: string }
}

export interface MergeAccountsProps {
  /** Username of the account that is signed in. */
  username: string
  /** Proves ownership of the other account; rejects with the error to show. */
  onProve: (credentials: { login: string; password: string }) => Promise<MergeProof>
  /** Merges the accounts; rejects with the error to show. */
  onMerge: (merge: { proof: string; mainAccount: MainAccount }) => Promise<unknown>
  /** Signs out, and goes to sign in to the other account; rejects with the error to show. */
  onLeave: (username: string) => Promise<unknown>
  /** Result of having signed out: the proof of the previous account, or why there is none. Default: not applicable. */
  arrival?: MergeArrival
  /** The proof is no longer needed. */
  onForget: () => void
}

/** Merges two accounts of one person: first the proof, then the choice, with its consequences. */
export function MergeAccounts(props: MergeAccountsProps) {
  const { username, onProve, onMerge, onLeave, arrival = null, onForget } = props
  const t = useTranslate(mergeMessages)
  const notice = typeof arrival === 'string' ? arrival : null
  const [proved, setProved] = useState<MergeProof | null>(typeof arrival === 'string' ? null : arrival)
  const [method, setMethod] = useState<'password' | 'other'>('password')

  function forget() {
    setProved(null)
    onForget()
  }
  if (proved) {
    return (
      <ChooseForm
        names={{ this: username, other: proved.account.username }}
        onMerge={(mainAccount) => onMerge({ proof: proved.proof, mainAccount })}
        onBack={forget}
      />
    )
  }
  return (
    <>
      {notice && <Banner tone="info">{t.rich(`merge.${notice}`, { name: <bdi>{`@${username}`}</bdi> })}</Banner>}
      {method === 'password' ? (
        <ProveForm
          onProve={async (credentials) => setProved(await onProve(credentials))}
          onOther={() => setMethod('other')}
        />
      ) : (
        <MergeBySignIn onLeave={onLeave} onBack={() => setMethod('password')} />
      )}
    </>
  )
}

const PROVE_WORDS = {
  INVALID_CREDENTIALS: 'settings.error.credentials',
  SIGN_IN_LOCKED: 'settings.error.proveLocked',
  SECOND_FACTOR_REQUIRED: 'settings.error.otherTwoStep',
} as const

interface ProveFormProps {
  onProve: (credentials: { login: string; password: string }) => Promise<unknown>
  /** The other account has no password. */
  onOther: () => void
}

function ProveForm({ onProve, onOther }: ProveFormProps) {
  const t = useTranslate(mergeMessages)
  const attempt = useFormAction(PROVE_WORDS)
  const [values, setValues] = useState({ login: '', password: '' })
  const [hasTried, setTried] = useState(false)
  const [isPasswordVisible, setPasswordVisible] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const field = (name: 'login' | 'password') => ({
    name,
    value: values[name],
    dir: 'ltr',
    autoComplete: 'off',
    error: hasTried && values[name].trim() === '' ? t(`merge.missing.${name}`) : undefined,
    onChange(event: { currentTarget: { value: string } }) {
      setValues({ ...values, [name]: event.currentTarget.value })
      attempt.reset()
    },
  })

  function prove() {
    setTried(true)
    const empty = (['login', 'password'] as const).find((name) => values[name].trim() === '')
    if (empty) return fields.current?.querySelector<HTMLElement>(`[name="${empty}"]`)?.focus()
    void attempt.run(() => onProve({ ...values, login: values.login.trim() }))
  }
  return (
    <SettingsForm
      label={t('merge.title')}
      attempt={attempt}
      submit={t('merge.prove')}
      saved=""
      isMain
      onSubmit={prove}
      aside={
        <Button variant="quiet" onClick={onOther}>
          {t('merge.noPassword')}
        </Button>
      }
    >
      <p>{t('merge.prove.text')}</p>
      <div ref={fields} className="stoa-settings-fields">
        <TextField {...field('login')} label={t('merge.login')} autoCapitalize="none" spellCheck={false} />
        <TextField
          {...field('password')}
          type={isPasswordVisible ? 'text' : 'password'}
          label={t('merge.password')}
          maxLength={PASSWORD_MAX_LENGTH}
        />
        <Checkbox
          label={t('merge.password.show')}
          checked={isPasswordVisible}
          onChange={() => setPasswordVisible(!isPasswordVisible)}
        />
      </div>
    </SettingsForm>
  )
}

const MERGE_WORDS = { CODE_INVALID: 'settings.error.mergeProof' } as const

interface ChooseFormProps {
  names: Record<MainAccount, string>
  onMerge: (mainAccount: MainAccount) => Promise<unknown>
  onBack: () => void
}

const EFFECTS = ['posts', 'votes', 'links', 'undo'] as const

function ChooseForm({ names, onMerge, onBack }: ChooseFormProps) {
  const t = useTranslate(mergeMessages)
  const attempt = useFormAction(MERGE_WORDS)
  const [main, setMain] = useState<MainAccount>('this')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const name = (which: MainAccount): ReactNode => <bdi>{`@${names[which]}`}</bdi>
  const mergedAccount = main === 'this' ? 'other' : 'this'
  return (
    <SettingsForm
      label={t('merge.title')}
      attempt={attempt}
      submit={t('merge.submit')}
      saved=""
      isMain
      onSubmit={() => void attempt.run(() => onMerge(main))}
      aside={
        <Button variant="quiet" onClick={onBack}>
          {t('merge.other')}
        </Button>
      }
    >
      <fieldset className="stoa-settings-choice">
        <legend>{t('merge.choose')}</legend>
        {(['this', 'other'] as const).map((which) => (
          <label key={which}>
            <input
              ref={which === 'this' ? first : undefined}
              type="radio"
              name="main"
              value={which}
              checked={main === which}
              onChange={() => setMain(which)}
            />
            <span>
              {name(which)} {which === 'this' && <span className="stoa-app-muted">{t('merge.signedIn')}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <p className="stoa-app-muted">{t('merge.choose.hint')}</p>
      <div className="stoa-settings-part" aria-live="polite">
        <h2>{t('merge.effects')}</h2>
        <ul className="stoa-settings-effects">
          {EFFECTS.map((effect) => (
            <li key={effect}>{t.rich(`merge.effects.${effect}`, { main: name(main), given: name(mergedAccount) })}</li>
          ))}
          {main === 'other' && <li>{t('merge.effects.signedOut')}</li>}
        </ul>
      </div>
    </SettingsForm>
  )
}
