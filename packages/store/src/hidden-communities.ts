import { isPersonalFeed, mutablePost, mutePlaceOf, PAGE_SIZE, postMuted } from '@stoa/contract'
import { listOf, setList } from './cache.ts'
import { loadList } from './lists.ts'
import { setMark } from './mutations/mutation-queue.ts'
import { type ListQuery, queryOf } from './queries.ts'
import type { Stoa, StoaState } from './stoa.ts'

/** Whether a list omits communities that the viewer has muted. */
function isPersonal(query: ListQuery): boolean {
  return query.call === 'postList' && isPersonalFeed({ ...query.params, type: query.params.type ?? 'all' })
}

/**
 * Removes what the viewer has muted from cached feeds. The server filters later pages, but the first page is shared or may be
 * older than the change.
 */
function leaveOut(stoa: Stoa, { lists, posts, viewer }: StoaState): void {
  if (!viewer || (viewer.hiddenCommunities.length === 0 && !viewer.mutes)) return
  for (const [key, list] of Object.entries(lists)) {
    const query = queryOf(key)
    if (query.call !== 'postList') continue
    const place = mutePlaceOf({ ...query.params, type: query.params.type ?? 'all' })
    const hiddenIds = list.ids.filter((id) => {
      const post = posts[id]
      return post && postMuted(viewer, mutablePost(post), place)
    })
    if (hiddenIds.length === 0) continue
    setList(stoa, query, (list) => ({ ids: list.ids.filter((id) => !hiddenIds.includes(id)) }))
  }
}

/** Subscribes to changes of feeds and viewer. */
function createLeavingOut(stoa: Stoa): () => void {
  const { state } = stoa
  const end = state.subscribe((next, before) => {
    if (next.lists !== before.lists || next.viewer !== before.viewer) leaveOut(stoa, next)
  })
  stoa.onDestroy(end)
  leaveOut(stoa, state.getState())
  return end
}

/** Keeps what the viewer has muted out of feeds as lists grow and the viewer changes. */
export function leaveOutHidden(stoa: Stoa): void {
  stoa.singleton(createLeavingOut)
}

/**
 * Hides a community from the viewer's feeds, or shows it again; requires sign-in. Rejects after rolling back. Feeds are
 * reloaded when it is shown again.
 */
export async function hideCommunity(stoa: Stoa, about: { tokenName: string; hide: boolean }): Promise<void> {
  const { tokenName, hide } = about
  leaveOutHidden(stoa)
  try {
    await setMark(stoa, tokenName, {
      mark: 'hiddenCommunities',
      value: hide,
      async send() {
        const { hiddenCommunities } = await stoa.client.call('communityHide', { tokenName, hide })
        return hiddenCommunities.includes(tokenName)
      },
    })
  } finally {
    await putBack(stoa, tokenName)
  }
}

function isHidden(stoa: Stoa, tokenName: string): boolean {
  return stoa.state.getState().viewer?.hiddenCommunities.includes(tokenName) ?? false
}

/** Reloads the feeds that omitted a community. */
async function putBack(stoa: Stoa, tokenName: string): Promise<void> {
  if (isHidden(stoa, tokenName)) return
  const queries = Object.keys(stoa.state.getState().lists).map(queryOf).filter(isPersonal)
  await Promise.all(
    queries.map((query) =>
      loadList(stoa, query, { force: true, limit: Math.max(listOf(stoa, query).ids.length, PAGE_SIZE) }),
    ),
  )
}
