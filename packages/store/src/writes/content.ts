import type { Comment, ReactionName } from '@stoa/contract'
import type { StoredPost } from '../state.ts'
import type { Stoa } from '../stoa.ts'
import { createSettler, type Settler } from './settler.ts'

/** A post or comment with what the viewer has done to it. */
export interface Content {
  post: StoredPost | undefined
  comment: Comment | undefined
  /** Empty: none. */
  reaction: ReactionName | ''
  /** Index of the option; -1: none. */
  vote: number
}

/** The one settler of an application's posts and comments. */
export function createContentSettler(stoa: Stoa): Settler<Content> {
  return createSettler(stoa, {
    read(id) {
      const { posts, comments, reactions, votes } = stoa.state.getState()
      return { post: posts[id], comment: comments[id], reaction: reactions[id] ?? '', vote: votes[id] ?? -1 }
    },
    write(id, { post, comment, reaction, vote }) {
      stoa.state.setState((state) => ({
        posts: withEntry(state.posts, id, post),
        comments: withEntry(state.comments, id, comment),
        reactions: withEntry(state.reactions, id, reaction || undefined),
        votes: withEntry(state.votes, id, vote < 0 ? undefined : vote),
      }))
    },
  })
}

/** The table with the row; without it for undefined; the same table where nothing changes. */
function withEntry<Row>(table: Record<string, Row>, id: string, row: Row | undefined): Record<string, Row> {
  if (table[id] === row) return table
  if (row !== undefined) return { ...table, [id]: row }
  const { [id]: _, ...rest } = table
  return rest
}
