import { Button, RelativeTime, useTranslate } from '@stoa/ui'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved } from '../settings-section.tsx'
import { securityMessages } from './messages.ts'

/** A provider for signing in. */
export interface ProviderItem {
  id: string
  /** Its display name. */
  name: string
  /** When it was linked to the account; null if it isn't. */
  linkedAt: number | null
  /** Email address or name at the provider; may be empty. */
  label: string
}

export interface ProviderListProps {
  providers: readonly ProviderItem[]
  /** Code of the error after returning from linking a provider. Default: none. */
  refused?: string | undefined
  /** Navigates to the provider; rejects with the error to show. */
  onLink: (id: string) => Promise<unknown>
  /** Unlinks it; rejects with the error to show. */
  onUnlink: (id: string) => Promise<unknown>
}

const REFUSALS = new Map<string, keyof typeof securityMessages>([
  ['CREDENTIAL_IN_USE', 'ways.refused.inUse'],
  ['PROVIDER_CANCELLED', 'ways.refused.cancelled'],
  ['REAUTHENTICATION_REQUIRED', 'ways.refused.proof'],
])

/** Linked accounts at providers. */
export function ProviderList({ providers, refused = '', onLink, onUnlink }: ProviderListProps) {
  const t = useTranslate(securityMessages)
  return (
    <div className="stoa-settings-part">
      <h4 id="providers">{t('ways.providers')}</h4>
      <Problem>{refused && t(REFUSALS.get(refused) ?? 'ways.refused')}</Problem>
      <ul className="stoa-settings-list" aria-labelledby="providers">
        {providers.map((provider) => (
          <Provider key={provider.id} provider={provider} onPress={provider.linkedAt === null ? onLink : onUnlink} />
        ))}
      </ul>
    </div>
  )
}

function Provider({ provider, onPress }: { provider: ProviderItem; onPress: ProviderListProps['onLink'] }) {
  const t = useTranslate(securityMessages)
  const { busy, isDone, problem, run } = useFormAction()
  const { id, name, linkedAt, label } = provider
  const action = linkedAt === null ? 'ways.link' : 'ways.unlink'
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="stoa-app-muted">
          {linkedAt === null ? (
            t('ways.notLinked')
          ) : (
            <>
              {label && <bdi>{label}</bdi>}
              {label && ' · '}
              {t.rich('ways.linked', { time: <RelativeTime value={linkedAt} /> })}
            </>
          )}
        </p>
        <Problem>{problem}</Problem>
        <Saved>{isDone && linkedAt === null ? t('ways.unlinked', { name }) : ''}</Saved>
      </div>
      <Button
        size="s"
        busy={busy}
        aria-label={t(`${action}.name`, { name })}
        onClick={() => void run(() => onPress(id))}
      >
        {t(action)}
      </Button>
    </li>
  )
}
