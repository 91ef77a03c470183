import { API_KEY_DAYS, API_KEY_NAME_MAX_LENGTH, type ApiKey, KEY_SCOPES, type KeyScope } from '@stoa/contract'
import {
  Badge,
  Banner,
  Button,
  Checkbox,
  Dialog,
  formatDate,
  LoadFailure,
  RelativeTime,
  SelectField,
  Skeleton,
  TextField,
  useI18n,
  useTranslate,
} from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { CopyButton } from '../security/copy-button.tsx'
import { Problem, Saved, Section, SettingsForm } from '../settings-section.tsx'
import { apiKeyMessages } from './messages.ts'

/** What a new key is to be like. */
interface WantedKey {
  name: string
  scopes: KeyScope[]
  /** Null: it doesn't expire. */
  days: number | null
}

interface ApiKeysProps {
  /** Null until loaded. */
  keys: readonly ApiKey[] | null
  failed: boolean
  now: number
  onRetry: () => void
  /** Resolves to the key's text; both reject with the error to show. */
  onCreate: (wanted: WantedKey) => Promise<string>
  onRevoke: (id: string) => Promise<unknown>
}

/** Stays at the end of its line. */
const SEPARATOR = '\u00a0· '

/** The member's API keys. */
export function ApiKeys({ keys, failed, now, onRetry, onCreate, onRevoke }: ApiKeysProps) {
  const t = useTranslate(apiKeyMessages)
  const [secret, setSecret] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  if (failed && !keys) return <LoadFailure onRetry={onRetry}>{t('keys.failed')}</LoadFailure>
  const text = (
    <>
      {t('keys.text')}{' '}
      <a className="stoa-link" href="/docs">
        {t('keys.docs')}
      </a>
    </>
  )
  return (
    <>
      <Section id="api-keys" title={t('settings.to.api-keys')} text={text}>
        {keys === null && <Skeleton lines={4} />}
        {keys?.length === 0 && <p className="stoa-app-muted">{t('keys.empty')}</p>}
        <ul ref={list} className="stoa-settings-list" aria-labelledby="api-keys" tabIndex={-1}>
          {keys?.map((key) => (
            <KeyLine
              key={key.id}
              value={key}
              now={now}
              onRevoke={async () => {
                await onRevoke(key.id)
                setAnnouncement(t('keys.revoked', { name: key.name }))
                // Its button has disappeared.
                list.current?.focus()
              }}
            />
          ))}
        </ul>
        <Saved>{announcement}</Saved>
      </Section>
      {keys && (
        <Section id="new-key" title={t('keys.new')}>
          {secret ? (
            <NewSecret secret={secret} onDone={() => setSecret('')} />
          ) : (
            <KeyForm onCreate={async (wanted) => setSecret(await onCreate(wanted))} />
          )}
        </Section>
      )}
    </>
  )
}

function KeyLine({ value, now, onRevoke }: { value: ApiKey; now: number; onRevoke: () => Promise<unknown> }) {
  const t = useTranslate(apiKeyMessages)
  const { locale } = useI18n()
  const { busy, problem, run } = useFormAction()
  const [isAsking, setAsking] = useState(false)
  const { name, prefix, scopes, createdAt, expiresAt, usedAt } = value
  return (
    <li>
      <div>
        <p className="stoa-settings-value">
          <strong dir="auto">{name}</strong>
          {expiresAt !== null && expiresAt <= now && <Badge tone="danger">{t('keys.expired')}</Badge>}
        </p>
        <p className="stoa-app-muted">
          <code dir="ltr">{prefix}…</code>
          {SEPARATOR}
          {scopes.map((scope) => t(`keys.scope.${scope}`)).join(', ')}
          {SEPARATOR}
          {usedAt === null ? t('keys.unused') : t.rich('keys.used', { time: <RelativeTime value={usedAt} /> })}
          {SEPARATOR}
          {t.rich('keys.created', { time: <RelativeTime value={createdAt} /> })}
          {SEPARATOR}
          {expiresAt === null
            ? t('keys.never')
            : t('keys.expires', { date: formatDate(expiresAt, locale, { dateStyle: 'medium' }) })}
        </p>
        <Problem>{problem}</Problem>
      </div>
      <Button size="s" aria-label={t('keys.revoke.name', { name })} onClick={() => setAsking(true)}>
        {t('keys.revoke')}
      </Button>
      <Dialog
        open={isAsking}
        kind="alert"
        title={t('keys.revoke.question', { name })}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('settings.cancel')}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void run(onRevoke).then(() => setAsking(false))}>
              {t('keys.revoke')}
            </Button>
          </>
        }
      >
        {t('keys.revoke.text')}
      </Dialog>
    </li>
  )
}

function KeyForm({ onCreate }: { onCreate: (wanted: WantedKey) => Promise<unknown> }) {
  const t = useTranslate(apiKeyMessages)
  const attempt = useFormAction()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<KeyScope[]>(['read'])
  const [days, setDays] = useState('90')
  const [hasTried, setTried] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const isIncomplete = name.trim() === '' || scopes.length === 0

  function create() {
    setTried(true)
    if (name.trim() === '') nameField.current?.focus()
    if (isIncomplete) return
    void attempt.run(() => onCreate({ name, scopes, days: days === '' ? null : Number(days) }))
  }
  return (
    <SettingsForm label={t('keys.new')} attempt={attempt} submit={t('keys.create')} saved="" onSubmit={create}>
      <TextField
        ref={nameField}
        label={t('keys.name')}
        hint={t('keys.name.hint')}
        value={name}
        maxLength={API_KEY_NAME_MAX_LENGTH}
        error={hasTried && name.trim() === '' ? t('keys.name.missing') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className="stoa-settings-group">
        <legend>{t('keys.scopes')}</legend>
        {KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`keys.scope.${scope}`)}
            hint={t(`keys.scope.${scope}.hint`)}
            checked={scopes.includes(scope)}
            onChange={(event) => {
              const { checked } = event.currentTarget
              setScopes((current) => KEY_SCOPES.filter((one) => (one === scope ? checked : current.includes(one))))
            }}
          />
        ))}
        <Problem>{hasTried && scopes.length === 0 ? t('keys.scopes.missing') : ''}</Problem>
      </fieldset>
      <SelectField
        label={t('keys.expiry')}
        value={days}
        options={[
          ...API_KEY_DAYS.map((count) => ({ value: String(count), label: t('keys.expiry.days', { days: count }) })),
          { value: '', label: t('keys.expiry.never') },
        ]}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </SettingsForm>
  )
}

/** The text of a new key, which is shown only once. */
function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useTranslate(apiKeyMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stoa-settings-part">
      <h3 ref={heading} tabIndex={-1}>
        {t('keys.secret.title')}
      </h3>
      <Banner tone="warning">{t('keys.secret.text')}</Banner>
      <code className="stoa-settings-secret" dir="ltr">
        {secret}
      </code>
      <div className="stoa-settings-ways">
        <CopyButton text={secret} label={t('keys.secret.copy')} />
        <Button variant="primary" onClick={onDone}>
          {t('keys.secret.done')}
        </Button>
      </div>
    </div>
  )
}
