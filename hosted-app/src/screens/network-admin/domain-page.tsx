import type { DomainDetails, Me } from '@stoa/contract'
import { errorDetails } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, Dialog, LoadFailure, Skeleton, useTranslate } from '@stoa/ui'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { DOMAINS_PATH } from '../../paths.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { useLeave } from '../../shell/save-bar.tsx'
import { type FormAction, useFormAction } from '../../shell/use-form-action.ts'
import { Section } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { DomainForm } from './domain-form.tsx'
import { DomainHosts } from './domain-hosts.tsx'
import { DomainVersions, PreviewButton } from './domain-versions.tsx'
import { domainMessages } from './messages.ts'

/** One domain: its settings, versions and hosts. */
export function DomainPage({ name, viewer }: { name: string; viewer: Me }) {
  const t = useTranslate(domainMessages)
  const { call } = useStoa().client
  const load = useCallback(
    () =>
      call('domainGet', { name }).then(
        ({ domain }) => domain,
        (error: unknown) => {
          if (['DOMAIN_NOT_FOUND', 'FORBIDDEN', 'VALIDATION_FAILED'].includes(errorDetails(error).code))
            return 'missing' as const
          throw error
        },
      ),
    [call, name],
  )
  const { value, failed, reload, set } = useLoaded<DomainDetails | 'missing'>(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('network.failed')}</LoadFailure>
  if (value === null) return <Skeleton lines={8} />
  if (value === 'missing') return <NotFound />
  return <Domain domain={value} viewer={viewer} onChange={(domain) => set(() => domain)} />
}

interface DomainProps {
  domain: DomainDetails
  viewer: Me
  onChange: (domain: DomainDetails) => void
}

function Domain({ domain, viewer, onChange }: DomainProps) {
  const t = useTranslate(domainMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const publishing = useFormAction()
  /** The version in the list whose button was pressed last; 0: the buttons at the top were. */
  const [row, setRow] = useState(0)
  const { name, origin, settings, publishedVersion, latestVersion, problem, isReadOnly } = domain

  async function publish(version: number): Promise<void> {
    await publishing.run(async () => {
      const { domain: now } = await call('domainPublish', { name, version, baseVersion: latestVersion }).catch(
        (error: unknown) => {
          const current = (error as { details?: { domain?: DomainDetails } }).details?.domain
          if (errorDetails(error).code === 'EDIT_CONFLICT' && current) onChange(current)
          throw error
        },
      )
      onChange(now)
      toasts.show({ text: t('domain.published', { version: now.publishedVersion }), tone: 'success' })
    })
  }
  async function preview(version: number): Promise<void> {
    // Opened at once, as browsers block windows that open later.
    const tab = window.open('', '_blank')
    const isOpen = await publishing.run(async () => {
      const { url } = await call('domainPreviewGet', { name, number: version })
      if (!tab) return window.location.assign(url)
      tab.opener = null
      tab.location.replace(url)
    })
    if (!isOpen) tab?.close()
  }
  const trouble = publishing.code === 'EDIT_CONFLICT' ? t('domain.publish.conflict') : publishing.problem
  /** Acts for the buttons of a row, where a failure is shown. */
  function of(version: number, act: () => Promise<void>): void {
    if (publishing.busy) return
    setRow(version)
    void act()
  }
  return (
    <>
      <header className="stoa-app-domain-head">
        <a href={DOMAINS_PATH}>{t('network.domains')}</a>
        <h2>
          <bdi>{settings.domainDisplayName}</bdi>
        </h2>
        <p className="stoa-app-muted">
          {origin ? (
            <a href={origin} dir="ltr">
              {new URL(origin).host}
            </a>
          ) : (
            t('network.domains.unserved')
          )}
        </p>
        {isReadOnly && <Banner>{t('domain.readOnly')}</Banner>}
        {problem !== null && (
          <Banner tone="danger" title={t('domain.problem.title')}>
            {problem}
          </Banner>
        )}
        {latestVersion > publishedVersion && (
          <Banner
            tone="warning"
            title={t('domain.draft.title', { version: latestVersion })}
            action={
              <div className="stoa-settings-ways">
                {origin !== '' && (
                  <PreviewButton version={latestVersion} onPreview={(version) => of(0, () => preview(version))} />
                )}
                <Button
                  size="s"
                  variant="primary"
                  busy={publishing.busy}
                  onClick={() => of(0, () => publish(latestVersion))}
                >
                  {t('domain.draft.publish')}
                </Button>
              </div>
            }
          >
            {t('domain.draft.text', { published: publishedVersion })}
          </Banner>
        )}
        {row === 0 && trouble !== '' && <Banner tone="danger">{trouble}</Banner>}
      </header>
      <DomainForm domain={domain} viewer={viewer} onChange={onChange} />
      {!isReadOnly && (
        <>
          <DomainHosts domain={domain} onChange={onChange} />
          <DomainVersions
            domain={domain}
            busy={publishing.busy}
            problem={{ version: row, text: trouble }}
            onPublish={(version) => of(version, () => publish(version))}
            onPreview={(version) => of(version, () => preview(version))}
          />
          {viewer.networkAdmin && name !== 'default' && <RemoveDomain domain={domain} />}
        </>
      )}
    </>
  )
}

function RemoveDomain({ domain: { name, settings } }: { domain: DomainDetails }) {
  const t = useTranslate(domainMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const navigate = useNavigate()
  const leave = useLeave()
  const attempt: FormAction = useFormAction()
  const [isAsking, setAsking] = useState(false)
  const displayName = settings.domainDisplayName
  async function remove(): Promise<void> {
    if (!(await attempt.run(() => call('domainDelete', { name })))) return
    toasts.show({ text: t('domain.removed', { name: displayName }), tone: 'success' })
    await leave(() => navigate(DOMAINS_PATH))
  }
  return (
    <Section isDanger id="remove" title={t('domain.remove')} text={t('domain.remove.text')}>
      <div className="stoa-settings-ways">
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('domain.remove.action')}
        </Button>
      </div>
      <Dialog
        open={isAsking}
        kind="alert"
        title={t('domain.remove.question', { name: displayName })}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('domain.remove.cancel')}
            </Button>
            <Button variant="danger" busy={attempt.busy} onClick={() => void remove()}>
              {t('domain.remove.action')}
            </Button>
          </>
        }
      >
        {attempt.problem || t('domain.remove.text')}
      </Dialog>
    </Section>
  )
}
