import { communityPath, isHidden, postPath } from '@stoa/contract'
import { ConnectedPostMenu, StatusBanner } from '@stoa/post-view'
import { loadCommunity } from '@stoa/store'
import { usePost, useStoa } from '@stoa/store/react'
import { useEffect } from 'react'
import { adopt } from '../first-view/adopt-styles.ts'
import styles from './article-menu.css?inline'

/** Props of `ArticleMenu`. */
export interface ArticleMenuProps {
  host: HTMLElement
  /** Origin of the forum. */
  origin: string
  /** The article's post. */
  postId: string
  /** Called when an action was refused. */
  onFailure: (error: unknown) => void
}

/** Moderation of an article's post in place. Everything else is done on the forum. */
export function ArticleMenu({ host, origin, postId, onFailure }: ArticleMenuProps) {
  const stoa = useStoa()
  const post = usePost(postId)
  const tokenName = post?.tokenName
  useEffect(() => {
    if (host.shadowRoot) adopt(host.shadowRoot, styles)
    // Loads its topics, as none can be chosen without them.
    if (tokenName) loadCommunity(stoa, tokenName).catch(() => {})
  }, [stoa, host, tokenName])
  if (!post) return null
  return (
    <>
      <ConnectedPostMenu
        postId={postId}
        href={origin + postPath(post)}
        editHref={`${origin}${communityPath(post)}/posts/create/${postId}`}
        onFailure={onFailure}
      />
      {isHidden(post.status) && (
        <div className="stoa-embed-status">
          <StatusBanner post={post} />
        </div>
      )}
    </>
  )
}
