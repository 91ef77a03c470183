import type { Comment, CommentSort, CommentWithReplies, Decision, ErrorCode, Me, ReactionName } from '@stoa/contract'
import { Anchor, Button, type RootProps, rootProps, Skeleton, useTranslate } from '@stoa/ui'
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
import { CommentBranch } from './comment-branch.tsx'
import { CommentItem } from './comment-item.tsx'
import { Composer } from './composer.tsx'
import { FailedPart } from './failed-part.tsx'
import { lazyPart } from './lazy-part.tsx'
import { LoadMoreButton } from './load-more-button.tsx'
import { mayTry } from './may-try.ts'
import { commentMessages } from './messages.ts'
import { type CommentActions, type CommentLinks, createQuoteSlot, ThreadContext } from './thread-context.ts'
import { ThreadHeader } from './thread-header.tsx'
import { type ThreadKey, threadKeyOf } from './thread-key.ts'

/** Props of `CommentThread`. */
export interface CommentThreadProps extends RootProps {
  /** Names the thread in ids and drafts: the post's id, or whatever stands for an article without a post. */
  threadId: string
  /** Top-level comments in the order shown, each with its loaded replies. */
  comments: readonly CommentWithReplies[]
  /** Comments and replies in all. */
  total: number
  /** State of the first page. Default `ready`. */
  status?: 'loading' | 'ready' | 'error' | undefined
  /** More top-level comments can be loaded. Default false. */
  hasMore?: boolean | undefined
  /** They are being loaded. Default false. */
  loadingMore?: boolean | undefined
  /** Ids of the top-level comments whose replies are being loaded. Default: none. */
  loadingReplies?: readonly string[] | undefined
  /** Order of the list. Default `top`. */
  sort?: CommentSort | undefined
  /** Ids of comments that have arrived since and wait until the reader wants them, by `threadId` and, replies, by their top-level comment. Default: none. */
  newItems?: Readonly<Record<string, readonly string[]>> | undefined
  /** The signed-in person; null for a visitor. */
  viewer: Me | null
  /** Whether the viewer may comment here, and why not (`canCreateComment`). */
  permission: Decision
  /** When the viewer's ban ends, in ms; 0: never. Said where the permission is denied by it. Default: that is not known. */
  bannedUntil?: number | undefined
  /** The ban is only a time-out. Default false. */
  isTimeout?: boolean | undefined
  /** Visitors may comment without a name. Default false. */
  allowAnonymous?: boolean | undefined
  /** Publisher of the post, whose comments are marked. Default: none. */
  postPublisherId?: string | undefined
  /** The viewer's reactions by comment id. Default: none. */
  reactions?: Readonly<Record<string, ReactionName>> | undefined
  /** Tells whether a comment has not reached the server yet. Default: all have. */
  isSending?: ((commentId: string) => boolean) | undefined
  /** The comment that the page was opened for: marked and scrolled to. Default: none. */
  highlightedCommentId?: string | undefined
  /** Where the next page begins, for the link to it (`links.more`). Default: a button. */
  cursor?: string | null | undefined
  /** Address of the whole thread, shown where this is a part of it. Default: none. */
  allHref?: string | undefined
  /** The keys j, k and r work in the whole page, not only while the thread has the focus. Default false. */
  pageKeys?: boolean | undefined
  /** Stands at the end of the header: what can be done about the whole. Default: nothing. */
  menu?: ReactNode
  /** Wraps header, composer and each comment; always give the same component. It adds no element, and may render its children later. Default: nothing. */
  around?: ComponentType<{ children: ReactNode }> | undefined
  /** What the thread asks its application to do; give the same object as long as it means the same. */
  actions: CommentActions
  /** Addresses that the thread links to; give the same object as long as it means the same. */
  links: CommentLinks
}

const SKELETONS_MAX = 5

const BanEnd = lazyPart('BanEnd', true)
const SignOut = lazyPart('SignOut')
const ThreadExtras = lazyPart('ThreadExtras', true)

