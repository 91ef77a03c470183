import {
  createActions,
  hasDraft,
  type ListQuery,
  loadList,
  loadMore,
  repliesOf,
  type Stoa,
  showFresh,
} from '@stoa/store'
import { loadWriting } from './lazy-part.tsx'
import type { CommentActions } from './thread-context.ts'

/** What the actions of a thread need to know. */
export interface ThreadActionsOptions {
  /** The post's id, or the key of an article's thread. */
  postId: string
  /** The list that is shown. */
  query: ListQuery
  /** Told of the order that the reader chooses. */
  onSort: CommentActions['sort']
  /** Told why a reaction was refused, after it was rolled back. */
  onFailure: (error: unknown) => void
}

/** What a thread asks for, done by the store. */
export function createThreadActions(stoa: Stoa, options: ThreadActionsOptions): CommentActions {
  const { postId, query, onSort, onFailure } = options
  const { react, createComment, editComment, hideComment } = stoa.part(createActions)
  return {
    sort: onSort,
    reload: () => void loadList(stoa, query, { force: true }),
    loadMore: () => void loadMore(stoa, query),
    loadReplies: (commentId) => void loadMore(stoa, repliesOf(commentId)),
    showFresh: (commentId) => showFresh(stoa, commentId === null ? query : repliesOf(commentId)),
    react(entityId, reaction) {
      // The store takes back what is chosen again.
      const reactionName = reaction ?? stoa.state.getState().reactions[entityId]
      if (reactionName) react({ entityType: 'Comment', entityId, reactionName }).catch(onFailure)
    },
    submit: (comment) => createComment({ ...comment, postId }),
    edit: editComment,
    hide: hideComment,
    hasDraft: (key) => hasDraft(stoa, key),
    drafts: async () => stoa.part((await loadWriting()).createDrafts),
  }
}
