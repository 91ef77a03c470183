import { useStoa } from '@stoa/store/react'
import { CheckIcon, EmptyState, SelectField, useTranslate } from '@stoa/ui'
import { useCallback, useState } from 'react'
import { PagedList } from '../../shell/paged-list.tsx'
import { Decision } from '../community/log/activity-log.tsx'
import { queueMessages } from './messages.ts'
import type { ModeratedCommunity } from './use-moderated-communities.ts'

interface DecidedListProps {
  /** One community, or null for all that the viewer moderates. */
  tokenName: string | null
  /** All those communities. Unused for a single one. */
  communities: readonly ModeratedCommunity[]
}

/** Recent decisions, which can be undone here. */
export function DecidedList({ tokenName, communities }: DecidedListProps) {
  const t = useTranslate(queueMessages)
  const [chosen, setChosen] = useState('')
  const selectedName = tokenName ?? chosen
  return (
    <div className="stoa-app-decided">
      {tokenName === null && communities.length > 1 && (
        <SelectField
          label={t('queue.decided.community')}
          value={selectedName}
          options={[
            { value: '', label: t('queue.decided.everywhere') },
            ...communities.map((one) => ({ value: one.tokenName, label: one.title })),
          ]}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <Decisions key={selectedName} tokenName={selectedName} communities={tokenName === null ? communities : null} />
    </div>
  )
}

interface DecisionsProps {
  /** Empty for all communities that the viewer moderates. */
  tokenName: string
  /** The communities, to name each decision's; null: not named. */
  communities: readonly ModeratedCommunity[] | null
}

function Decisions({ tokenName, communities }: DecisionsProps) {
  const t = useTranslate(queueMessages)
  const { call } = useStoa().client
  const load = useCallback(
    (cursor: string | undefined) =>
      call('queueDecided', { ...(tokenName && { tokenName }), ...(cursor && { cursor }) }),
    [call, tokenName],
  )
  const titleOf = (name: string) => communities && (communities.find((one) => one.tokenName === name)?.title ?? name)
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
          communityTitle={titleOf(item.tokenName) ?? undefined}
          onChange={() => refresh(({ id }) => id)}
        />
      )}
    </PagedList>
  )
}
