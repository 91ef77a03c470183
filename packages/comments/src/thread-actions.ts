import { createActions, hasDraft, type ListQuery, listOf, type Stoa, withLists } from '@stoa/store'
import { loadWriting } from './lazy-part.tsx'
import type { CommentActions } from './thread-context.ts'

/** What the actions of a thread need to know. */
export interface ThreadActionsOptions {
  /** The post's id, or the key of an article's thread. */
  postId: string
  /** The list that is shown. */
  query: ListQuery
  /** The list of a comment's replies that is shown. */
  repliesTo: (commentId: string) => ListQuery
  /** The viewer can sign out where they write. */
  allowSignOut?: boolean | undefined
  /** Told of the order that the reader chooses. */
  onSort: CommentActions['sort']
  /** Told how many comments there were, when the reader asks for the next ones. */
  onMore: (shown: number) => void
  /** Told why a reaction was refused, after it was rolled back. */
  onFailure: (error: unknown) => void
}

/** What a thread asks for, done by the store. */
export function createThreadActions(stoa: Stoa, options: ThreadActionsOptions): CommentActions {
  const { postId, query, repliesTo, allowSignOut, onSort, onMore, onFailure } = options
  const { react, createComment, editComment, hideComment, hideForMe, save } = stoa.singleton(createActions)
  const more = (list: ListQuery) => void withLists(stoa, list, ({ loadMore }) => loadMore(stoa, list))
  return {
    sort: onSort,
    reload: () => void withLists(stoa, query, ({ loadList }) => loadList(stoa, query, { force: true })),
    loadMore() {
      onMore(listOf(stoa, query).ids.length)
      more(query)
    },
    loadReplies: (commentId) => more(repliesTo(commentId)),
    showNewItems(commentId) {
      const shown = commentId === null ? query : repliesTo(commentId)
      void withLists(stoa, shown, ({ showNewItems }) => showNewItems(stoa, shown))
    },
    react(entityId, reaction) {
      // The store takes back what is chosen again.
      const reactionName = reaction ?? stoa.state.getState().reactions[entityId]
      if (reactionName) react({ entityType: 'Comment', entityId, reactionName }).catch(onFailure)
    },
    submit: (comment) => createComment({ ...comment, postId }),
    edit: editComment,
    hide: hideComment,
    report: async (comment, why) => (await loadWriting()).reportComment(stoa, comment, why),
    cannedReasons: async (tokenName) => (await loadWriting()).loadCannedReasons(stoa, tokenName),
    hideForMe: (entityId, hide) => hideForMe({ entityType: 'Comment', entityId, hide }).catch(onFailure),
    saves: {
      has: (commentId) => commentId in stoa.state.getState().saves,
      set: (entityId, wanted) => save({ entityType: 'Comment', entityId, save: wanted }),
      subscribe: stoa.state.subscribe,
    },
    signOut: (allowSignOut && stoa.session?.signOut) || undefined,
    hasDraft: (key) => hasDraft(stoa, key),
    drafts: async () => stoa.singleton((await loadWriting()).createDrafts),
  }
}
