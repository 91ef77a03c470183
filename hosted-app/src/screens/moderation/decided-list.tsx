import { useStoa } from '@stoa/store/react'
import { CheckIcon, EmptyState, SelectField, useTranslate } from '@stoa/ui'
import { useCallback, useState } from 'react'
import { Decision } from '../community/activity-log.tsx'
import { PagedList } from '../community/paged-list.tsx'
import { queueMessages } from './queue-messages.ts'
import type { ModeratedPlace } from './use-moderated.ts'

interface DecidedListProps {
  /** One community, or null for all that the viewer moderates. */
  tokenName: string | null
  /** All those communities. Unused for a single one. */
  places: readonly ModeratedPlace[]
}

/** Recent decisions, which can be undone here. */
export function DecidedList({ tokenName, places }: DecidedListProps) {
  const t = useTranslate(queueMessages)
  const [chosen, setChosen] = useState('')
  const place = tokenName ?? chosen
  return (
    <div className="stoa-app-decided">
      {tokenName === null && places.length > 1 && (
        <SelectField
          label={t('queue.decided.community')}
          value={place}
          options={[
            { value: '', label: t('queue.decided.everywhere') },
            ...places.map((one) => ({ value: one.tokenName, label: one.title })),
          ]}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <Decisions key={place} tokenName={place} places={tokenName === null ? places : null} />
    </div>
  )
}

interface DecisionsProps {
  /** Empty for all communities that the viewer moderates. */
  tokenName: string
  /** The communities, to name each decision's; null: not named. */
  places: readonly ModeratedPlace[] | null
}

function Decisions({ tokenName, places }: DecisionsProps) {
  const t = useTranslate(queueMessages)
  const { call } = useStoa().client
  const load = useCallback(
    (cursor: string | undefined) =>
      call('queueDecided', { ...(tokenName && { tokenName }), ...(cursor && { cursor }) }),
    [call, tokenName],
  )
  const placeOf = (name: string) => places && (places.find((one) => one.tokenName === name)?.title ?? name)
  const empty = (
    <EmptyState title={t('queue.decided.empty')} icon={<CheckIcon size={32} />}>
      {t('queue.decided.empty.text')}
    </EmptyState>
  )
  return (
    <PagedList load={load} label={t('queue.decided.list')} failed={t('queue.decided.failed')} empty={empty}>
      {(item, { refresh }) => (
        <Decision
          key={item.id}
          item={item}
          place={placeOf(item.tokenName) ?? undefined}
          onChange={() => refresh(({ id }) => id)}
        />
      )}
    </PagedList>
  )
}
