import type { CommentActions, CommentDrafts, CommentLinks } from '../thread/thread-context.ts'

/** Drafts in memory. */
export function storyDrafts(): CommentDrafts {
  const texts = new Map<string, string>()
  const listeners = new Set<() => void>()
  return {
    get: (key) => texts.get(key) ?? '',
    set(key, text) {
      texts.set(key, text)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Actions that succeed and keep drafts in memory. */
export function storyActions(over: Partial<CommentActions> = {}, drafts = storyDrafts()): CommentActions {
  const succeed = () => Promise.resolve()
  return {
    sort: () => {},
    reload: () => {},
    loadMore: () => {},
    loadReplies: () => {},
    showNewItems: () => {},
    react: () => {},
    submit: succeed,
    edit: succeed,
    hide: succeed,
    hasDraft: (key) => drafts.get(key) !== '',
    drafts: () => Promise.resolve(drafts),
    ...over,
  }
}

/** Addresses of an example forum. */
export const storyLinks: CommentLinks = {
  author: (slugUrl) => `/author/${slugUrl}`,
  comment: (comment) => `/bbs/FORUM/community/footbridge/comment/${comment.id}`,
}
