import type { CommentSort } from '@stoa/contract'
import { isThreadKey } from '@stoa/store'
import { useStoa, useWatch } from '@stoa/store/react'
import type { RootProps } from '@stoa/ui'
import { forwardRef, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { CommentThread, type CommentThreadProps } from './comment-thread.tsx'
import { createThreadSource, type ThreadSourceOptions } from './thread-source.ts'

/** Props of `ConnectedComments`. */
export interface ConnectedCommentsProps
  extends RootProps,
    Pick<
      ThreadSourceOptions,
      'postId' | 'commentId' | 'after' | 'pageSize' | 'origin' | 'hrefAfter' | 'allowAnonymous' | 'allowSignOut'
    >,
    Pick<CommentThreadProps, 'pageKeys' | 'around' | 'menu'> {
  /** Order, where the application keeps it (in its address, say) and changes it on `onSort`. Default: kept here. */
  sort?: CommentSort | undefined
  /** Order at first, where it is kept here. Default `top`. */
  initialSort?: CommentSort | undefined
  /** New comments arrive by themselves. Default true. */
  live?: boolean | undefined
  /** Told of the order that the reader chooses. Default: nobody is told. */
  onSort?: ((sort: CommentSort) => void) | undefined
  /** Told how many comments are shown, when the reader asks for the next ones. Default: nobody is told. */
  onMore?: ((shown: number) => void) | undefined
  /** Told why a reaction was refused, after it was rolled back: show `alertFor(error)`. Default: nobody is told. */
  onFailure?: ((error: unknown) => void) | undefined
}

const NONE: string[] = []

/** The conversation under a post in the store. Sign-in and join dialogs are the application's (`useIntent`). */
export const ConnectedComments = forwardRef<HTMLElement, ConnectedCommentsProps>(
  function ConnectedComments(props, ref) {
    const { postId, commentId, pageSize, origin, initialSort = 'top', live = true, allowAnonymous } = props
    const { sort: givenSort, after, hrefAfter, allowSignOut } = props
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
    const onMore = useCallback((shown: number) => latest.current.onMore?.(shown), [])
    const onFailure = useCallback((error: unknown) => latest.current.onFailure?.(error), [])
    const source = useMemo(
      () =>
        // oxlint-disable-next-line react/refs -- the source only keeps the callbacks, for what readers do later
        createThreadSource(stoa, {
          ...{ postId, pageSize, origin, hrefAfter, allowAnonymous, allowSignOut },
          sort: givenSort ?? chosenSort ?? initialSort,
          // Another order is one of the whole thread.
          ...(chosenSort ? {} : { commentId, after }),
          ...{ onSort, onMore, onFailure },
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
        allowAnonymous,
        allowSignOut,
        onSort,
        onMore,
        onFailure,
      ],
    )
    const thread = useSyncExternalStore(source.subscribe, source.get, source.getServer)
    useWatch({ postIds: live && !isThreadKey(postId) ? [postId] : NONE })
    return <CommentThread {...props} {...thread} ref={ref} />
  },
)
