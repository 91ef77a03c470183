import type {
  Comment,
  CommentSort,
  CommentWithReplies,
  Decision,
  ErrorCode,
  Me,
  MuteCause,
  ReactionName,
} from '@stoa/contract'
import { Anchor, Button, lazy, type RootProps, rootProps, Skeleton, useLazy, usesKeys, useTranslate } from '@stoa/ui'
import {
  type ComponentType,
  Fragment,
  forwardRef,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Composer } from '../composer/composer.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { CommentBranch } from './comment-branch.tsx'
import { CommentItem } from './comment-item.tsx'
import { FailedPart } from './failed-part.tsx'
import { LoadMoreButton } from './load-more-button.tsx'
import { threadMessages } from './messages.ts'
import { earliestNew, lineAbove, noveltyOf } from './novelty.ts'
import {
  type CommentActions,
  type CommentLinks,
  createQuoteSlot,
  keyTarget,
  mayTry,
  ThreadContext,
  type ThreadContextValue,
  type ThreadKeys,
  type ThreadShortcut,
  threadShortcutOf,
  type Unsent,
} from './thread-context.ts'
import { ThreadHeader, type ThreadHeaderProps } from './thread-header.tsx'

/** Props of `CommentThread`. */
export interface CommentThreadProps extends RootProps {
  /** Identifies the thread in ids and drafts: the post's id, or the key of an article without a post. */
  threadId: string
  /** Top-level comments in order, each with its loaded replies. */
  comments: readonly CommentWithReplies[]
  /** Number of comments and replies. */
  total: number
  /** State of the first page. Default `ready`. */
  status?: 'loading' | 'ready' | 'error' | undefined
  /** More top-level comments can be loaded. Default false. */
  hasMore?: boolean | undefined
  /** They are loading. Default false. */
  loadingMore?: boolean | undefined
  /** Ids of top-level comments whose replies are loading. Default: none. */
  loadingReplies?: readonly string[] | undefined
  /** Order of the list. Default `top`. */
  sort?: CommentSort | undefined
  /**
   * Ids of new comments that wait to be shown, by `threadId`, or for replies by their top-level comment. Default: none.
   */
  newItems?: Readonly<Record<string, readonly string[]>> | undefined
  /** The signed-in person; null for a visitor. */
  viewer: Me | null
  /** Whether the viewer may comment here, and why not (`canCreateComment`). */
  permission: Decision
  /** When the viewer's ban ends, in ms; 0: never. Shown if the permission is denied because of it. Default: unknown. */
  bannedUntil?: number | undefined
  /** The moderator's reason for the ban. Default: none. */
  banReason?: string | undefined
  /** Whether the ban is only a time-out. Default false. */
  isTimeout?: boolean | undefined
  /** Visitors may comment anonymously. Default false. */
  allowAnonymous?: boolean | undefined
  /** Only members can currently write. Visitors are told. Default false. */
  isMembersOnly?: boolean | undefined
  /** Time that the viewer waits between posts and comments, in seconds. They are told while writing. Default 0: none. */
  slowModeSeconds?: number | undefined
  /** Publisher of the post, whose comments are marked. Default: none. */
  postPublisherId?: string | undefined
  /** The viewer's reactions by comment id. Default: none. */
  reactions?: Readonly<Record<string, ReactionName>> | undefined
  /** Comments that the viewer has hidden for themselves, by id. Default: none. */
  hiddenForMe?: Readonly<Record<string, true>> | undefined
  /** Why the viewer has muted comments, by id. Default: none are. */
  muted?: Readonly<Record<string, MuteCause>> | undefined
  /** Whether a comment has not reached the server yet. Default: all have. */
  isSending?: ((commentId: string) => boolean) | undefined
  /** Comments of the viewer that wait for the network, by id. Default: none. */
  unsent?: Readonly<Record<string, Unsent>> | undefined
  /** Identifies a comment's element, so that a sent comment keeps that of its temporary one. Default: its id. */
  keyOf?: ((commentId: string) => string) | undefined
  /** The comment that the page was opened for: highlighted and scrolled to. Default: none. */
  highlightedCommentId?: string | undefined
  /** Comments by others after this time, in ms, are new since the viewer's last visit. Default: none are marked. */
  newSince?: number | undefined
  /** Comments by others after this time, in ms, have arrived during the visit: their tint fades. Default: none. */
  liveSince?: number | undefined
  /** Number of new comments, shown in the header. Default 0. */
  newCount?: number | undefined
  /** Opens at the earliest new comment. Default false. */
  openAtNew?: boolean | undefined
  /**
   * Called when a signed-in viewer has had the comments on the screen for a while, and again after more were shown.
   * Default: not observed.
   */
  onSeen?: (() => void) | undefined
  /** Cursor of the next page, for a link to it (`links.more`). Default: a button. */
  cursor?: string | null | undefined
  /** Address of the whole thread, shown if this is only a part. Default: none. */
  allHref?: string | undefined
  /** Rendered for a page without scripts: without controls that need them. Default false. */
  isStatic?: boolean | undefined
  /** Where the keys j, k, r and n work: on the whole page, while the thread has focus, or nowhere. Default `thread`. */
  keys?: ThreadKeys | undefined
  /** Shows the choice of an order, as `renderSortSegments` does. Default: a native select. */
  renderSort?: ThreadHeaderProps['renderSort']
  /** Rendered at the end of the header: actions on the whole thread. Default: nothing. */
  menu?: ReactNode
  /**
   * Wraps header, composer and each comment. Pass a stable component. It adds no element and may render its children
   * later. Default: nothing.
   */
  around?: ComponentType<{ children: ReactNode }> | undefined
  /** Where banned viewers appeal. Default: no link. */
  appealHref?: string | undefined
  /** Replaces the sentence about the viewer's ban, for instance by one with its reason. Default: none. */
  banNotice?: ReactNode
  /** Actions of the thread. Pass a stable object. */
  actions: CommentActions
  /** Addresses that the thread links to. Pass a stable object. */
  links: CommentLinks
}

