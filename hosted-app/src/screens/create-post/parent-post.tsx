import { type Community, communityPath, isOwn, isPublicPost, postPath } from '@stoa/contract'
import { loadPost, type StoredPost } from '@stoa/store'
import { usePost, useStoa, useViewer } from '@stoa/store/react'
import { Banner, Link, Skeleton, useTranslate, useWritten } from '@stoa/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { ComposerPage } from './composer-page.tsx'
import { createPostMessages } from './messages.ts'

export interface ParentPostProps {
  /** The post responded to. */
  postId: string
  /** The community of the response. */
  community: Community
  /** Renders the composer below the post, if a response is allowed. */
  renderComposer: (parent: ReactNode) => ReactNode
}

/** The post responded to, above the composer. Says why if no response is allowed. */
export function ParentPost({ postId, community, renderComposer }: ParentPostProps) {
  const t = useTranslate(createPostMessages)
  const stoa = useStoa()
  const viewer = useViewer() ?? null
  const post = usePost(postId)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    loadPost(stoa, { idOrSlug: postId }).catch(() => setFailed(true))
  }, [stoa, postId])
  const isGone = post ? !isPublicPost(post.status) || post.tokenName !== community.tokenName : failed
  const isOwnPost = post !== undefined && isOwn(viewer, post.publisherId)
  if (post && !isGone && !isOwnPost) return renderComposer(<Parent post={post} />)
  return (
    <div className="stoa-app-writing">
      <ComposerPage
        backHref={post && !isGone ? postPath(post) : communityPath(community)}
        heading={t('create.response', { community: community.title })}
      >
        {isGone ? (
          <Banner tone="warning">{t('create.parent.gone')}</Banner>
        ) : post ? (
          <>
            <Parent post={post} />
            <Banner tone="warning">{t('create.parent.own')}</Banner>
          </>
        ) : (
          <Skeleton lines={8} />
        )}
      </ComposerPage>
    </div>
  )
}

/** In one line, so that the text begins as high as elsewhere. */
function Parent({ post }: { post: StoredPost }) {
  const t = useTranslate(createPostMessages)
  const written = useWritten()
  const { title, publisherProfileName, publisherName } = post
  return (
    <aside className="stoa-app-parent" aria-label={t('create.parent')}>
      <span className="stoa-app-muted">
        {t.rich('create.parent.by', { author: <bdi>{publisherProfileName || publisherName}</bdi> })}
      </span>
      <Link href={postPath(post)} {...written(title)}>
        {title}
      </Link>
    </aside>
  )
}
