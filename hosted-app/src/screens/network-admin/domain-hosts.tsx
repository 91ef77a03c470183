import { type DomainDetails, HOST_PROOF_PATH, HOST_PROOF_RECORD } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, Banner, Button, Dialog, TextField, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useFormAction } from '../../shell/use-form-action.ts'
import { Section, SettingsForm } from '../settings/settings-section.tsx'
import { domainMessages } from './messages.ts'

export interface DomainHostsProps {
  domain: DomainDetails
  onChange: (domain: DomainDetails) => void
}

type Host = DomainDetails['hosts'][number]
type Action = 'add' | 'verify' | 'remove' | 'makeCanonical'

/** The hosts of a domain. A new one is served once it is verified. */
export function DomainHosts({ domain, onChange }: DomainHostsProps) {
  const t = useTranslate(domainMessages)
  const { call } = useStoa().client
  const [host, setHost] = useState('')
  const adding = useFormAction()
  const isDefault = domain.name === 'default'
  async function edit(of: string, action: Action): Promise<void> {
    const { domain: now } = await call('domainHostEdit', { name: domain.name, host: of, action })
    onChange(now)
  }
  async function add(): Promise<void> {
    if (await adding.run(() => edit(host.trim().toLowerCase(), 'add'))) setHost((now) => (now === host ? '' : now))
  }
  return (
    <Section
      id="hosts"
      title={t('domain.hosts')}
      text={isDefault ? t('domain.hosts.default', { origin: domain.origin }) : t('domain.hosts.text')}
    >
      {domain.hosts.length > 0 && (
        <ul className="stoa-settings-list">
          {domain.hosts.map((one) => (
            <HostItem key={one.host} host={one} hasMain={!isDefault} onEdit={(action) => edit(one.host, action)} />
          ))}
        </ul>
      )}
      <SettingsForm
        label={t('domain.hosts.add')}
        attempt={adding}
        submit={t('domain.hosts.add')}
        saved=""
        onSubmit={() => void add()}
      >
        <TextField
          label={t('domain.hosts.host')}
          hint={t('network.add.host.hint')}
          value={host}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={260}
          onChange={(event) => {
            adding.reset()
            setHost(event.currentTarget.value)
          }}
        />
      </SettingsForm>
    </Section>
  )
}

interface HostItemProps {
  host: Host
  /** One of the domain's hosts is the main one. */
  hasMain: boolean
  onEdit: (action: Action) => Promise<void>
}

function HostItem({ host: { host, isCanonical, provenAt, token }, hasMain, onEdit }: HostItemProps) {
  const t = useTranslate(domainMessages)
  const attempt = useFormAction()
  const run = (action: Action) => void attempt.run(() => onEdit(action))
  const isProven = provenAt !== null
  const [isAsking, setAsking] = useState(false)
  return (
    <li>
      <div className="stoa-app-domain-host">
        <p>
          <b>
            <bdi dir="ltr">{host}</bdi>
          </b>{' '}
          <Badge tone={isProven ? 'success' : 'warning'}>
            {t(isProven ? 'domain.hosts.verified' : 'domain.hosts.unverified')}
          </Badge>{' '}
          {isCanonical && <Badge>{t('domain.hosts.main')}</Badge>}
        </p>
        {!isProven && (
          <>
            <p className="stoa-app-muted">{t('domain.hosts.proof')}</p>
            <dl>
              <dt>{t('domain.hosts.record')}</dt>
              <dd>
                <code>{`${HOST_PROOF_RECORD}.${host}`}</code> <code>{`stoa-verification=${token}`}</code>
              </dd>
              <dt>{t('domain.hosts.file')}</dt>
              <dd>
                <code>{HOST_PROOF_PATH}</code> <code>{token}</code>
              </dd>
            </dl>
          </>
        )}
        {attempt.problem !== '' && <Banner tone="danger">{attempt.problem}</Banner>}
      </div>
      <div className="stoa-settings-ways">
        {!isProven && (
          <Button size="s" variant="primary" busy={attempt.busy} onClick={() => run('verify')}>
            {t('domain.hosts.verify')}
          </Button>
        )}
        {isProven && hasMain && !isCanonical && (
          <Button size="s" disabled={attempt.busy} onClick={() => setAsking(true)}>
            {t('domain.hosts.makeMain')}
          </Button>
        )}
        {!isCanonical && (
          <Button size="s" variant="quiet" disabled={attempt.busy} onClick={() => run('remove')}>
            {t('domain.hosts.remove')}
          </Button>
        )}
      </div>
      <Dialog
        open={isAsking}
        kind="alert"
        title={t('domain.hosts.makeMain.question', { host })}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('domain.hosts.cancel')}
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                setAsking(false)
                run('makeCanonical')
              }}
            >
              {t('domain.hosts.makeMain')}
            </Button>
          </>
        }
      >
        {t('domain.hosts.makeMain.text')}
      </Dialog>
    </li>
  )
}
