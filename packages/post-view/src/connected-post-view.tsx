import { ConnectedComments } from '@stoa/comments'
import { isPublicPost, PostStatus } from '@stoa/contract'
import { StoredPoll } from '@stoa/poll'
import { StoredReactions } from '@stoa/reactions'
import { useLoadedPost, usePost, useStoa, useStoaState, useViewer, useWatch } from '@stoa/store/react'
import { EmptyState, LoadFailure, type RootProps, rootProps, Skeleton, useLazy, useTranslate } from '@stoa/ui'
import { forwardRef, type ReactNode } from 'react'
import { contentOfCard } from './content-of-card.ts'
import { ConnectedPostMenu, postTools } from './menu/connected-post-menu.tsx'
import { postViewMessages } from './messages.ts'
import { PostView, type PostViewProps } from './post-view.tsx'

/** Props of `ConnectedPostView`: the post, and props of `PostView` except its data. */
export interface ConnectedPostViewProps extends StoredPostViewProps {}

/** A post with its poll, reactions and comments, loaded if needed and updated live. */
export const ConnectedPostView = forwardRef<HTMLElement, ConnectedPostViewProps>(
  function ConnectedPostView(props, ref) {
    const t = useTranslate(postViewMessages)
    const { status, reload } = useLoadedPost(props.postId, { whole: true })
    if (status === 'success') return <StoredPostView {...props} ref={ref} />
    if (status === 'error') return <LoadFailure onRetry={reload}>{t('post.notLoaded')}</LoadFailure>
    if (status === 'missing') return <EmptyState title={t('post.missing')}>{t('post.missing.text')}</EmptyState>
    return (
      <article aria-busy="true" aria-label={t('post.loading')} {...rootProps(props, 'stoa-post')} ref={ref}>
        <Skeleton withAvatar lines={2} />
        <Skeleton lines={6} />
      </article>
    )
  },
)

/** Props of `StoredPostView`: the post, and props of `PostView` except its data. */
export interface StoredPostViewProps
  extends RootProps,
    Pick<
      PostViewProps,
      | 'recommended'
      | 'postHref'
      | 'editHref'
      | 'authorHref'
      | 'flairHref'
      | 'threadHref'
      | 'onOpenResponse'
      | 'renderInset'
    > {
  /** The post. */
  postId: string
  /** Address for writing a response post, if the viewer may. Default: not offered. */
  respondHref?: string | undefined
  /** The comments. Default: those of the store, under a public post. */
  comments?: PostViewProps['comments']
  /**
   * Called when a reaction, vote, save or decision was refused, after the rollback. Show `alertFor(error)`. Default:
   * not reported.
   */
  onFailure?: ((error: unknown) => void) | undefined
  /** Only its card may be loaded: until the rest is, shows header and text, or the excerpt. Default false. */
  isOpening?: boolean | undefined
  /** Shown after the reactions. Default: nothing. */
  afterReactions?: ReactNode
  /** Called after the viewer saved the post. Default: its menu says so. */
  onSaved?: (() => void) | undefined
  /** Called when the viewer wants a reminder of the saved post. Default: not offered. */
  onRemind?: (() => void) | undefined
  /**
   * Called with a message after its author deleted the post, which is then no longer in the store. Show another page.
   */
  onDeleted?: ((message: string) => void) | undefined
}

/**
 * A post in the store (`loadPost`), with its poll and reactions, updated live. Renders nothing until it is loaded. For
 * pages that load their posts themselves.
 */
export const StoredPostView = forwardRef<HTMLElement, StoredPostViewProps>(function StoredPostView(props, ref) {
  const { postId, comments, respondHref, isOpening = false, afterReactions, ...others } = props
  const { onFailure, onDeleted, onSaved, onRemind, ...look } = others
  const { client, clock, options } = useStoa()
  const post = usePost(postId)
  const viewer = useViewer() ?? null
  const isPublic = post !== undefined && isPublicPost(post.status)
  // Only public posts can be watched. The author receives events about others anyway.
  useWatch({ postIds: isPublic ? [postId] : [] })
  const isWaiting = post?.status === PostStatus.pending
  const isScheduled = post?.status === PostStatus.scheduled
  const isHiddenForMe = useStoaState(({ hides }) => postId in hides)
  const { code: tools } = useLazy(postTools, (isWaiting || isScheduled || isHiddenForMe) && viewer !== null)
  const postContent = post?.postContent ?? (post && isOpening ? contentOfCard(post) : undefined)
  if (!post || postContent === undefined) return null
  if (isHiddenForMe) return tools ? <tools.HiddenPost {...props} ref={ref} /> : null
  const thread = isPublic && <ConnectedComments postId={postId} onFailure={onFailure} />
  const about = { postId, onFailure }
  const actions =
    (isWaiting && tools?.decides(viewer, post, clock()) && <tools.PostDecision {...about} />) ||
    (isScheduled && tools?.manages(viewer, post, clock()) && <tools.ScheduledActions {...about} />)
  return (
    <PostView
      {...options.links}
      {...look}
      ref={ref}
      post={{ ...post, postContent }}
      isOpening={isOpening}
      viewer={viewer}
      renderMenu={(menu) => (
        <ConnectedPostMenu
          postId={postId}
          respondHref={respondHref}
          onFailure={onFailure}
          onDeleted={onDeleted}
          onSaved={onSaved}
          onRemind={onRemind}
          {...menu}
        />
      )}
      decision={actions}
      shorten={async (url) => (await client.call('shortUrl', { url })).shortUrl}
      comments={comments === undefined ? thread : comments}
      reactions={
        <>
          <StoredReactions entityType="Post" entityId={postId} onFailure={onFailure} />
          {afterReactions}
        </>
      }
      poll={<StoredPoll postId={postId} authorHref={look.authorHref} onFailure={onFailure} />}
    />
  )
})
