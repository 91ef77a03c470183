import { type PostSummary, postPath, previewImage } from '@stoa/contract'
import {
  Anchor,
  CommentIcon,
  CompactNumber,
  Picture,
  type RootProps,
  rootProps,
  useTranslate,
  useWritten,
} from '@stoa/ui'
import { forwardRef } from 'react'
import { postFeedMessages } from './messages.ts'
import type { CardLinks } from './post-card.tsx'

export interface RecommendedPostsProps extends RootProps, Pick<CardLinks, 'postHref'> {
  /** The posts in order. Shows as many as fit into the window, at most ten. Renders nothing if empty. */
  posts: readonly PostSummary[]
  /** Heading. Default: the message `feed.recommended`, "Read next". */
  title?: string | undefined
}

const SHOWN_MAX = 10

/** Posts to read next, in short form. */
export const RecommendedPosts = forwardRef<HTMLDivElement, RecommendedPostsProps>(
  function RecommendedPosts(props, ref) {
    const { posts, title, postHref = postPath } = props
    const t = useTranslate(postFeedMessages)
    const written = useWritten()
    if (posts.length === 0) return null
    return (
      <div {...rootProps(props, 'stoa-recommended')} ref={ref}>
        <h2 className="stoa-recommended-heading">{title ?? t('feed.recommended')}</h2>
        <ul>
          {posts.slice(0, SHOWN_MAX).map((post) => (
            <li key={post.id} className="stoa-recommended-post" data-kind={post.kind}>
              <div className="stoa-recommended-text">
                <Anchor href={postHref(post)} {...written(post.title)}>
                  {post.title}
                </Anchor>
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
              {previewImage(post) && (
                <Picture
                  src={previewImage(post)?.url ?? ''}
                  alt=""
                  width={96}
                  height={72}
                  loading="lazy"
                  decoding="async"
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    )
  },
)
