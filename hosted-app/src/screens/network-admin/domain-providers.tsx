import type { DomainDetails } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, Button, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useFormAction } from '../../shell/use-form-action.ts'
import { CopyButton } from '../settings/security/copy-button.tsx'
import { type OwnProvider, ownProvidersOf } from './domain-values.ts'
import { domainMessages } from './messages.ts'

export interface DomainProvidersProps {
  domain: DomainDetails
  /** The domain's own clients as JSON; empty: none. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The domain's own clients at sign-in providers. Their secrets are never shown. */
export function DomainProviders({ domain, value, error, onChange }: DomainProvidersProps) {
  const own = ownProvidersOf(value)
  function set(id: string, next: OwnProvider | null): void {
    const isKnown = own.some((one) => one.id === id)
    const changed = isKnown ? own.flatMap((one) => (one.id === id ? (next ?? []) : one)) : next ? [...own, next] : own
    onChange(changed.length > 0 ? JSON.stringify(changed) : '')
  }
  return (
    <>
      <ul className="stoa-settings-list">
        {domain.keyProviders.map(({ id, name }) => (
          <Provider
            key={id}
            domain={domain}
            id={id}
            name={name}
            own={own.find((one) => one.id === id)}
            onChange={(next) => set(id, next)}
          />
        ))}
      </ul>
      <p className="stoa-field-error" role="alert">
        {error}
      </p>
    </>
  )
}

interface ProviderProps {
  domain: DomainDetails
  id: string
  name: string
  /** Undefined: the domain uses the installation's client. */
  own: OwnProvider | undefined
  onChange: (own: OwnProvider | null) => void
}

function Provider({ domain, id, name, own, onChange }: ProviderProps) {
  const t = useTranslate(domainMessages)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The fields are gone with what had the focus.
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const { origin, isReadOnly } = domain
  const redirect = `${origin}/api/auth/provider/${id}/callback`
  return (
    <li>
      <div className="stoa-app-domain-host">
        <p>
          <b>{name}</b> {own && <Badge>{t('domain.providers.own')}</Badge>}
        </p>
        {own && (
          <p className="stoa-app-muted">
            {t('domain.providers.clientId')} <code>{own.clientId}</code>
          </p>
        )}
        {(own || isOpen) && origin !== '' && (
          <dl>
            <dt>{t('domain.providers.redirect')}</dt>
            <dd>
              <code>{redirect}</code> <CopyButton text={redirect} label={t('domain.providers.copy')} />
            </dd>
          </dl>
        )}
        {isOpen && (
          <Keys
            domain={domain}
            id={id}
            clientId={own?.clientId ?? ''}
            onClose={() => setOpen(false)}
            onChange={(next) => {
              onChange(next)
              setOpen(false)
            }}
          />
        )}
      </div>
      {!isReadOnly && !isOpen && (
        <div className="stoa-settings-ways">
          <Button ref={button} size="s" onClick={() => setOpen(true)}>
            {t(own ? 'domain.providers.secret.replace' : 'domain.providers.add')}
          </Button>
          {own && (
            <Button
              size="s"
              variant="quiet"
              onClick={() => {
                button.current?.focus()
                onChange(null)
              }}
            >
              {t('domain.providers.remove')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

interface KeysProps {
  domain: DomainDetails
  id: string
  clientId: string
  onClose: () => void
  onChange: (own: OwnProvider) => void
}

/** Takes a client's id and its secret, which is stored at once. */
function Keys({ domain, id, clientId: former, onClose, onChange }: KeysProps) {
  const t = useTranslate(domainMessages)
  const { call } = useStoa().client
  const attempt = useFormAction()
  const [clientId, setClientId] = useState(former)
  const [secret, setSecret] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isWhole = clientId.trim() !== '' && secret.trim() !== ''
  async function store(): Promise<void> {
    if (!isWhole || attempt.busy) return
    await attempt.run(async () => {
      const { keyId } = await call('domainKeyAdd', { name: domain.name, secret: secret.trim() })
      onChange({ id, clientId: clientId.trim(), keyId })
    })
  }
  /** Enter would save the whole form. */
  function onKeyDown(event: { key: string; preventDefault(): void }): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void store()
  }
  const field = { dir: 'ltr' as const, autoCapitalize: 'none', spellCheck: false, autoComplete: 'off', maxLength: 500 }
  return (
    <div className="stoa-settings-fields">
      <TextField
        {...field}
        ref={first}
        label={t('domain.providers.clientId')}
        value={clientId}
        onKeyDown={onKeyDown}
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      <TextField
        {...field}
        type="password"
        autoComplete="new-password"
        label={t('domain.providers.secret')}
        hint={t('domain.providers.secret.hint')}
        error={attempt.problem || undefined}
        value={secret}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          attempt.reset()
          setSecret(event.currentTarget.value)
        }}
      />
      <div className="stoa-settings-ways">
        <Button size="s" variant="primary" busy={attempt.busy} disabled={!isWhole} onClick={() => void store()}>
          {t('domain.providers.store')}
        </Button>
        <Button size="s" variant="quiet" onClick={onClose}>
          {t('domain.providers.cancel')}
        </Button>
      </div>
    </div>
  )
}