const SKELETONS_MAX = 5

const BanEnd = lazyPart('BanEnd', true)
const SignOut = lazyPart('SignOut')
const ThreadExtras = lazyPart('ThreadExtras', true)
const readingTools = lazy(() => import('../reading-tools.ts'))

/** The comments of a post: header, composer, comments with their replies. */
export const CommentThread = forwardRef<HTMLElement, CommentThreadProps>(function CommentThread(props, outer) {
  const { threadId, comments, total, status = 'ready', newItems, highlightedCommentId } = props
  const { viewer, permission, actions, links, around: Around = Fragment, isStatic = false, onSeen } = props
  const t = useTranslate(threadMessages)
  const root = useRef<HTMLElement>(null)
  const setRoot = useCallback(
    (element: HTMLElement | null) => {
      root.current = element
      if (typeof outer === 'function') outer(element)
      else if (outer) outer.current = element
    },
    [outer],
  )
  const notice = useRef<HTMLParagraphElement>(null)
  /** The viewer has signed out from the notice. */
  const [isOut, setIsOut] = useState(false)
  const context = useThreadValue(props)
  const isObserved = viewer !== null && onSeen !== undefined && !isStatic
  const { code: ReadingTools } = useLazy(readingTools, isObserved)

  // The notice disappears with its button or the ban, so focus moves to its replacement.
  useEffect(() => {
    if (!isOut || viewer) return
    ;(notice.current ?? root.current?.querySelector('textarea'))?.focus()
    return () => setIsOut(false)
  }, [isOut, viewer])

  useEffect(() => {
    if (!highlightedCommentId || status !== 'ready') return
    root.current?.querySelector(`[data-comment="${highlightedCommentId}"]`)?.scrollIntoView({ block: 'center' })
  }, [highlightedCommentId, status])

  const newCount = newItems?.[threadId]?.length ?? 0
  function showNewItems() {
    actions.showNewItems(null)
    // They appear at the top, which may be far above.
    const list = root.current?.querySelector('.stoa-comments-list')
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView()
    // The button disappears with them. The first one is rendered by the same update, but maybe later.
    setTimeout(() => list?.querySelector('article')?.focus({ preventScroll: true }))
  }

  const line = lineAbove(comments, props)
  const keyOf = (id: string) => props.keyOf?.(id) ?? id
  const item = (comment: Comment) => (
    <Around key={keyOf(comment.id)}>
      <CommentItem
        comment={comment}
        mine={props.reactions?.[comment.id]}
        hiddenForMe={props.hiddenForMe?.[comment.id]}
        muted={props.muted?.[comment.id]}
        highlighted={comment.id === highlightedCommentId}
        sending={props.isSending?.(comment.id)}
        unsent={props.unsent?.[comment.id]}
        novelty={noveltyOf(comment, props)}
      />
    </Around>
  )
  return (
    <ThreadContext.Provider value={context}>
      <section
        aria-labelledby={`${threadId}-title`}
        {...rootProps(props, 'stoa-comments')}
        ref={setRoot}
        aria-busy={status === 'loading'}
      >
        <Around>
          <ThreadHeader
            id={`${threadId}-title`}
            total={total}
            newCount={props.newCount}
            sort={props.sort ?? 'top'}
            onSort={isStatic ? undefined : actions.sort}
            renderSort={props.renderSort}
            menu={props.menu}
          />
        </Around>
        {props.allHref && (
          <p className="stoa-comments-notice">
            {highlightedCommentId && <span>{t('comment.single')}</span>}
            <Anchor className="stoa-link" href={props.allHref}>
              {t('comment.single.all')}
            </Anchor>
          </p>
        )}
        {isStatic ? null : mayTry(permission) ? (
          <Around>
            <Composer purpose="comment" />
          </Around>
        ) : permission.code === 'BANNED' && props.banNotice ? (
          props.banNotice
        ) : (
          <p ref={notice} className="stoa-comments-notice" tabIndex={-1}>
            <span key={permission.code}>
              {t(refusalOf(permission.code, props.isTimeout))}
              {permission.code === 'BANNED' && props.bannedUntil !== undefined && (
                <BanEnd
                  until={props.bannedUntil}
                  reason={props.banReason}
                  isTimeout={props.isTimeout}
                  appealHref={props.appealHref}
                />
              )}
            </span>
            {viewer && actions.signOut && <SignOut onDone={setIsOut} />}
          </p>
        )}
        <div className="stoa-comments-fresh" role="status">
          {isOut && !viewer && <span className="stoa-visually-hidden">{t('comment.signOut.out')}</span>}
          {newCount > 0 && (
            <Button variant="primary" size="s" onClick={showNewItems}>
              {t('comment.fresh', { count: newCount })}
            </Button>
          )}
        </div>
        {status === 'error' && <FailedPart text="comment.error" onRetry={actions.reload} />}
        {status === 'ready' && comments.length === 0 && <p className="stoa-comments-empty">{t('comment.empty')}</p>}
        {status === 'loading' ? (
          Array.from({ length: Math.min(total || 3, SKELETONS_MAX) }, (_, index) => <Skeleton key={index} withAvatar />)
        ) : (
          <ol className="stoa-comments-list">
            {comments.map((comment, index) => (
              <CommentBranch
                key={keyOf(comment.id)}
                comment={comment}
                draw={item}
                keyOf={keyOf}
                busy={props.loadingReplies?.includes(comment.id)}
                newCount={newItems?.[comment.id]?.length}
                isBelowLine={index === line}
              />
            ))}
          </ol>
        )}
        {props.hasMore && !isStatic && (
          <LoadMoreButton
            text={t('comment.loadMore')}
            busy={props.loadingMore}
            onLoad={actions.loadMore}
            href={props.cursor ? links.more?.(props.cursor) : undefined}
          />
        )}
        {isObserved && ReadingTools && (
          <ReadingTools.NewComments
            root={root}
            onSeen={onSeen}
            openAt={props.openAtNew ? earliestNew(comments, props)?.id : undefined}
          />
        )}
        <Extras root={root} keys={props.keys} />
      </section>
    </ThreadContext.Provider>
  )
})

