import { throttle } from './notifications.ts'
import { NO_CACHE, type Stoa } from './stoa.ts'

/** Time in ms after which a further visit to a community is recorded, and after which the list counts as old. */
const MAX_AGE_MS = 60_000

/**
 * Keeps the list of the viewer's communities up to date: loads it, and reloads it when they join or leave one, and when
 * the page is seen again after a minute. Returns the function that ends this.
 */
export function subscribeToJoined(stoa: Stoa): () => void {
  let loadedAt = 0
  const { want, end } = throttle(() => {
    loadedAt = stoa.clock()
    void loadJoined(stoa)
  })
  const onSeen = () => {
    if (!document.hidden && stoa.clock() - loadedAt >= MAX_AGE_MS) want()
  }
  const endWatch = stoa.state.subscribe(({ viewer }, before) => {
    if (viewer && viewer.joinedCommunities.join() !== before.viewer?.joinedCommunities.join()) want()
  })
  document.addEventListener('visibilitychange', onSeen)
  want()
  return () => {
    end()
    endWatch()
    document.removeEventListener('visibilitychange', onSeen)
  }
}

/** Known communities keep their places, so that rows don't move under the pointer. A failure changes nothing. */
async function loadJoined(stoa: Stoa): Promise<void> {
  const viewerId = stoa.state.getState().viewer?.id
  const response = await stoa.client.call('joinedList', {}, NO_CACHE).catch(() => null)
  if (!response || stoa.state.getState().viewer?.id !== viewerId) return
  stoa.state.setState(({ joined }) => {
    const places = new Map(joined?.map(({ tokenName }, place) => [tokenName, place]))
    const placeOf = ({ tokenName }: { tokenName: string }) => places.get(tokenName) ?? places.size
    return { joined: response.items.toSorted((one, other) => placeOf(one) - placeOf(other)) }
  })
}

/**
 * Records that the viewer sees a community's posts, which removes its unread mark: at once if it has one, otherwise once
 * a minute at most.
 */
export async function visitCommunity(stoa: Stoa, tokenName: string): Promise<void> {
  const visits = stoa.singleton(createVisits)
  const { viewer, joined } = stoa.state.getState()
  if (!viewer?.joinedCommunities.includes(tokenName)) return
  const now = stoa.clock()
  const isUnread = joined?.some((one) => one.tokenName === tokenName && one.hasNew) ?? false
  if (!isUnread && now - (visits.get(tokenName) ?? -MAX_AGE_MS) < MAX_AGE_MS) return
  visits.set(tokenName, now)
  stoa.state.setState((state) => ({
    joined: state.joined?.map((one) => (one.tokenName === tokenName ? { ...one, hasNew: false } : one)) ?? null,
  }))
  // After a failure, the next visit tries again.
  await stoa.client.call('communityVisit', { tokenName }).catch(() => visits.delete(tokenName))
}

/** When visits were recorded, by token name. */
function createVisits(stoa: Stoa): Map<string, number> {
  const visits = new Map<string, number>()
  stoa.onDestroy(
    stoa.state.subscribe(({ viewer }, before) => {
      if (viewer?.id !== before.viewer?.id) visits.clear()
    }),
  )
  return visits
}
