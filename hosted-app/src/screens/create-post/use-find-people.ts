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
          ...{ id: userId, username, name: displayName, imageUrl },
          href: profileHref(userId),
        }))
    },
    [stoa, tokenName],
  )
}

/** Finds the person with a profile of this forum by its address. */
export function useFindProfile(): (href: string) => Promise<EditorPerson | null> {
  const { call } = useStoa().client
  return useCallback(
    async (href) => {
      const idOrSlug = profileIn(href)
      if (idOrSlug === null) return null
      const { id, username, displayName, profileImageUrl, deleted } = (await call('userGet', { idOrSlug })).user
      if (deleted) return null
      return { id, username, name: displayName, imageUrl: profileImageUrl, href: profileHref(id) }
    },
    [call],
  )
}

/** By id, which stays when somebody is renamed, and tells nothing when they have left. */
const profileHref = (userId: string) => new URL(authorPath(userId), window.location.origin).href

/** Whose profile an address is, and not one of its tabs; null if it is none. */
function profileIn(href: string): string | null {
  const { origin, pathname, hash } = new URL(href)
  if (origin !== window.location.origin || hash !== '') return null
  const name = /^(?:\/bbs\/[^/]+)?\/author\/([^/]+)\/?$/.exec(pathname)?.[1]
  try {
    return name === undefined ? null : decodeURIComponent(name)
  } catch {
    return null
  }
}
