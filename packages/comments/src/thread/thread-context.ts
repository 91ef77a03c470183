import type {
  CannedReason,
  Comment,
  CommentSort,
  Community,
  Decision,
  Me,
  MuteCause,
  ReactionName,
} from '@stoa/contract'
import { shortcutKey } from '@stoa/ui'
import { createContext, useContext } from 'react'

/** A comment being sent. */
export interface NewComment {
  /** The text as typed. */
  content: string
  /** The comment or reply to reply to. Absent for a top-level comment. */
  replyToCommentId?: string
  /** Sent anonymously. */
  anonymous: boolean
  /** Key of the draft. */
  draftKey: string
  /** Who wrote it, which stays the same after signing out; empty for a visitor. It is published for nobody else unasked. */
  writerId: string
}

/** An edit of a comment. */
export interface ChangedText {
  commentId: string
  content: string
  /**
   * `editedAt` of the version that was edited. If it has changed, reject with `EDIT_CONFLICT` and show the current
   * comment. The box then offers both.
   */
  editedAt: number | null
}

/** Hides or restores a comment. */
export interface HideComment {
  commentId: string
  /** True hides, false restores. */
  hidden: boolean
  /** Required when hiding another person's comment. */
  reason?: 'spam' | 'hateful' | 'nudity' | 'other'
  /** With `other`: at most 70 characters. */
  reasonText?: string
}

/** Why a comment of the viewer isn't there yet. */
export interface Unsent {
  /** `refused` by the server; `expired`: kept for so long that it isn't sent unasked. */
  state: 'waiting' | 'sending' | 'refused' | 'expired'
  /** Why the server has refused it, in English; empty if it hasn't. */
  reason: string
  /** The error's code; empty if it hasn't. */
  code: string
}

/** Actions on comments that wait for the network. */
export interface UnsentActions {
  /** Sends one now. */
  send: (commentId: string) => Promise<void>
  /** Removes one. Resolves to the function that puts it back. */
  discard: (commentId: string) => Promise<() => Promise<void>>
}

/** Actions that the application implements for a thread. A rejected promise shows `alertFor(error)`. */
export interface CommentActions {
  /** Changes the order of the list. */
  sort: (sort: CommentSort) => void
  /** Reloads the first page after an error. */
  reload: () => void
  /** Loads the next page of comments. */
  loadMore: () => void
  /** Loads the next replies of a top-level comment. */
  loadReplies: (commentId: string) => void
  /** Shows waiting comments: top-level ones (null), or a comment's replies. */
  showNewItems: (commentId: string | null) => void
  /** Sets a reaction, or removes it with null. */
  react: (commentId: string, reaction: ReactionName | null) => void
  /**
   * Sends a comment or reply. If the viewer must sign in or join first, it asks for that, rejects with `AUTH_REQUIRED`
   * or `JOIN_REQUIRED`, and sends automatically afterward.
   */
  submit: (comment: NewComment) => Promise<{ id: string } | void>
  /** Actions on comments that wait for the network. Default: none wait. */
  unsent?: UnsentActions | undefined
  /** Changes the text of the viewer's comment. One that was refused is sent again. */
  edit: (change: ChangedText) => Promise<unknown>
  /** Hides or restores a comment. */
  hide: (change: HideComment) => Promise<unknown>
  /** Permanently deletes the viewer's comment. Default: comments can only be hidden here. */
  delete?: ((commentId: string) => Promise<unknown>) | undefined
  /**
   * Reports a comment to the moderators. Resolves to false if the viewer had already reported it. Default: comments
   * can't be reported here.
   */
  report?: ((comment: Comment, why: Pick<HideComment, 'reason' | 'reasonText'>) => Promise<boolean>) | undefined
  /** Canned reasons for hiding a comment. Default: none. */
  cannedReasons?: ((comment: Comment) => Promise<readonly CannedReason[]>) | undefined
  /** The rules of a community, shown in the report dialog. Default: none. */
  rules?: ((tokenName: string) => Promise<Community['rules']>) | undefined
  /**
   * Called when the viewer starts writing: keeps up to date who may write. Returns a function that stops it. Default: not
   * updated.
   */
  whileWriting?: (() => () => void) | undefined
  /** Hides another person's comment for the viewer alone, or shows it again. Never rejects. Default: not available. */
  hideForMe?: ((commentId: string, hide: boolean) => Promise<void>) | undefined
  /** Mutes or unmutes a person for the viewer. Default: not available. */
  mute?: ((userId: string, isMuted: boolean) => Promise<unknown>) | undefined
  /** Blocks or unblocks a person. Default: not available. */
  block?: ((userId: string, isBlocked: boolean) => Promise<unknown>) | undefined
  /** Called after a person was muted or blocked from a comment's menu, or no longer. Default: nothing is said. */
  done?: ((message: string, undo: () => Promise<unknown>) => void) | undefined
  /** The viewer's saved comments. Default: comments can't be saved here. */
  saves?: CommentSaves | undefined
  /** Whether a box has a draft. Called before the writing code is loaded. */
  hasDraft: (key: string) => boolean
  /** Signs the viewer out. Offered next to their name while writing. Default: the page has its own way. */
  signOut?: (() => Promise<unknown>) | undefined
  /** The drafts of the boxes. Called when somebody starts writing. */
  drafts: () => Promise<CommentDrafts>
}

