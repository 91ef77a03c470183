import type { CommentPreview } from '@stoa/contract'
import { RelativeTime, useTranslate } from '@stoa/ui'
import { postFeedMessages } from './messages.ts'

export interface CommentPreviewsProps {
  /** The comments that came with the post, best first. */
  comments: readonly CommentPreview[]
  /** Total number of comments and replies. */
  total: number
  /** Address of the post's comments. */
  href: string
}

const OPEN = 2

/** Comments of a post: two, a few more on demand, with a link to all. */
export function CommentPreviews({ comments, total, href }: CommentPreviewsProps) {
  const t = useTranslate(postFeedMessages)
  const others = comments.slice(OPEN)
  const left = Math.max(total - comments.length, 0)
  if (comments.length === 0) return null
  return (
    <div className="stoa-card-previews">
      {/* For pointers only: the footer has the same link for everyone. */}
      <a className="stoa-card-previews-link" href={href} aria-hidden="true" tabIndex={-1} />
      <PreviewList comments={comments.slice(0, OPEN)} />
      {others.length > 0 && (
        <details>
          <summary>{t('feed.card.moreComments', { count: others.length + left })}</summary>
          <PreviewList comments={others} />
          {left > 0 && (
            <a className="stoa-card-previews-all" href={href}>
              {t('feed.card.moreComments', { count: left })}
            </a>
          )}
        </details>
      )}
    </div>
  )
}

function PreviewList({ comments }: { comments: readonly CommentPreview[] }) {
  const t = useTranslate(postFeedMessages)
  return (
    <ul>
      {comments.map(({ id, publisherName, excerpt, createdAt }) => (
        <li key={id}>
          <p dir="auto">
            <bdi className="stoa-card-previews-name">{publisherName || t('feed.card.anonymous')}</bdi> {excerpt}
          </p>
          <RelativeTime value={createdAt} />
        </li>
      ))}
    </ul>
  )
}
