import type { ViewerFacts } from '@stoa/contract'
import type { Stoa } from './stoa.ts'
import { byId, putRows } from './tables.ts'

/** Puts what belongs to the viewer about the items of a page. */
export function putFacts(stoa: Stoa, facts: ViewerFacts, since: number): void {
  const { posts } = stoa.state.getState()
  const results: typeof posts = {}
  const votes: Record<string, number> = {}
  for (const [id, { selectedOptionIndex, ...result }] of Object.entries(facts.votes)) {
    votes[id] = selectedOptionIndex
    if (posts[id] && result.pollValues) results[id] = { ...posts[id], ...result }
  }
  putRows(stoa, { reactions: facts.reactions, votes, posts: results, comments: byId(facts.comments) }, since)
}