/** The viewer's saved comments. */
export interface CommentSaves {
  /** Whether it is saved. */
  has: (commentId: string) => boolean
  /** Saves it, or removes it. */
  set: (commentId: string, save: boolean) => Promise<unknown>
  /** Called after the viewer saved a comment. Default: its menu says so. */
  onSaved?: ((commentId: string) => void) | undefined
  /** Subscribes to changes. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Drafts by box and, for signed-in people, by person. */
export interface CommentDrafts {
  /** The draft, empty if there is none. */
  get: (key: string) => string
  /** Stores a draft. An empty text deletes it. */
  set: (key: string, text: string) => void
  /** Subscribes to changes, including by other pages. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Addresses that the thread links to. */
export interface CommentLinks {
  /** A member's page. */
  author: (slugUrl: string) => string
  /** A comment's page with its context. */
  comment: (comment: Comment) => string
  /** The comment on the page that shows the thread. Default: only in the forum. */
  here?: ((comment: Comment) => string) | undefined
  /** Page after a cursor: of the thread, or of a comment's replies. Default: buttons that need scripts. */
  more?: ((cursor: string, comment?: Comment) => string) | undefined
}

/** Comments, and why the viewer has muted some, by id. */
export interface Written {
  comments: readonly Comment[]
  muted: Readonly<Record<string, MuteCause>> | undefined
}

/** Shared by all parts of a thread. The same object until something changes. */
export interface ThreadContextValue {
  /** Identifies the thread in ids and drafts. */
  threadId: string
  viewer: Me | null
  permission: Decision
  allowAnonymous: boolean
  /** Only members can currently write. */
  isMembersOnly: boolean
  /** Rendered without controls. */
  isStatic: boolean
  /** Time that the viewer waits between posts and comments, in seconds; 0: none. */
  slowModeSeconds: number
  /** Publisher of the post, whose comments are marked. */
  postPublisherId: string
  actions: CommentActions
  links: CommentLinks
  /** The displayed comments, and why some are muted, for completing mentions. */
  people: () => Written
  /** Text for the next opened reply. */
  quote: QuoteSlot
}

/** Passes a quote of the selected text to the reply opened for it. */
export interface QuoteSlot {
  put: (text: string) => void
  /** Returns the text once. */
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

/** Whether writing is possible: allowed, or only signing in or joining is missing. */
export function mayTry(
  permission: Decision,
): permission is { allowed: true } | { allowed: false; code: 'AUTH_REQUIRED' | 'JOIN_REQUIRED' } {
  return permission.allowed || permission.code === 'AUTH_REQUIRED' || permission.code === 'JOIN_REQUIRED'
}

/** Keys of a thread: next comment, previous comment, reply, next new comment. */
export type ThreadShortcut = 'j' | 'k' | 'r' | 'n'

/** Where they work. */
export type ThreadKeys = 'page' | 'thread' | 'off'

/** What listens to them; null: nothing. */
export function keyTarget(thread: HTMLElement | null, keys: ThreadKeys): EventTarget | null {
  return keys === 'off' ? null : keys === 'page' ? document : thread
}

/** The thread key that was pressed; null for other keys and during typing. */
export function threadShortcutOf(event: KeyboardEvent): ThreadShortcut | null {
  const key = shortcutKey(event)
  return key === 'j' || key === 'k' || key === 'r' || key === 'n' ? key : null
}
