import { canListPendingPosts } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { CheckIcon, EmptyState, SelectField, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useState } from 'react'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { Decision } from '../community/activity-log.tsx'
import { PagedList } from '../community/paged-list.tsx'
import { queueMessages } from './queue-messages.ts'

/** What was decided lately in a community, each with the way back; with null in one of those that the viewer moderates. */
export function DecidedList({ tokenName }: { tokenName: string | null }) {
  const t = useTranslate(queueMessages)
  const { names, isKnown } = useModerated(tokenName)
  const [chosen, setChosen] = useState<string | null>(null)
  const place = tokenName ?? chosen ?? names[0]
  return (
    <div className="stoa-app-decided">
      {names.length > 1 && (
        <SelectField
          label={t('queue.decided.community')}
          value={place}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      {place !== undefined && <Decisions key={place} tokenName={place} />}
      {place === undefined &&
        (isKnown ? <EmptyState title={t('queue.decided.failed')} /> : <ListSkeleton withAvatar />)}
    </div>
  )
}

function Decisions({ tokenName }: { tokenName: string }) {
  const t = useTranslate(queueMessages)
  const { call } = useStoa().client
  const load = useCallback(
    (cursor: string | undefined) => call('communityActivity', { tokenName, scope: 'queue', ...(cursor && { cursor }) }),
    [call, tokenName],
  )
  const empty = (
    <EmptyState title={t('queue.decided.empty')} icon={<CheckIcon size={32} />}>
      {t('queue.decided.empty.text')}
    </EmptyState>
  )
  return (
    <PagedList load={load} label={t('queue.decided.list')} failed={t('queue.decided.failed')} empty={empty}>
      {(item, { refresh }) => (
        <Decision key={item.id} item={item} tokenName={tokenName} onChange={() => refresh(({ id }) => id)} />
      )}
    </PagedList>
  )
}

/** Where the viewer moderates, as far as it isn't known already; admins do so everywhere, and are offered the largest. */
function useModerated(tokenName: string | null): { names: readonly string[]; isKnown: boolean } {
  const viewer = useViewer() ?? null
  const { call } = useStoa().client
  const [largest, setLargest] = useState<readonly string[] | null>(null)
  const isAdmin = tokenName === null && viewer !== null && (viewer.networkAdmin || viewer.domainAdmin)
  useEffect(() => {
    if (!isAdmin) return
    call('communityList', { limit: 100 }).then(
      ({ items }) => setLargest(items.map((one) => one.tokenName)),
      () => setLargest([]),
    )
  }, [call, isAdmin])
  if (tokenName !== null || viewer === null) return { names: [], isKnown: false }
  const own = [...viewer.tokenOwner, ...Object.keys(viewer.tokenPermissions), ...(largest ?? [])]
  const names = [...new Set(own)].filter((name) => canListPendingPosts(viewer, name).allowed).toSorted()
  return { names, isKnown: !isAdmin || largest !== null }
}