/** What the thread's parts share. The same object until a value changes. */
function useThreadValue(props: CommentThreadProps): ThreadContextValue {
  const { threadId, comments, viewer, permission, actions, links } = props
  const { allowAnonymous = false, isMembersOnly = false, slowModeSeconds = 0, postPublisherId = '' } = props
  const { isStatic = false, muted } = props
  const [quote] = useState(createQuoteSlot)
  const shownRef = useRef<Pick<CommentThreadProps, 'comments' | 'muted'>>({ comments, muted })
  useEffect(() => {
    shownRef.current = { comments, muted }
  }, [comments, muted])
  return useMemo(
    () => ({
      threadId,
      viewer,
      permission,
      allowAnonymous,
      isMembersOnly,
      isStatic,
      slowModeSeconds,
      postPublisherId,
      actions,
      links,
      quote,
      people() {
        const { comments, muted } = shownRef.current
        return { comments: comments.flatMap((comment) => [comment, ...comment.replies.items]), muted }
      },
    }),
    [
      threadId,
      viewer,
      permission,
      allowAnonymous,
      isMembersOnly,
      isStatic,
      slowModeSeconds,
      postPublisherId,
      actions,
      links,
      quote,
    ],
  )
}

/** Why nobody, or the viewer, can comment. */
const refusalOf = (code: ErrorCode, isTimeout = false) =>
  code === 'BANNED'
    ? isTimeout
      ? 'comment.timeout'
      : 'comment.banned'
    : code === 'COMMENTS_LOCKED'
      ? 'comment.locked'
      : code === 'COMMENTS_OFF'
        ? 'comment.off'
        : code === 'COMMUNITY_ARCHIVED'
          ? 'comment.archived'
          : 'comment.closed'

