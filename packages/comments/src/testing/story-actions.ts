import type { CommentActions, CommentDrafts, CommentLinks } from '../thread/thread-context.ts'

/** Drafts in memory, the same for everybody. */
export function storyDrafts(): CommentDrafts {
  const texts = new Map<string, string>()
  const nameOf = (key: string) => key.split('\u0000')[0] ?? key
  const listeners = new Set<() => void>()
  return {
    get: (key) => texts.get(nameOf(key)) ?? '',
    set(key, text) {
      texts.set(nameOf(key), text)
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
