import '../settings/settings.css'
import './webhooks.css'
import type { Webhook, WebhookEvent, WebhookPlace } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import {
  Badge,
  Banner,
  Button,
  Dialog,
  formatDate,
  LoadFailure,
  RelativeTime,
  Skeleton,
  useI18n,
  useTranslate,
} from '@stoa/ui'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useFormAction } from '../../shell/use-form-action.ts'
import { CopyButton } from '../settings/security/copy-button.tsx'
import { Problem, Saved, Section } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { webhookMessages } from './messages.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'

interface WebhooksSectionProps {
  place: WebhookPlace
  /** Above the list. Default: nothing. */
  children?: ReactNode
}

/** The webhooks of a domain or community, for those who manage them. */
export function WebhooksSection({ place, children }: WebhooksSectionProps) {
  const t = useTranslate(webhookMessages)
  const { call } = useStoa().client
  const { scope, name } = place
  const load = useCallback(() => call('webhookList', { scope, name }), [call, scope, name])
  const { value, failed, reload } = useLoaded(load)
  /** The webhook that is edited; `new`: one is added. */
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState('')
  const adding = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEdited(null)
    setSecret('')
    // The button is there again after this render.
    setTimeout(() => adding.current?.focus())
  }
  if (failed && !value) return <LoadFailure onRetry={reload}>{t('webhooks.failed')}</LoadFailure>

  async function save({ url, events }: { url: string; events: WebhookEvent[] }): Promise<void> {
    if (edited === 'new') setSecret((await call('webhookCreate', { ...place, url, events })).secret)
    else if (edited) {
      // The address only if it was changed here: another admin may have changed it meanwhile.
      const isMoved = url !== edited.url
      await call('webhookEdit', { ...place, webhookId: edited.id, events, ...(isMoved && { url }) })
    }
    reload()
    if (edited === 'new') setEdited(null)
    else close()
  }
  const text = (
    <>
      {t('webhooks.text')}{' '}
      <a className="stoa-link" href="/docs">
        {t('webhooks.docs')}
      </a>
    </>
  )
  return (
    <Section id="webhooks" title={t('webhooks.title')} text={text}>
      {children}
      {value?.isHeld && <Banner tone="warning">{t('webhooks.held')}</Banner>}
      {secret && <Secret secret={secret} onDone={close} />}
      {edited && <WebhookForm webhook={edited === 'new' ? null : edited} onSave={save} onCancel={close} />}
      {!value && <Skeleton lines={4} />}
      {value?.items.length === 0 && !edited && <p className="stoa-app-muted">{t('webhooks.empty')}</p>}
      {!edited && (
        <ul className="stoa-app-webhooks">
          {value?.items.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              place={place}
              webhook={webhook}
              onEdit={() => setEdited(webhook)}
              onSecret={setSecret}
              onChange={reload}
              onRemoved={() => {
                reload()
                adding.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      {value && !edited && (
        <div className="stoa-settings-ways">
          <Button ref={adding} onClick={() => setEdited('new')}>
            {t('webhooks.add')}
          </Button>
        </div>
      )}
    </Section>
  )
}

interface WebhookItemProps {
  place: WebhookPlace
  webhook: Webhook
  onEdit: () => void
  onSecret: (secret: string) => void
  onChange: () => void
  onRemoved: () => void
}

function WebhookItem({ place, webhook, onEdit, onSecret, onChange, onRemoved }: WebhookItemProps) {
  const t = useTranslate(webhookMessages)
  const { call } = useStoa().client
  const { busy, problem, run } = useFormAction()
  const [isAsking, setAsking] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const { id: webhookId, url, events, pausedAt } = webhook
  const isPaused = pausedAt !== null
  const about = { ...place, webhookId }

  async function change(action: () => Promise<unknown>): Promise<void> {
    setAnnouncement('')
    if (await run(action)) onChange()
  }
  return (
    <li>
      <h3>
        <bdi>{url}</bdi>
        {isPaused && <Badge tone="danger">{t('webhooks.paused')}</Badge>}
      </h3>
      <p className="stoa-app-muted">{events.map((event) => t(`webhooks.event.${event}`)).join(' · ')}</p>
      <States webhook={webhook} />
      <div className="stoa-settings-ways">
        <Button
          size="s"
          aria-expanded={isOpen}
          aria-label={t('webhooks.log.of', { url })}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'webhooks.log.close' : 'webhooks.log')}
        </Button>
        <Button
          size="s"
          busy={busy}
          aria-label={t('webhooks.test.of', { url })}
          onClick={() =>
            void change(async () => {
              await call('webhookTest', about)
              setAnnouncement(t('webhooks.tested'))
            })
          }
        >
          {t('webhooks.test')}
        </Button>
        <Button size="s" aria-label={t('webhooks.edit.of', { url })} onClick={onEdit}>
          {t('webhooks.edit')}
        </Button>
        <Button
          size="s"
          aria-label={t(isPaused ? 'webhooks.resume.of' : 'webhooks.pause.of', { url })}
          onClick={() => void change(() => call('webhookEdit', { ...about, paused: !isPaused }))}
        >
          {t(isPaused ? 'webhooks.resume' : 'webhooks.pause')}
        </Button>
        <Button
          size="s"
          variant="quiet"
          aria-label={t('webhooks.rotate.of', { url })}
          onClick={() => void change(async () => onSecret((await call('webhookRotate', about)).secret))}
        >
          {t('webhooks.rotate')}
        </Button>
        <Button size="s" variant="quiet" aria-label={t('webhooks.remove.of', { url })} onClick={() => setAsking(true)}>
          {t('webhooks.remove')}
        </Button>
        <Saved>{announcement}</Saved>
      </div>
      <Problem>{problem}</Problem>
      {isOpen && <WebhookLog about={about} />}
      <Dialog
        open={isAsking}
        kind="alert"
        title={t('webhooks.remove.question')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('webhooks.cancel')}
            </Button>
            <Button
              variant="danger"
              busy={busy}
              onClick={() => void run(() => call('webhookDelete', about)).then((isDone) => isDone && onRemoved())}
            >
              {t('webhooks.remove')}
            </Button>
          </>
        }
      >
        {t('webhooks.remove.text', { url })}
      </Dialog>
    </li>
  )
}

/** Whether it is paused or failing, and what waits. */
function States({ webhook }: { webhook: Webhook }) {
  const t = useTranslate(webhookMessages)
  const { locale } = useI18n()
  const { pausedAt, pausedBecause, failingSince, heldCount, rotatedUntil } = webhook
  return (
    <>
      {pausedAt !== null && pausedBecause && (
        <p>{t.rich(`webhooks.paused.${pausedBecause}`, { time: <RelativeTime value={pausedAt} /> })}</p>
      )}
      {pausedAt === null && failingSince !== null && (
        <p>{t.rich('webhooks.failing', { time: <RelativeTime value={failingSince} /> })}</p>
      )}
      {heldCount > 0 && <p>{t('webhooks.heldCount', { count: heldCount })}</p>}
      {rotatedUntil !== null && (
        <p className="stoa-app-muted">
          {t('webhooks.rotated', {
            date: formatDate(rotatedUntil, locale, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
      )}
    </>
  )
}

/** The secret of a webhook, which is shown only once. */
function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useTranslate(webhookMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stoa-settings-part">
      <h3 ref={heading} tabIndex={-1}>
        {t('webhooks.secret.title')}
      </h3>
      <Banner tone="warning">{t('webhooks.secret.text')}</Banner>
      <code className="stoa-settings-secret" dir="ltr">
        {secret}
      </code>
      <div className="stoa-settings-ways">
        <CopyButton text={secret} label={t('webhooks.secret.copy')} />
        <Button variant="primary" onClick={onDone}>
          {t('webhooks.secret.done')}
        </Button>
      </div>
    </div>
  )
}
