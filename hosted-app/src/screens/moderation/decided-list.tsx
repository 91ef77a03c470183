import { canListPendingPosts, PAGE_SIZE_MAX } from '@stoa/contract'
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
  const { places, isKnown } = useModerated(tokenName)
  const [chosen, setChosen] = useState<string | null>(null)
  const place = tokenName ?? chosen ?? places[0]?.tokenName
  return (
    <div className="stoa-app-decided">
      {places.length > 1 && (
        <SelectField
          label={t('queue.decided.community')}
          value={place}
          options={places.map((one) => ({ value: one.tokenName, label: one.title }))}
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

interface Place {
  tokenName: string
  title: string
}

/** Where the viewer moderates, as far as it isn't known already; admins do so everywhere, and are offered the largest. */
function useModerated(tokenName: string | null): { places: readonly Place[]; isKnown: boolean } {
  const viewer = useViewer() ?? null
  const { call } = useStoa().client
  const [listed, setListed] = useState<readonly Place[] | null>(null)
  const isAdmin = viewer !== null && (viewer.networkAdmin || viewer.domainAdmin)
  const own = [...new Set([...(viewer?.tokenOwner ?? []), ...Object.keys(viewer?.tokenPermissions ?? {})])]
  const names = own.filter((name) => canListPendingPosts(viewer, name).allowed).toSorted()
  const isAsked = tokenName === null && viewer !== null && (isAdmin || names.length > 1)
  const asked = names.slice(0, PAGE_SIZE_MAX).join()
  useEffect(() => {
    if (!isAsked) return
    const calls = [
      ...(asked ? [call('communityList', { tokenNames: asked, limit: PAGE_SIZE_MAX })] : []),
      ...(isAdmin ? [call('communityList', { limit: PAGE_SIZE_MAX })] : []),
    ]
    Promise.all(calls).then(
      (pages) => setListed(pages.flatMap(({ items }) => items)),
      // Without their titles communities are shown by token name.
      () => setListed([]),
    )
  }, [call, isAsked, isAdmin, asked])
  if (tokenName !== null || viewer === null || (isAsked && listed === null)) return { places: [], isKnown: false }
  const titles = new Map(listed?.map((one) => [one.tokenName, one.title]))
  const places = [...new Set([...names, ...titles.keys()])]
    .filter((name) => canListPendingPosts(viewer, name).allowed)
    .map((name) => ({ tokenName: name, title: titles.get(name) ?? name }))
    .toSorted((a, b) => a.title.localeCompare(b.title))
  return { places, isKnown: true }
}
