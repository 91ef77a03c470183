import { authorPath, communityPath, type InCommunity, PostStatus, type PostSummary } from '@stoa/contract'
import { Anchor, Avatar, Badge, BadgeUntil, RelativeTime, RoleBadge, useTranslate } from '@stoa/ui'
import { postViewMessages } from './messages.ts'

export interface PublisherLineProps {
  /** The author, and when the post is or was published and edited. */
  post: Pick<
    PostSummary,
    | 'publisherId'
    | 'publisherName'
    | 'publisherProfileName'
    | 'publisherSlugUrl'
    | 'publisherImageUrl'
    | 'createdByWhitelistedUser'
    | 'publisherRole'
    | 'communityTitle'
    | 'tokenName'
    | 'communitySlug'
    | 'createdAt'
    | 'scheduledAt'
    | 'editedAt'
    | 'editedByModerator'
    | 'status'
    | 'moderationScore'
    | 'isSyndicated'
    | 'promotedUntil'
    | 'articleSite'
  > & {
    /** Reading time in minutes; shown from 2. Default 0. */
    readingMinutes?: number | undefined
  }
  /** Address of a member's page. Default: the forum's path. */
  authorHref?: ((slugOrId: string) => string) | undefined
  /** Address of the list of a community's partners. Default: the forum's holders tab. */
  partnersHref?: ((community: InCommunity) => string) | undefined
}

/** Who published a post and when, with a label for partners. */
export function PublisherLine({ post, authorHref = authorPath, partnersHref = partnersPath }: PublisherLineProps) {
  const t = useTranslate(postViewMessages)
  const anonymous = post.publisherId === ''
  const isSite = anonymous && post.articleSite !== undefined
  // An unclaimed article is attributed to its site.
  const name = post.publisherProfileName || post.publisherName || t('post.anonymous')
  return (
    <div className="stoa-publisher" data-site={isSite || undefined}>
      <Avatar name={name} id={post.publisherId || name} src={post.publisherImageUrl} />
      <div className="stoa-publisher-text">
        <span className="stoa-publisher-names">
          {anonymous ? (
            <span className="stoa-publisher-name" dir="auto">
              {name}
            </span>
          ) : (
            <Anchor
              className="stoa-publisher-name"
              href={authorHref(post.publisherSlugUrl || post.publisherId)}
              rel="author"
              dir="auto"
            >
              {name}
            </Anchor>
          )}
          {isSite && <Badge>{t('post.publisher')}</Badge>}
          {post.publisherRole !== 'partner' && <RoleBadge role={post.publisherRole} />}
          {post.createdByWhitelistedUser && (
            <Anchor
              className="stoa-publisher-partner"
              href={partnersHref(post)}
              aria-label={t('post.partner.label', { community: post.communityTitle })}
            >
              <Badge tone="accent">{t('post.partner')}</Badge>
            </Anchor>
          )}
          {post.isSyndicated && <Badge>{t('post.syndicated')}</Badge>}
          {post.promotedUntil !== undefined && <BadgeUntil time={post.promotedUntil}>{t('post.promoted')}</BadgeUntil>}
          {post.moderationScore !== null && (
            <Badge tone="danger">{t('post.moderationScore', { score: post.moderationScore })}</Badge>
          )}
        </span>
        <span className="stoa-publisher-times">
          {post.status === PostStatus.scheduled && post.scheduledAt !== null ? (
            t.rich('post.publishes', { time: <RelativeTime value={post.scheduledAt} /> })
          ) : (
            <RelativeTime value={post.createdAt} />
          )}
          {post.editedAt !== null && post.status !== PostStatus.draft && (
            <>
              {' · '}
              {t.rich(post.editedByModerator ? 'post.editedByModerator' : 'post.edited', {
                time: <RelativeTime value={post.editedAt} />,
              })}
            </>
          )}
          {(post.readingMinutes ?? 0) > 1 && ` · ${t('post.readingTime', { minutes: post.readingMinutes ?? 0 })}`}
        </span>
      </div>
    </div>
  )
}

/** The list of a community's partners in the hosted forum. */
function partnersPath(community: InCommunity): string {
  return `${communityPath(community)}/tab/holders?type=partner`
}
