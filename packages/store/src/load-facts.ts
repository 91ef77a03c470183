import { isId, VIEWER_FACTS_MAX, type ViewerFacts } from '@stoa/contract'
import { PAST_CACHES } from './past-caches.ts'
import { putFacts } from './put-facts.ts'
import { showPerson } from './shown-person.ts'
import type { Stoa } from './stoa.ts'

/** Loads the viewer's own reactions and votes for what is in the store, or for the given ids. Failure leaves things as they are. */
export async function loadFacts(stoa: Stoa, ids?: readonly string[]): Promise<void> {
  const { posts, comments, viewer } = stoa.state.getState()
  if (!viewer) return
  if (!ids) showPerson(stoa, viewer)
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
      if (stoa.state.getState().viewer?.id !== viewer.id) return
      putFacts(stoa, facts, since)
      dropTakenBack(stoa, { ids: some, facts, since })
    } catch {
      return
    }
  }
}

/** What the viewer has taken back elsewhere is marked no longer. */
function dropTakenBack(stoa: Stoa, about: { ids: readonly string[]; facts: ViewerFacts; since: number }): void {
  const { ids, facts, since } = about
  const isGone = (id: string) => (stoa.changes.acted.get(id) ?? 0) <= since
  const without = <Fact>(known: Record<string, Fact>, told: Record<string, unknown>) => {
    const gone = new Set(ids.filter((id) => id in known && !(id in told) && isGone(id)))
    return gone.size === 0 ? known : Object.fromEntries(Object.entries(known).filter(([id]) => !gone.has(id)))
  }
  stoa.state.setState(({ reactions, votes }) => ({
    reactions: without(reactions, facts.reactions),
    votes: without(votes, facts.votes),
  }))
}