/** The conversation under a post: header, composer, comments with their replies. */
export const CommentThread = forwardRef<HTMLElement, CommentThreadProps>(function CommentThread(props, outer) {
  const { threadId, comments, total, status = 'ready', newItems, highlightedCommentId, pageKeys = false } = props
  const { around: Around = Fragment } = props
  const {
    viewer,
    permission,
    bannedUntil,
    isTimeout,
    allowAnonymous = false,
    postPublisherId = '',
    actions,
    links,
    reactions,
  } = props
  const t = useTranslate(commentMessages)
  const root = useRef<HTMLElement>(null)
  const setRoot = useCallback(
    (element: HTMLElement | null) => {
      root.current = element
      if (typeof outer === 'function') outer(element)
      else if (outer) outer.current = element
    },
    [outer],
  )
  const shown = useRef(comments)
  const newCount = newItems?.[threadId]?.length ?? 0
  const notice = useRef<HTMLParagraphElement>(null)
  /** The viewer has signed out from the notice. */
  const [isOut, setIsOut] = useState(false)
  const [quote] = useState(createQuoteSlot)

  const context = useMemo(
    () => ({
      ...{ threadId, viewer, permission, allowAnonymous, postPublisherId, actions, links, quote },
      people: () => shown.current.flatMap((comment) => [comment, ...comment.replies.items]),
    }),
    [threadId, viewer, permission, allowAnonymous, postPublisherId, actions, links, quote],
  )

  // The notice goes with its button, or with the reader's ban: the focus goes to what stands there then.
  useEffect(() => {
    if (!isOut || viewer) return
    ;(notice.current ?? root.current?.querySelector('textarea'))?.focus()
    return () => setIsOut(false)
  }, [isOut, viewer])

  useEffect(() => {
    shown.current = comments
  }, [comments])

  useEffect(() => {
    if (!highlightedCommentId || status !== 'ready') return
    root.current?.querySelector(`[data-comment="${highlightedCommentId}"]`)?.scrollIntoView({ block: 'center' })
  }, [highlightedCommentId, status])

  function showNewItems() {
    actions.showNewItems(null)
    // They appear at the top, which may be far above.
    const list = root.current?.querySelector('.stoa-comments-list')
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView()
    // The button goes with them; the first of them is drawn by the same render, but maybe after this.
    setTimeout(() => list?.querySelector('article')?.focus({ preventScroll: true }))
  }

  const item = (comment: Comment) => (
    <Around key={comment.id}>
      <CommentItem
        comment={comment}
        mine={reactions?.[comment.id]}
        highlighted={comment.id === highlightedCommentId}
        sending={props.isSending?.(comment.id)}
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
            sort={props.sort ?? 'top'}
            onSort={actions.sort}
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
        {mayTry(permission) ? (
          <Around>
            <Composer purpose="comment" />
          </Around>
        ) : (
          <p ref={notice} className="stoa-comments-notice" tabIndex={-1}>
            <span>
              {t(refusalOf(permission.code, isTimeout))}
              {permission.code === 'BANNED' && bannedUntil !== undefined && <BanEnd until={bannedUntil} />}
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
            {comments.map((comment) => (
              <CommentBranch
                key={comment.id}
                comment={comment}
                draw={item}
                busy={props.loadingReplies?.includes(comment.id)}
                newCount={newItems?.[comment.id]?.length}
              />
            ))}
          </ol>
        )}
        {props.hasMore && (
          <LoadMoreButton
            text={t('comment.loadMore')}
            busy={props.loadingMore}
            onLoad={actions.loadMore}
            href={props.cursor ? links.more?.(props.cursor) : undefined}
          />
        )}
        <Extras root={root} page={pageKeys} />
      </section>
    </ThreadContext.Provider>
  )
})

/** Why nobody, or the viewer, can comment. */
const refusalOf = (code: ErrorCode, isTimeout = false) =>
  code === 'BANNED'
    ? isTimeout
      ? 'comment.timeout'
      : 'comment.banned'
    : code === 'COMMENTS_LOCKED'
      ? 'comment.locked'
      : code === 'COMMUNITY_ARCHIVED'
        ? 'comment.archived'
        : 'comment.closed'

interface ExtrasProps {
  root: RefObject<HTMLElement | null>
  /** The keys work in the whole page. */
  page: boolean
}

/** What loads when somebody first comes near the thread. It has its own state, so that the thread isn't rendered again. */
function Extras({ root, page }: ExtrasProps) {
  const [touched, setTouched] = useState(false)

  useEffect(() => {
    const thread = root.current
    if (touched || !thread) return
    const touch = () => setTouched(true)
    // The page may have shown it before this was there.
    const { activeElement } = thread.getRootNode() as Document | ShadowRoot
    if (thread.matches(':hover') || thread.contains(activeElement)) touch()
    // Not `onFocus`: whether that bubbles depends on the library that renders.
    for (const event of ['pointerenter', 'focusin']) thread.addEventListener(event, touch)
    return () => {
      for (const event of ['pointerenter', 'focusin']) thread.removeEventListener(event, touch)
    }
  }, [root, touched])

  // Keys pressed before the code that follows them is there; in the whole page the first of them fetches it.
  const early = useRef<ThreadKey[] | null>([])
  useEffect(() => {
    const target: EventTarget | null = page ? document : root.current
    const keep = (event: Event) => {
      const key = early.current && event instanceof KeyboardEvent && threadKeyOf(event)
      if (!key) return
      early.current?.push(key)
      setTouched(true)
    }
    target?.addEventListener('keydown', keep)
    return () => target?.removeEventListener('keydown', keep)
  }, [root, page])

  const takeEarly = useCallback(() => {
    const keys = early.current ?? []
    early.current = null
    return keys
  }, [])

  return touched && <ThreadExtras root={root} page={page} takeEarly={takeEarly} />
}
