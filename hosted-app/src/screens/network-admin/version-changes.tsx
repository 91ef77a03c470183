import type { DomainDetails } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { LoadFailure, Skeleton, useTranslate } from '@stoa/ui'
import { useCallback } from 'react'
import { useLoaded } from '../settings/use-loaded.ts'
import { domainMessages } from './messages.ts'
import { SettingValue } from './setting-value.tsx'
import { changesBetween } from './value-text.ts'

/** What a version changed: each field with the value before and after. */
export function VersionChanges({ domain, number }: { domain: DomainDetails; number: number }) {
  const t = useTranslate(domainMessages)
  const { call } = useStoa().client
  const { name } = domain
  const load = useCallback(() => call('domainVersionGet', { name, number }), [call, name, number])
  const { value, failed, reload } = useLoaded(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('domain.version.failed')}</LoadFailure>
  if (!value) return <Skeleton lines={3} />
  const { settings, settingsBefore, sectionAdmins } = value
  if (!settingsBefore) return <p className="stoa-app-muted">{t('domain.version.unknown')}</p>
  return (
    <dl className="stoa-app-settings-conflict">
      {changesBetween(t, { ...domain, sectionAdmins, before: settingsBefore, after: settings }).map(
        ({ field, label, from, to }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>{t.rich('domain.version.before', { value: <SettingValue text={from} /> })}</dd>
            <dd>{t.rich('domain.version.after', { value: <SettingValue text={to} /> })}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
