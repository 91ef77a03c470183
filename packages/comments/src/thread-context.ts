import type { CannedReason, Comment, CommentSort, Decision, Me, ReactionName } from '@stoa/contract'
import { createContext, useContext } from 'react'

/** A comment on its way to the server. */
export interface NewComment {
  /** The text as typed. */
  content: string
  /** The comment or reply that is answered; absent for a top-level comment. */
  replyToCommentId?: string
  /** Sent without the viewer's name. */
  anonymous: boolean
  /** Where the text is kept. */
  draftKey: string
}

/** A comment's new text. */
export interface ChangedText {
  commentId: string
  content: string
  /**
   * `editedAt` of the version that was changed. Where another one stands there by now, reject with `EDIT_CONFLICT` and
   * show that one as the comment: the box then offers both.
   */
  editedAt: number | null
}

/** Hides or restores a comment. */
export interface HideComment {
  commentId: string
  /** True hides, false restores. */
  hidden: boolean
  /** Required when somebody else's comment is hidden. */
  reason?: 'spam' | 'hateful' | 'nudity' | 'other'
  /** With `other`: at most 70 characters. */
  reasonText?: string
}

/** What the thread asks its application to do. A promise that rejects leads to the alert of `alertFor(error)`. */
export interface CommentActions {
  /** Another order of the list. */
  sort: (sort: CommentSort) => void
  /** Loads the first page again after an error. */
  reload: () => void
  /** Loads the next page of comments. */
  loadMore: () => void
  /** Loads the next replies of a top-level comment. */
  loadReplies: (commentId: string) => void
  /** Shows the comments that wait: top-level ones (null), or the replies of one comment. */
  showNewItems: (commentId: string | null) => void
  /** Chooses a reaction, or takes it back with null. */
  react: (commentId: string, reaction: ReactionName | null) => void
  /**
   * Sends a comment or reply. Where the viewer must sign in or join first, it shows that, rejects with `AUTH_REQUIRED` or
   * `JOIN_REQUIRED`, and sends by itself once that is done.
   */
  submit: (comment: NewComment) => Promise<{ id: string } | void>
  /** Changes the text of the viewer's comment. */
  edit: (change: ChangedText) => Promise<unknown>
  /** Hides or restores a comment. */
  hide: (change: HideComment) => Promise<unknown>
  /** Reports a comment to the moderators; false: the viewer had reported it before. Default: comments can't be reported here. */
  report?: ((comment: Comment, why: Pick<HideComment, 'reason' | 'reasonText'>) => Promise<boolean>) | undefined
  /** Reasons that moderators of a community have prepared for hiding. Default: there are none. */
  cannedReasons?: ((tokenName: string) => Promise<readonly CannedReason[]>) | undefined
  /** Hides somebody else's comment for the viewer alone, or shows it again; never rejects. Default: that can't be done here. */
  hideForMe?: ((commentId: string, hide: boolean) => Promise<void>) | undefined
  /** What the viewer has saved. Default: comments can't be saved here. */
  saves?: CommentSaves | undefined
  /** Whether a text is kept for a box; asked before the code for writing is there. */
  hasDraft: (key: string) => boolean
  /** Signs the viewer out: offered beside their name where they write. Default: left to the page around. */
  signOut?: (() => Promise<unknown>) | undefined
  /** The texts being written: what stands there is what the boxes show. Asked when somebody begins to write. */
  drafts: () => Promise<CommentDrafts>
}

/** The comments that the viewer has saved to find them again. */
export interface CommentSaves {
  /** Whether it is saved. */
  has: (commentId: string) => boolean
  /** Saves it, or removes it. */
  set: (commentId: string, save: boolean) => Promise<unknown>
  /** Hears of every change; returns the function that ends it. */
  subscribe: (listener: () => void) => () => void
}

/** Keeps what is typed, by box. */
export interface CommentDrafts {
  /** The kept text, empty where there is none. */
  get: (key: string) => string
  /** Keeps a text; empty forgets it. */
  set: (key: string, text: string) => void
  /** Hears of every change, also of those made elsewhere; returns the function that ends it. */
  subscribe: (listener: () => void) => () => void
}

/** Addresses that the thread links to. */
export interface CommentLinks {
  /** Page of a member. */
  author: (slugUrl: string) => string
  /** Page of one comment with its surroundings. */
  comment: (comment: Comment) => string
  /** Page of what follows a cursor: in the thread, or in the replies of a comment. Default: buttons that need a script. */
  more?: ((cursor: string, comment?: Comment) => string) | undefined
}

/** What all parts of a thread share; the same object as long as nothing of it changes. */
export interface ThreadContextValue {
  /** Names the thread in ids and drafts. */
  threadId: string
  viewer: Me | null
  permission: Decision
  allowAnonymous: boolean
  /** Publisher of the post: their comments are marked. */
  postPublisherId: string
  actions: CommentActions
  links: CommentLinks
  /** The comments shown, for completion of mentions. */
  people: () => readonly Comment[]
  /** Text that the next opened reply begins with. */
  quote: QuoteSlot
}

/** Hands a quote from the selected text to the reply that is opened for it. */
export interface QuoteSlot {
  put: (text: string) => void
  /** The text, once. */
  take: () => string
}

export function createQuoteSlot(): QuoteSlot {
  let quote = ''
  return {
    put(text) {
      quote = text
    },
    take() {
      const text = quote
      quote = ''
      return text
    },
  }
}

export const ThreadContext = createContext<ThreadContextValue | null>(null)

export function useThread(): ThreadContextValue {
  const thread = useContext(ThreadContext)
  if (!thread) throw new TypeError('There is no thread above this component.')
  return thread
}
