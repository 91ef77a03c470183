import { canListPendingPosts, PAGE_SIZE_MAX } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { CheckIcon, EmptyState, SelectField, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useState } from 'react'
import { Decision } from '../community/activity-log.tsx'
import { PagedList } from '../community/paged-list.tsx'
import { queueMessages } from './queue-messages.ts'

/** What was decided lately in a community, each with the way back; with null in all that the viewer moderates, or one of them. */
export function DecidedList({ tokenName }: { tokenName: string | null }) {
  const t = useTranslate(queueMessages)
  const places = useModerated(tokenName)
  const [chosen, setChosen] = useState('')
  const place = tokenName ?? chosen
  return (
    <div className="stoa-app-decided">
      {places.length > 1 && (
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
      <Decisions key={place} tokenName={place} isPlaceShown={tokenName === null} />
    </div>
  )
}

/** `tokenName`: empty for all communities that the viewer moderates. */
function Decisions({ tokenName, isPlaceShown }: { tokenName: string; isPlaceShown: boolean }) {
  const t = useTranslate(queueMessages)
  const { call } = useStoa().client
  const load = useCallback(
    (cursor: string | undefined) =>
      call('queueDecided', { ...(tokenName && { tokenName }), ...(cursor && { cursor }) }),
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
        <Decision key={item.id} item={item} isPlaceShown={isPlaceShown} onChange={() => refresh(({ id }) => id)} />
      )}
    </PagedList>
  )
}

interface Place {
  tokenName: string
  title: string
}

/** Where the viewer moderates, as far as it isn't known already; admins do so everywhere, and are offered the largest. */
function useModerated(tokenName: string | null): readonly Place[] {
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
  if (tokenName !== null || viewer === null || (isAsked && listed === null)) return []
  const titles = new Map(listed?.map((one) => [one.tokenName, one.title]))
  return [...new Set([...names, ...titles.keys()])]
    .filter((name) => canListPendingPosts(viewer, name).allowed)
    .map((name) => ({ tokenName: name, title: titles.get(name) ?? name }))
    .toSorted((a, b) => a.title.localeCompare(b.title))
}