interface ExtrasProps {
  root: RefObject<HTMLElement | null>
  keys: ThreadKeys | undefined
}

/** Loaded when a reader first approaches the thread. It has separate state, so that the thread isn't rendered again. */
function Extras({ root, keys = 'thread' }: ExtrasProps) {
  const [touched, setTouched] = useState(false)

  useEffect(() => {
    const thread = root.current
    if (touched || !thread) return
    const touch = () => setTouched(true)
    // The page may have shown the thread earlier.
    const { activeElement } = thread.getRootNode() as Document | ShadowRoot
    if (thread.matches(':hover') || thread.contains(activeElement)) touch()
    // Not `onFocus`, which bubbles only in some rendering libraries.
    for (const event of ['pointerenter', 'focusin']) thread.addEventListener(event, touch)
    return () => {
      for (const event of ['pointerenter', 'focusin']) thread.removeEventListener(event, touch)
    }
  }, [root, touched])

  // Keys pressed before their code has loaded. On the whole page, the first one loads it.
  const early = useRef<ThreadShortcut[] | null>([])
  useEffect(() => {
    const target = keyTarget(root.current, keys)
    const keep = (event: Event) => {
      const key = early.current && event instanceof KeyboardEvent && threadShortcutOf(event)
      if (!key) return
      early.current?.push(key)
      setTouched(true)
    }
    target?.addEventListener('keydown', keep)
    return () => target?.removeEventListener('keydown', keep)
  }, [root, keys])

  const takeEarly = useCallback(() => {
    const keys = early.current ?? []
    early.current = null
    // Meanwhile the reader may have begun to type.
    return usesKeys(document.activeElement) ? [] : keys
  }, [])

  return touched && <ThreadExtras root={root} keys={keys} takeEarly={takeEarly} />
}
