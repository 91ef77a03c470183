import { type Comment, CommentStatus, type ViewerFacts } from '@stoa/contract'
import { queryOf } from './list-names.ts'
import { type ListQuery, listKey, repliesOf } from './list-query.ts'
import { setList } from './list-state.ts'
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
  showUnlisted(stoa, facts.comments)
}

/**
 * The viewer's own comments that are hidden or wait for approval are on no page of a list: they follow what is loaded of
 * it, where they push aside nothing that is being read.
 */
function showUnlisted(stoa: Stoa, comments: readonly Comment[]): void {
  const own = comments.filter(({ status }) => status !== CommentStatus.published)
  for (const comment of own.toSorted((one, other) => one.createdAt - other.createdAt)) {
    const lists =
      comment.parentCommentId === null ? wholeLists(stoa, comment.postId) : [repliesOf(comment.parentCommentId)]
    for (const query of lists) {
      const known = stoa.state.getState().lists[listKey(query)]
      if (!known || known.ids.includes(comment.id)) continue
      setList(stoa, query, ({ ids, local }) => ({ ids: [...ids, comment.id], local: [...local, comment.id] }))
    }
  }
}

/** The lists of a post's comments that begin at its start, in whichever order. */
function wholeLists(stoa: Stoa, postId: string): ListQuery[] {
  return Object.keys(stoa.state.getState().lists)
    .map(queryOf)
    .filter(
      (query) =>
        query.call === 'commentList' && query.params.postId === postId && !query.from && query.after === undefined,
    )
}
