import type { DomainSummary, Me } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, Banner, Button, LoadFailure, Skeleton, TextField, useTranslate } from '@stoa/ui'
import { useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { domainPath } from '../../paths.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import { Section, SettingsForm } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { networkAdminMessages } from './messages.ts'

/** The domains that the viewer administers. */
export function DomainList({ viewer }: { viewer: Me }) {
  const t = useTranslate(networkAdminMessages)
  const { call } = useStoa().client
  const load = useCallback(async () => (await call('domainList', {})).items, [call])
  const { value: domains, failed, reload } = useLoaded(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('network.failed')}</LoadFailure>
  if (!domains) return <Skeleton lines={6} />
  const isReadOnly = domains.some((domain) => domain.isReadOnly)
  return (
    <>
      <Section id="domains" title={t('network.domains')} text={t('network.domains.text')}>
        {isReadOnly && <Banner>{t('network.domains.files')}</Banner>}
        <ul className="stoa-app-domains">
          {domains.map((domain) => (
            <DomainItem key={domain.name} domain={domain} />
          ))}
        </ul>
      </Section>
      {viewer.networkAdmin && !isReadOnly && <AddDomain />}
    </>
  )
}

function DomainItem({ domain }: { domain: DomainSummary }) {
  const t = useTranslate(networkAdminMessages)
  const { name, origin, displayName, logoLink, onlyCommunity, publishedVersion, latestVersion, problem } = domain
  return (
    <li>
      <img src={logoLink} alt="" width={40} height={40} />
      <div>
        <a href={domainPath(name)}>
          <bdi>{displayName}</bdi>
        </a>
        <p className="stoa-app-muted">
          {origin ? <bdi dir="ltr">{new URL(origin).host}</bdi> : t('network.domains.unserved')}
          {' · '}
          {onlyCommunity ? t('network.domains.only', { community: onlyCommunity }) : t('network.domains.all')}
        </p>
      </div>
      {problem !== null && <Badge tone="danger">{t('network.domains.problem')}</Badge>}
      {latestVersion > publishedVersion && <Badge>{t('network.domains.draft')}</Badge>}
    </li>
  )
}

/** Adds a domain and opens its page, where its host is verified. */
function AddDomain() {
  const t = useTranslate(networkAdminMessages)
  const { call } = useStoa().client
  const navigate = useNavigate()
  const attempt = useFormAction()
  // The first-run guide leads here.
  const [isOpen, setOpen] = useState(useLocation().hash === '#add')
  const [name, setName] = useState('')
  const [host, setHost] = useState('')
  const [displayName, setDisplayName] = useState('')
  const [community, setCommunity] = useState(useHostedApp().config.defaultTokenName)

  async function add(): Promise<void> {
    const settings = { domainDisplayName: displayName.trim() || name.trim(), defaultTokenName: community.trim() }
    const isAdded = await attempt.run(() =>
      call('domainCreate', { name: name.trim(), host: host.trim().toLowerCase(), settings }),
    )
    if (isAdded) await navigate(`${domainPath(name.trim())}#hosts`)
  }
  if (!isOpen)
    return (
      <div className="stoa-settings-ways">
        <Button onClick={() => setOpen(true)}>{t('network.domains.add')}</Button>
      </div>
    )
  return (
    <Section id="add" title={t('network.add.title')}>
      <SettingsForm
        label={t('network.add.title')}
        attempt={attempt}
        submit={t('network.add.submit')}
        saved=""
        isMain
        aside={
          <Button variant="quiet" onClick={() => setOpen(false)}>
            {t('network.add.cancel')}
          </Button>
        }
        onSubmit={() => void add()}
      >
        <TextField
          label={t('network.add.displayName')}
          value={displayName}
          maxLength={200}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
        />
        <TextField
          label={t('network.add.name')}
          hint={t('network.add.name.hint')}
          value={name}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label={t('network.add.host')}
          hint={t('network.add.host.hint')}
          value={host}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={260}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
        <TextField
          label={t('network.add.community')}
          hint={t('network.add.community.hint')}
          value={community}
          dir="ltr"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          onChange={(event) => setCommunity(event.currentTarget.value)}
        />
      </SettingsForm>
    </Section>
  )
}
