import type { WebhookDelivery, WebhookPlace } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, Button, LoadFailure, RelativeTime, Skeleton, useTranslate, useWritten } from '@stoa/ui'
import { useCallback } from 'react'
import { useFormAction } from '../../shell/use-form-action.ts'
import { Problem } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { webhookMessages } from './messages.ts'

/** Stays at the end of its line. */
const SEPARATOR = '\u00a0· '

/** The latest deliveries of a webhook. */
export function WebhookLog({ about }: { about: WebhookPlace & { webhookId: string } }) {
  const t = useTranslate(webhookMessages)
  const { call } = useStoa().client
  const { scope, name, webhookId } = about
  const load = useCallback(
    async () => (await call('webhookLog', { scope, name, webhookId })).items,
    [call, scope, name, webhookId],
  )
  const { value, failed, reload, set } = useLoaded(load)
  if (failed && !value) return <LoadFailure onRetry={reload}>{t('webhooks.log.failed')}</LoadFailure>
  if (!value) return <Skeleton lines={3} />
  return (
    <>
      <div className="stoa-settings-ways">
        <Button size="s" onClick={reload}>
          {t('webhooks.log.refresh')}
        </Button>
      </div>
      {value.length === 0 && <p className="stoa-app-muted">{t('webhooks.log.empty')}</p>}
      <ul className="stoa-settings-list">
        {value.map((delivery) => (
          <DeliveryLine
            key={delivery.id}
            delivery={delivery}
            onReplay={async () => {
              const again = await call('webhookReplay', { scope, name, webhookId, deliveryId: delivery.id })
              set((deliveries) => [again.delivery, ...deliveries])
            }}
          />
        ))}
      </ul>
    </>
  )
}

const TONES = {
  delivered: 'accent',
  failed: 'danger',
  waiting: undefined,
  held: undefined,
  skipped: undefined,
  discarded: undefined,
} as const

function DeliveryLine({ delivery, onReplay }: { delivery: WebhookDelivery; onReplay: () => Promise<unknown> }) {
  const t = useTranslate(webhookMessages)
  const written = useWritten()
  const { busy, problem: error, run } = useFormAction()
  const { event, state, createdAt, nextAt, tries, status, durationMs, problem, response } = delivery
  // Tries of former versions have no problem.
  const failure = problem === null ? 'webhooks.noResponse' : (`webhooks.problem.${problem}` as const)
  const outcome = status === null ? t(failure) : t('webhooks.status', { status: String(status) })
  const key = `webhooks.event.${event}`
  const label = key in webhookMessages ? t(key as keyof typeof webhookMessages) : event
  const tone = TONES[state]
  return (
    <li>
      <div>
        <p className="stoa-settings-value">
          <strong>{label}</strong>
          <Badge {...(tone && { tone })}>{t(`webhooks.state.${state}`)}</Badge>
        </p>
        <p className="stoa-app-muted">
          <RelativeTime value={createdAt} />
          {tries > 0 && (
            <>
              {SEPARATOR}
              {outcome}
              {SEPARATOR}
              {t('webhooks.duration', { ms: durationMs ?? 0 })}
              {SEPARATOR}
              {t('webhooks.tries', { count: tries })}
            </>
          )}
          {nextAt !== null && (
            <>
              {SEPARATOR}
              {t.rich('webhooks.next', { time: <RelativeTime value={nextAt} /> })}
            </>
          )}
        </p>
        {response && (
          <details>
            <summary>{t('webhooks.log.response')}</summary>
            <pre {...written(response)}>{response}</pre>
          </details>
        )}
        <Problem>{error}</Problem>
      </div>
      <Button
        size="s"
        busy={busy}
        aria-label={t('webhooks.replay.of', { event: label })}
        onClick={() => void run(onReplay)}
      >
        {t('webhooks.replay')}
      </Button>
    </li>
  )
}
