import type { EntityType } from '@stoa/contract'
import { useStoa, useStoaState } from '@stoa/store/react'
import { ClockIcon, Menu, TrashIcon, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { authorMessages } from './messages.ts'
import { PickTime, useRemind, useTimeText } from './remind-dialog.tsx'
import { remindTimes } from './remind-times.ts'

export interface RemindMenuProps {
  entityType: EntityType
  entityId: string
  /** Names the item for screen readers. */
  title: string
}

/** When to be reminded of a saved item. */
export function RemindMenu({ entityType, entityId, title }: RemindMenuProps) {
  const t = useTranslate(authorMessages)
  const { clock } = useStoa()
  const remind = useRemind({ entityType, entityId })
  const timeText = useTimeText()
  const remindAt = useStoaState(({ reminders }) => reminders[entityId]?.remindAt ?? null)
  const [isPicking, setPicking] = useState(false)

  function set(at: number | null): void {
    setPicking(false)
    remind(at)
  }
  return (
    <>
      <Menu
        label={t('author.remind', { title })}
        icon={<ClockIcon size={16} />}
        items={[
          ...remindTimes(clock()).map(([name, at]) => ({
            id: name,
            label: t(`author.remind.${name}`),
            hint: timeText(at),
            onSelect: () => set(at),
          })),
          { id: 'pick', label: t('author.remind.pick'), onSelect: () => setPicking(true) },
          ...(remindAt === null
            ? []
            : [
                {
                  id: 'remove',
                  group: 'edit' as const,
                  label: t('author.remind.remove'),
                  icon: <TrashIcon size={16} />,
                  onSelect: () => set(null),
                },
              ]),
        ]}
      />
      {isPicking && <PickTime onPick={set} onClose={() => setPicking(false)} />}
    </>
  )
}

/** When the reader is reminded of a saved item, if at all. */
export function RemindedAt({ entityId }: Pick<RemindMenuProps, 'entityId'>) {
  const t = useTranslate(authorMessages)
  const timeText = useTimeText()
  const remindAt = useStoaState(({ reminders }) => reminders[entityId]?.remindAt ?? null)
  if (remindAt === null) return null
  return (
    <p className="stoa-app-muted stoa-app-reminded">
      <ClockIcon size={14} /> {t('author.remind.at', { time: timeText(remindAt) })}
    </p>
  )
}
