import type { CommentPreview } from '@stoa/contract'
import { Badge, RelativeTime, RoleBadge, translatable, useTranslate, useWritten } from '@stoa/ui'
import { postFeedMessages } from './messages.ts'

export interface CommentPreviewsProps {
  /** The comments that came with the post, best first. */
  comments: readonly CommentPreview[]
  /** Id of the post’s author, whose comments are marked. Empty: none. */
  authorId: string
  /** Total number of comments and replies. */
  total: number
  /** Address of the post's comments. */
  href: string
}

const OPEN = 2

/** Comments of a post: two, a few more on demand, with a link to all. */
export function CommentPreviews({ comments, authorId, total, href }: CommentPreviewsProps) {
  const t = useTranslate(postFeedMessages)
  const others = comments.slice(OPEN)
  const unloadedCount = Math.max(total - comments.length, 0)
  if (comments.length === 0) return null
  return (
    <div className="stoa-card-previews">
      {/* For pointers only: the footer has the same link for everyone. */}
      <a className="stoa-card-previews-link" href={href} aria-hidden="true" tabIndex={-1} />
      <PreviewList comments={comments.slice(0, OPEN)} authorId={authorId} />
      {others.length > 0 && (
        <details>
          <summary>{translatable(t('feed.card.moreComments', { count: others.length + unloadedCount }))}</summary>
          <PreviewList comments={others} authorId={authorId} />
          {unloadedCount > 0 && (
            <a className="stoa-card-previews-all" href={href}>
              {translatable(t('feed.card.moreComments', { count: unloadedCount }))}
            </a>
          )}
        </details>
      )}
    </div>
  )
}

function PreviewList({ comments, authorId }: Pick<CommentPreviewsProps, 'comments' | 'authorId'>) {
  const t = useTranslate(postFeedMessages)
  const written = useWritten()
  return (
    <ul>
      {comments.map(({ id, publisherId, publisherName, publisherRole, excerpt, createdAt }) => (
        <li key={id}>
          <p dir={written(excerpt).dir}>
            <bdi className="stoa-card-previews-name">{publisherName || t('feed.card.anonymous')}</bdi>{' '}
            {publisherId !== '' && publisherId === authorId && (
              <>
                <bdi>
                  <Badge tone="accent">{t('feed.card.author')}</Badge>
                </bdi>{' '}
              </>
            )}
            {publisherRole && (
              <>
                <bdi>
                  <RoleBadge role={publisherRole} />
                </bdi>{' '}
              </>
            )}
            <span lang={written(excerpt).lang}>{excerpt}</span>
          </p>
          <RelativeTime value={createdAt} />
        </li>
      ))}
    </ul>
  )
}
