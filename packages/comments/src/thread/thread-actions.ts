import { createActions, hasDraft, type ListQuery, listOf, openOutbox, type Stoa, withLists } from '@stoa/store'
import { writerTools } from '../lazy-part.tsx'
import type { CommentActions, UnsentActions } from './thread-context.ts'

/** Options of a thread's actions. */
export interface ThreadActionsOptions {
  /** The post's id, or the key of an article's thread. */
  postId: string
  /** The displayed list. */
  query: ListQuery
  /** The displayed list of a comment's replies. */
  repliesTo: (commentId: string) => ListQuery
  /** Whether the viewer can sign out while writing. */
  allowSignOut?: boolean | undefined
  /** Called with the order that the reader chooses. */
  onSort: CommentActions['sort']
  /** Called with the number of comments shown when the reader loads more. */
  onMore: (visibleCount: number) => void
  /** Called with the error after a reaction was rolled back. */
  onFailure: (error: unknown) => void
  /** Called after a person was muted or blocked, or no longer. Default: nothing is said. */
  onDone?: ((message: string, undo: () => void) => void) | undefined
  /** Called after the viewer saved a comment. Default: its menu says so. */
  onSaved?: ((commentId: string) => void) | undefined
}

/** Implements a thread's actions with the store. */
export function createThreadActions(stoa: Stoa, options: ThreadActionsOptions): CommentActions {
  const { postId, query, repliesTo, allowSignOut, onSort, onMore, onFailure, onDone, onSaved } = options
  const { react, createComment, editComment, hideComment, deleteComment, hideForMe, save } =
    stoa.singleton(createActions)
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
      const list = commentId === null ? query : repliesTo(commentId)
      void withLists(stoa, list, ({ showNewItems }) => showNewItems(stoa, list))
    },
    react(entityId, reaction) {
      // In the store, choosing a reaction again removes it.
      const reactionName = reaction ?? stoa.state.getState().reactions[entityId]
      if (reactionName) react({ entityType: 'Comment', entityId, reactionName }).catch(onFailure)
    },
    submit: (comment) => createComment({ ...comment, postId }),
    unsent: stoa.options.outbox && unsentActions(stoa),
    edit: editComment,
    hide: hideComment,
    delete: (commentId) => deleteComment({ commentId }),
    report: async (comment, why) => (await writerTools.load()).reportComment(stoa, comment, why),
    cannedReasons: async (comment) => (await writerTools.load()).loadCannedReasons(stoa, comment),
    rules: async (tokenName) => (await writerTools.load()).loadCommunityRules(stoa, tokenName),
    whileWriting() {
      const { posts, threads } = stoa.state.getState()
      const tokenName = (posts[postId] ?? threads[postId]?.community)?.tokenName
      if (tokenName === undefined) return () => {}
      const watching = writerTools.load().then(({ watchCommunity }) => watchCommunity(stoa, tokenName))
      return () => void watching.then((end) => end())
    },
    hideForMe: (entityId, hide) => hideForMe({ entityType: 'Comment', entityId, hide }).catch(onFailure),
    mute: async (entityId, block) => (await writerTools.load()).setMute(stoa, { entityType: 'user', entityId, block }),
    block: async (userId, block) => (await writerTools.load()).setBlock(stoa, { userId, block }),
    done: onDone && ((message, undo) => onDone(message, () => void undo().catch(onFailure))),
    saves: {
      onSaved,
      has: (commentId) => commentId in stoa.state.getState().saves,
      set: (entityId, isSaved) => save({ entityType: 'Comment', entityId, save: isSaved }),
      subscribe: stoa.state.subscribe,
    },
    signOut: (allowSignOut && stoa.session?.signOut) || undefined,
    hasDraft: (key) => hasDraft(stoa, key),
    drafts: async () => stoa.singleton((await writerTools.load()).createDrafts),
  }
}

function unsentActions(stoa: Stoa): UnsentActions {
  const entryId = (commentId: string) =>
    stoa.state.getState().outbox.find(({ comment }) => comment?.id === commentId)?.id ?? ''
  return {
    send: async (commentId) => (await stoa.singleton(openOutbox))?.retry(entryId(commentId)),
    discard: async (commentId) =>
      (await (await stoa.singleton(openOutbox))?.discard(entryId(commentId))) ?? (async () => {}),
  }
}
