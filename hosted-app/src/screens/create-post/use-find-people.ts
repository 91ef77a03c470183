import { authorPath, MEMBER_QUERY_MAX_LENGTH, personMuted } from '@stoa/contract'
import type { EditorPerson } from '@stoa/editor'
import { useStoa } from '@stoa/store/react'
import { useCallback } from 'react'

/** How many people are requested: a few more than are shown, since some may be muted. */
const REQUESTED = 10

/**
 * Finds members of a community whose names begin with what is typed, the newest for nothing, without the viewer and
 * people whom they have blocked or muted.
 */
export function useFindPeople(tokenName: string): (query: string) => Promise<readonly EditorPerson[]> {
  const stoa = useStoa()
  return useCallback(
    async (query) => {
      const { items } = await stoa.client.call('communityMembers', {
        tokenName,
        limit: REQUESTED,
        ...(query === '' ? {} : { query: query.slice(0, MEMBER_QUERY_MAX_LENGTH) }),
      })
      const { viewer } = stoa.state.getState()
      return items
        .filter(({ userId }) => userId !== viewer?.id && !personMuted(viewer ?? null, userId, 'mentions'))
        .map(({ userId, username, displayName, imageUrl }) => ({
          id: userId,
          username,
          name: displayName,
          imageUrl,
          // By id, which stays when somebody is renamed, and tells nothing when they have left.
          href: new URL(authorPath(userId), window.location.origin).href,
        }))
    },
    [stoa, tokenName],
  )
}
