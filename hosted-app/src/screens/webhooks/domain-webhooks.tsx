import type { Me } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { LoadFailure, SelectField, Skeleton, useTranslate } from '@stoa/ui'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { webhooksPath } from '../../paths.ts'
import { useLoaded } from '../settings/use-loaded.ts'
import { webhookMessages } from './messages.ts'
import { WebhooksSection } from './webhooks-section.tsx'

/** The webhooks of a domain, for its admins. */
export function DomainWebhooks({ viewer, name }: { viewer: Me; name?: string | undefined }) {
  const t = useTranslate(webhookMessages)
  const { call } = useStoa().client
  const navigate = useNavigate()
  const load = useCallback(async () => (await call('domainList', {})).items, [call])
  const { value, failed, reload } = useLoaded(load)
  const domainName = name ?? viewer.adminDomain ?? 'default'
  if (failed) return <LoadFailure onRetry={reload}>{t('webhooks.failed')}</LoadFailure>
  if (!value) return <Skeleton lines={6} />
  return (
    <WebhooksSection key={domainName} place={{ scope: 'domain', name: domainName }}>
      {value.length > 1 && (
        <SelectField
          label={t('webhooks.domain')}
          value={domainName}
          options={value.map((one) => ({ value: one.name, label: one.displayName }))}
          onChange={(event) => void navigate(webhooksPath(event.currentTarget.value))}
        />
      )}
    </WebhooksSection>
  )
}
