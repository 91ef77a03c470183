import { useLoadedPost } from '@stoa/store/react'
import { EmptyState, LoadFailure, rootProps, Skeleton, useTranslate } from '@stoa/ui'
import { forwardRef } from 'react'
import { postLoadingMessages } from './loading-messages.ts'
import { StoredPostView, type StoredPostViewProps } from './stored-post-view.tsx'

/** Props of `ConnectedPostView`: the post, and props of `PostView` except its data. */
export interface ConnectedPostViewProps extends StoredPostViewProps {}

/** A post with its poll, reactions and comments, loaded if needed and updated live. */
export const ConnectedPostView = forwardRef<HTMLElement, ConnectedPostViewProps>(
  function ConnectedPostView(props, ref) {
    const t = useTranslate(postLoadingMessages)
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
