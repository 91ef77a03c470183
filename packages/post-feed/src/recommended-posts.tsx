import { type PostSummary, postPath } from '@stoa/contract'
import { CommentIcon, CompactNumber, Picture, useTranslate } from '@stoa/ui'
import { postFeedMessages } from './messages.ts'
import type { CardLinks } from './post-card.tsx'

export interface RecommendedPostsProps extends Pick<CardLinks, 'postHref'> {
  /** The posts in order; as many are shown as the window has room for, at most ten. None: nothing is drawn. */
  posts: readonly PostSummary[]
}

const SHOWN_MAX = 10

/** Posts to read next, in few words each. */
export function RecommendedPosts({ posts, postHref = postPath }: RecommendedPostsProps) {
  const t = useTranslate(postFeedMessages)
  if (posts.length === 0) return null
  return (
    <div className="stoa-recommended">
      <h2 className="stoa-recommended-heading">{t('feed.recommended')}</h2>
      <ul>
        {posts.slice(0, SHOWN_MAX).map((post) => (
          <li key={post.id} className="stoa-recommended-post" data-kind={post.kind}>
            <div className="stoa-recommended-text">
              <a href={postHref(post)} dir="auto">
                {post.title}
              </a>
              <span className="stoa-recommended-facts">
                <span dir="auto">{post.publisherProfileName || post.publisherName}</span>
                <span>
                  <CommentIcon size={16} label={t('feed.card.comments', { count: post.numComments })} />{' '}
                  <span aria-hidden="true">
                    <CompactNumber value={post.numComments} />
                  </span>
                </span>
              </span>
            </div>
            {post.heroImage && (
              <Picture src={post.heroImage.url} alt="" width={96} height={72} loading="lazy" decoding="async" />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
