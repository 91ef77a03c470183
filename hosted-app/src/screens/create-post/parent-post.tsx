import { isOwn, isPublicPost, postPath } from '@stoa/contract'
import { loadPost, type StoredPost } from '@stoa/store'
import { usePost, useStoa, useViewer } from '@stoa/store/react'
import { Banner, Link, Spinner, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { createPostMessages } from './messages.ts'

export interface ParentPostProps {
  /** The post responded to. */
  postId: string
  /** The community of the response. */
  tokenName: string
  /** The composer; shown if a response is allowed. */
  children: ReactNode
}

/** The post responded to, above the composer. Says why if no response is allowed. */
export function ParentPost({ postId, tokenName, children }: ParentPostProps) {
  const t = useTranslate(createPostMessages)
  const stoa = useStoa()
  const viewer = useViewer() ?? null
  const post = usePost(postId)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    loadPost(stoa, { idOrSlug: postId }).catch(() => setFailed(true))
  }, [stoa, postId])
  const isGone = post ? !isPublicPost(post.status) || post.tokenName !== tokenName : failed
  if (isGone) return <Banner tone="warning">{t('create.parent.gone')}</Banner>
  if (!post) return <Spinner />
  return (
    <>
      <Parent post={post} />
      {isOwn(viewer, post.publisherId) ? <Banner tone="warning">{t('create.parent.own')}</Banner> : children}
    </>
  )
}

function Parent({ post }: { post: StoredPost }) {
  const t = useTranslate(createPostMessages)
  const { title, excerpt, publisherProfileName, publisherName } = post
  return (
    <aside className="stoa-app-parent" aria-label={t('create.parent')}>
      <p className="stoa-app-muted">
        {t.rich('create.parent.by', { author: <bdi>{publisherProfileName || publisherName}</bdi> })}
      </p>
      <Link href={postPath(post)} dir="auto">
        {title}
      </Link>
      {excerpt !== '' && <p dir="auto">{excerpt}</p>}
    </aside>
  )
}
