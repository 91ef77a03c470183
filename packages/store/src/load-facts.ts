import { isId, VIEWER_FACTS_MAX } from '@stoa/contract'
import { PAST_CACHES } from './past-caches.ts'
import { putFacts } from './put-facts.ts'
import type { Stoa } from './stoa.ts'

/** Loads the viewer's own reactions and votes for what is in the store, or for the given ids. Failure leaves things as they are. */
export async function loadFacts(stoa: Stoa, ids?: readonly string[]): Promise<void> {
  const { posts, comments, viewer } = stoa.state.getState()
  if (!viewer) return
  const wanted = (ids ?? [...Object.keys(posts), ...Object.keys(comments)]).filter(isId)
  for (let start = 0; start < wanted.length; start += VIEWER_FACTS_MAX) {
    const some = wanted.slice(start, start + VIEWER_FACTS_MAX)
    const postIds = some.filter((id) => posts[id]).join(',')
    const commentIds = some.filter((id) => !posts[id]).join(',')
    const since = stoa.changes.turn
    try {
      const facts = await stoa.client.call(
        'viewerFacts',
        { ...(postIds && { postIds }), ...(commentIds && { commentIds }) },
        PAST_CACHES,
      )
      if (stoa.state.getState().viewer?.id === viewer.id) putFacts(stoa, facts, since)
    } catch {
      return
    }
  }
}
