import { type BannedPerson, PAGE_SIZE_MAX, type Standing } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { useCallback, useEffect, useRef, useState } from 'react'

/** A ban as in the member list. */
export type Ban = Pick<BannedPerson, 'until' | 'kind'>

/** Bans of people in a community, loaded as people appear; not if `isAsked` is false. */
export function useBans(about: { tokenName: string; userIds: readonly string[]; isAsked: boolean }) {
  const { tokenName, userIds, isAsked } = about
  const { call } = useStoa().client
  const requestedRef = useRef(new Set<string>())
  const [bans, setBans] = useState<Readonly<Record<string, Ban | null>>>({})
  const ids = isAsked ? userIds.join(',') : ''
  useEffect(() => {
    const requestedIds = requestedRef.current
    const newIds = ids.split(',').filter((id) => id !== '' && !requestedIds.has(id))
    for (const id of newIds) requestedIds.add(id)
    for (let from = 0; from < newIds.length; from += PAGE_SIZE_MAX) {
      const some = newIds.slice(from, from + PAGE_SIZE_MAX)
      call('communityBans', { tokenName, memberIds: some.join(','), limit: PAGE_SIZE_MAX }).then(
        // Decisions made here meanwhile are newer.
        ({ items }) =>
          setBans((current) => ({ ...Object.fromEntries(items.map((ban) => [ban.userId, ban])), ...current })),
        // Failed people are requested again with the next page; their own menu shows a ban, too.
        () => some.forEach((id) => requestedIds.delete(id)),
      )
    }
  }, [call, tokenName, ids])
  const onDecided = useCallback(
    ({ userId, ban }: Standing) => setBans((current) => ({ ...current, [userId]: ban })),
    [],
  )
  return { bans, onDecided }
}
