import { Badge, Button, RelativeTime, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import type { PushDevices } from '../../../push/device.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved, Section } from '../settings-section.tsx'
import { deviceMessages } from './messages.ts'

export interface OtherDevicesProps {
  /** Without this one. */
  devices: PushDevices
  /** Rejects with the error to show. */
  onRemove: (id: string) => Promise<unknown>
}

/** The member's other devices that show notifications. They can be removed. */
export function OtherDevices({ devices, onRemove }: OtherDevicesProps) {
  const t = useTranslate(deviceMessages)
  const [announcement, setAnnouncement] = useState('')
  /** The last one's removal is announced, too. */
  const [isKept, setKept] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (devices.length === 0 && !isKept) return null
  return (
    <Section id="devices" title={t('device.others')} text={t('device.others.text')}>
      <ul ref={list} className="stoa-settings-list" aria-labelledby="devices" tabIndex={-1}>
        {devices.map((device) => (
          <DeviceLine
            key={device.id}
            device={device}
            onRemove={async () => {
              setKept(true)
              await onRemove(device.id)
              setAnnouncement(t('device.removed', { name: device.name || t('device.unknown') }))
              // Its button has disappeared.
              list.current?.focus()
            }}
          />
        ))}
      </ul>
      <Saved>{announcement}</Saved>
    </Section>
  )
}

function DeviceLine({ device, onRemove }: { device: PushDevices[number]; onRemove: () => Promise<unknown> }) {
  const t = useTranslate(deviceMessages)
  const { busy, problem, run } = useFormAction()
  const { lastSentAt, failing } = device
  const name = device.name || t('device.unknown')
  return (
    <li>
      <div>
        <p className="stoa-settings-value">
          <strong dir="auto">{name}</strong>
          {failing && <Badge tone="warning">{t('device.failing')}</Badge>}
        </p>
        <p className="stoa-app-muted">
          {lastSentAt === null
            ? t('device.neverSent')
            : t.rich('device.sent', { time: <RelativeTime value={lastSentAt} /> })}
        </p>
        {failing && <p className="stoa-app-muted">{t('device.failing.text')}</p>}
        <Problem>{problem}</Problem>
      </div>
      <Button size="s" busy={busy} aria-label={t('device.remove.name', { name })} onClick={() => void run(onRemove)}>
        {t('device.remove')}
      </Button>
    </li>
  )
}
