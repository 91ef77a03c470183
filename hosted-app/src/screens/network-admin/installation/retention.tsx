import type { KeptData, RetentionKind } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Button, Dialog, LoadFailure, RelativeTime, SelectField, Skeleton, useTranslate } from '@stoa/ui'
import { useCallback, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved, Section } from '../../settings/settings-section.tsx'
import { useLoaded } from '../../settings/use-loaded.ts'
import { installationMessages } from './messages.ts'

/** Periods to choose from, in days. */
const PERIODS = [7, 14, 30, 60, 92, 180, 365, 730, 1825, 3650]
const FOREVER = 0

/** How long the installation keeps each kind of data. */
export function Retention() {
  const t = useTranslate(installationMessages)
  const { call } = useStoa().client
  const load = useCallback(async () => (await call('networkRetention', {})).items, [call])
  const { value: items, failed, reload, set } = useLoaded<KeptData[]>(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('retention.failed')}</LoadFailure>
  if (!items) return <Skeleton lines={14} />
  async function save(kind: RetentionKind, days: number): Promise<void> {
    const { items: now } = await call('networkRetentionSet', { kind, days })
    set(() => now)
  }
  return (
    <Section id="retention" title={t('retention.title')} text={t('retention.text')}>
      <ul className="stoa-settings-list" aria-label={t('retention.title')}>
        {items.map((item) => (
          <RetentionItem key={item.kind} item={item} onSave={(days) => save(item.kind, days)} />
        ))}
      </ul>
    </Section>
  )
}

interface RetentionItemProps {
  item: KeptData
  onSave: (days: number) => Promise<void>
}

function RetentionItem({ item, onSave }: RetentionItemProps) {
  const { kind, days, defaultDays, minDays, rows, removed, ranAt } = item
  const t = useTranslate(installationMessages)
  const attempt = useFormAction()
  /** A shorter period that waits for confirmation. */
  const [asked, setAsked] = useState<number | null>(null)
  const name = t(`retention.${kind}`)
  const isShorter = (to: number) => to !== FOREVER && (days === FOREVER || to < days)
  const periods = [...new Set([...PERIODS, days, defaultDays, minDays])]
    .filter((one) => one >= minDays)
    .toSorted((one, other) => one - other)
  function choose(to: number): void {
    attempt.reset()
    if (isShorter(to)) setAsked(to)
    else void attempt.run(() => onSave(to))
  }
  return (
    <li>
      <div className="stoa-app-network-item">
        <p>
          <b>{name}</b>
        </p>
        <p className="stoa-app-muted">{t(`retention.${kind}.text`)}</p>
        <p className="stoa-app-muted">
          {rows === null || ranAt === null ? (
            t('retention.waiting')
          ) : (
            <>
              {t('retention.counted', { rows, removed })} · <RelativeTime value={ranAt} />
            </>
          )}
        </p>
      </div>
      <div className="stoa-settings-ways">
        <Saved>{attempt.isDone ? t('retention.saved') : ''}</Saved>
        <SelectField
          label={`${t('retention.period')}: ${name}`}
          hideLabel
          disabled={attempt.busy}
          value={String(days)}
          options={[...periods, FOREVER].map((one) => ({
            value: String(one),
            label: one === FOREVER ? t('retention.forever') : t('retention.days', { days: one }),
          }))}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        />
      </div>
      <Problem>{attempt.problem}</Problem>
      <Dialog
        open={asked !== null}
        kind="alert"
        title={t('retention.ask', { days: asked ?? 0 })}
        onClose={() => setAsked(null)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsked(null)}>
              {t('retention.cancel')}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsked(null)
                if (asked !== null) void attempt.run(() => onSave(asked))
              }}
            >
              {t('retention.confirm')}
            </Button>
          </>
        }
      >
        <p>{t('retention.ask.text', { kind: name })}</p>
      </Dialog>
    </li>
  )
}
