import type { CommentSort } from '@stoa/contract'
import { createVisits, isThreadKey, shownUntil } from '@stoa/store'
import { useActions, useStoa, useStoaState, useWatch } from '@stoa/store/react'
import type { RootProps } from '@stoa/ui'
import { forwardRef, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { prepareWriting } from './lazy-part.tsx'
import { CommentThread, type CommentThreadProps } from './thread/comment-thread.tsx'
import { createThreadSource, type ThreadSourceOptions } from './thread/thread-source.ts'

/** Props of `ConnectedComments`. */
export interface ConnectedCommentsProps
  extends RootProps,
    Pick<
      ThreadSourceOptions,
      | 'postId'
      | 'commentId'
      | 'after'
      | 'pageSize'
      | 'origin'
      | 'hrefAfter'
      | 'hereHref'
      | 'allHref'
      | 'allowAnonymous'
      | 'allowSignOut'
    >,
    Pick<
      CommentThreadProps,
      'keys' | 'openAtNew' | 'around' | 'menu' | 'renderSort' | 'isStatic' | 'appealHref' | 'banNotice'
    > {
  /**
   * Order, if the application controls it (for example in its address) and changes it in `onSort`. Default:
   * uncontrolled.
   */
  sort?: CommentSort | undefined
  /** Initial order, if uncontrolled. Default `top`. */
  initialSort?: CommentSort | undefined
  /** New comments arrive live. Default true. */
  live?: boolean | undefined
  /** Called with the order that the reader chooses. Default: none. */
  onSort?: ((sort: CommentSort) => void) | undefined
  /** Called with the number of comments shown when the reader loads more. Default: none. */
  onMore?: ((visibleCount: number) => void) | undefined
  /** Called with the error after a reaction was rolled back. Show `alertFor(error)`. Default: none. */
  onFailure?: ((error: unknown) => void) | undefined
  /**
   * Called after the viewer muted or blocked somebody from a comment's menu, or no longer, with a message and a function
   * that undoes it. Default: nothing is said.
   */
  onDone?: ((message: string, undo: () => void) => void) | undefined
  /** Called with the id of a comment that the viewer saved. Default: its menu says so. */
  onSaved?: ((commentId: string) => void) | undefined
}

const NONE: string[] = []

/** The comments of a post in the store. The application provides sign-in and join dialogs (`useIntent`). */
export const ConnectedComments = forwardRef<HTMLElement, ConnectedCommentsProps>(
  function ConnectedComments(props, ref) {
    const { postId, commentId, pageSize, origin, initialSort = 'top', live = true, allowAnonymous } = props
    const { sort: givenSort, after, hrefAfter, hereHref, allHref, allowSignOut } = props
    const stoa = useStoa()
    const [keptSort, setKeptSort] = useState<CommentSort>()
    const chosenSort = givenSort === undefined ? keptSort : undefined
    const latest = useRef(props)
    useEffect(() => {
      latest.current = props
    })

    const onSort = useCallback((sort: CommentSort) => {
      setKeptSort(sort)
      latest.current.onSort?.(sort)
    }, [])
    const onMore = useCallback((visibleCount: number) => latest.current.onMore?.(visibleCount), [])
    const onFailure = useCallback((error: unknown) => latest.current.onFailure?.(error), [])
    const onDone = useCallback((message: string, undo: () => void) => latest.current.onDone?.(message, undo), [])
    const onSaved = useCallback((id: string) => latest.current.onSaved?.(id), [])
    const tellsSaved = props.onSaved !== undefined
    const source = useMemo(
      () =>
        // oxlint-disable-next-line react/refs -- the source only keeps the callbacks, for what readers do later
        createThreadSource(stoa, {
          postId,
          pageSize,
          origin,
          hrefAfter,
          hereHref,
          allHref,
          allowAnonymous,
          allowSignOut,
          sort: givenSort ?? chosenSort ?? initialSort,
          // Changing the order shows the whole thread.
          ...(chosenSort ? {} : { commentId, after }),
          onSort,
          onMore,
          onFailure,
          onDone,
          onSaved: tellsSaved ? onSaved : undefined,
        }),
      [
        stoa,
        postId,
        pageSize,
        origin,
        givenSort,
        chosenSort,
        initialSort,
        commentId,
        after,
        hrefAfter,
        hereHref,
        allHref,
        allowAnonymous,
        allowSignOut,
        onSort,
        onMore,
        onFailure,
        onDone,
        onSaved,
        tellsSaved,
      ],
    )
    useEffect(() => (isThreadKey(postId) ? undefined : stoa.singleton(createVisits).begin(postId)), [stoa, postId])
    const { read } = useActions()
    const { query } = source
    const onSeen = useCallback(() => {
      const until = isThreadKey(postId) ? undefined : shownUntil(stoa, postId, query)
      if (until === undefined) return
      stoa.singleton(createVisits).fix(postId, until)
      if (until <= (stoa.state.getState().reads[postId]?.until ?? -1)) return
      // After a failure, the next comments or the next visit try again.
      read({ postId, until }).catch(() => {})
    }, [stoa, postId, query, read])
    const mayWriteOffline = useStoaState(({ viewer }) => Boolean(viewer)) && stoa.options.outbox !== undefined
    useEffect(() => {
      // Without network it couldn't be loaded.
      if (mayWriteOffline) prepareWriting()
    }, [mayWriteOffline])
    const thread = useSyncExternalStore(source.subscribe, source.get, source.getServer)
    useWatch({ postIds: live && !isThreadKey(postId) ? [postId] : NONE })
    return <CommentThread {...props} {...thread} onSeen={onSeen} ref={ref} />
  },
)
