import { httpUrl, WEBHOOK_EVENTS, WEBHOOK_URL_MAX_LENGTH, type Webhook, type WebhookEvent } from '@stoa/contract'
import { Button, Checkbox, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useFormAction } from '../../shell/use-form-action.ts'
import { Problem, SettingsForm } from '../settings/settings-section.tsx'
import { webhookMessages } from './messages.ts'

interface WebhookFormProps {
  /** Null: a new one. */
  webhook: Webhook | null
  /** Rejects with the error to show. */
  onSave: (written: { url: string; events: WebhookEvent[] }) => Promise<unknown>
  onCancel: () => void
}

/** A webhook's address, and what it is told of. */
export function WebhookForm({ webhook, onSave, onCancel }: WebhookFormProps) {
  const t = useTranslate(webhookMessages)
  const attempt = useFormAction()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? ['post.published'])
  const [hasTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isMoved = webhook !== null && url.trim() !== webhook.url
  const isAddress = httpUrl(url.trim()) !== null
  const refused = attempt.field === 'url' ? attempt.problem : ''
  useEffect(() => {
    if (refused) field.current?.focus()
  }, [refused])

  function save() {
    setTried(true)
    if (!isAddress) field.current?.focus()
    if (isAddress && events.length > 0) void attempt.run(() => onSave({ url: url.trim(), events }))
  }
  return (
    <SettingsForm
      label={webhook ? t('webhooks.edit.of', { url: webhook.url }) : t('webhooks.add')}
      attempt={refused ? { ...attempt, problem: '' } : attempt}
      submit={t(webhook ? 'webhooks.save' : 'webhooks.add')}
      saved=""
      isMain
      onSubmit={save}
      aside={
        <Button variant="quiet" onClick={onCancel}>
          {t('webhooks.cancel')}
        </Button>
      }
    >
      <TextField
        ref={field}
        type="url"
        label={t('webhooks.url')}
        hint={t(isMoved ? 'webhooks.url.moved' : 'webhooks.url.hint')}
        value={url}
        maxLength={WEBHOOK_URL_MAX_LENGTH}
        error={hasTried && !isAddress ? t('webhooks.url.missing') : refused || undefined}
        onChange={(event) => {
          setUrl(event.currentTarget.value)
          attempt.reset()
        }}
      />
      <fieldset className="stoa-settings-fields">
        <legend>{t('webhooks.events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={t(`webhooks.event.${event}`)}
            checked={events.includes(event)}
            onChange={(change) => {
              const { checked } = change.currentTarget
              setEvents((current) => WEBHOOK_EVENTS.filter((one) => (one === event ? checked : current.includes(one))))
            }}
          />
        ))}
        <Problem>{hasTried && events.length === 0 ? t('webhooks.events.missing') : ''}</Problem>
      </fieldset>
    </SettingsForm>
  )
}
