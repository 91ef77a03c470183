import {
  type CallOutput,
  type CommunityRole,
  type ContentImage,
  type Image,
  MODERATION_SCORE_SHOWN_FROM,
  type Post,
  PostStatus,
  type PostSummary,
  readingMinutes,
  type Topic,
  type User,
} from '@stoa/contract'
import { type CommunityFacts, inCommunity } from '../../people/communities/index.ts'
import { isStill, type MediaAddresses, shownContent } from '../../people/media/index.ts'
import type { Site } from '../../people/partner-origins/index.ts'
import type { PublicPoll } from '../polls/index.ts'
import { lockOf, type PostRow, type PostSummaryRow } from './repository.ts'

/** Related rows of a page of posts, loaded together. */
export interface PostContext {
  communities: Map<
    string,
    Pick<CommunityFacts, 'tokenName' | 'urlSlug' | 'title' | 'anonymousComments' | 'membersOnly' | 'archived'>
  >
  profiles: Map<string, User>
  /** The publisher's role in a community. */
  roleOf: (communityId: string, publisherId: string) => CommunityRole | undefined
  flairs: Map<string, Topic>
  polls: Map<string, PublicPoll>
  /** Articles by post id. */
  articles: Map<string, { url: string; site: Site }>
  media: MediaAddresses
  now: number
  /** Whether the viewer moderates a community's content, by token name. Omitted for the public view. */
  moderates: (tokenName: string) => boolean
}

export function presentPostSummary(row: PostSummaryRow, about: PostContext): PostSummary {
  const community = about.communities.get(row.community_id)
  const publisher = about.profiles.get(row.publisher_id)
  const role = publisher && about.roleOf(row.community_id, row.publisher_id)
  const flair = about.flairs.get(row.flair_id)
  const poll = about.polls.get(row.id)
  const tokenName = community?.tokenName ?? ''
  const article = about.articles.get(row.id)
  const articleSite = article && { name: article.site.name, iconUrl: about.media.picture(article.site.icon) }
  const showsScore = row.moderation_score >= MODERATION_SCORE_SHOWN_FROM && about.moderates(tokenName)
  return {
    id: row.id,
    slugUrl: row.slug,
    title: row.title,
    status: row.status,
    kind: row.kind,
    ...(community ? inCommunity(community) : { tokenName }),
    communityTitle: community?.title ?? '',
    anonymousComments: community?.anonymousComments ?? false,
    ...(community?.membersOnly ? { membersOnly: true } : {}),
    publisherId: publisher?.id ?? row.publisher_id,
    // An unclaimed article belongs to its site.
    publisherName: publisher?.username ?? articleSite?.name ?? ANONYMOUS,
    publisherProfileName: publisher?.displayName ?? '',
    publisherSlugUrl: publisher?.slugUrl ?? '',
    publisherImageUrl: publisher?.profileImageUrl ?? articleSite?.iconUrl ?? '',
    ...(role ? { publisherRole: role } : {}),
    createdByWhitelistedUser: Boolean(row.is_whitelisted),
    createdAt: row.created_at,
    scheduledAt: orNull(row.scheduled_at),
    editedAt: orNull(row.edited_at),
    ...(row.is_edited_by_moderator ? { editedByModerator: true } : {}),
    activeAt: row.active_at,
    excerpt: row.excerpt,
    heroImage: shownImage(row.hero_image, about.media),
    featuredImage: shownImage(row.featured_image, about.media),
    ...shownContentImage(row.content_image, about.media),
    flairIds: flair ? [flair.id] : [],
    flairs: flair ? [{ id: flair.id, name: flair.name, color: flair.color }] : [],
    isPinned: Boolean(row.is_pinned),
    ...lockOf(row),
    archived: community?.archived ?? false,
    pinnedTime: orNull(row.pinned_at),
    isSyndicated: Boolean(row.is_syndicated),
    numComments: row.num_comments,
    totalViews: row.total_views,
    totalDescendants: row.total_descendants,
    reactionsCount: { 'thumb-up': row.up_count, 'thumb-down': row.down_count },
    ...(Number(row.tips) > 0 ? { tips: String(row.tips) } : {}),
    ...(Number(row.promoted_until) > about.now ? { promotedUntil: Number(row.promoted_until) } : {}),
    parentPostId: row.parent_post_id === '' ? null : row.parent_post_id,
    externalArticleId: row.article_id === '' ? null : row.article_id,
    articleUrl: article?.url ?? null,
    ...(articleSite ? { articleSite } : {}),
    pollOptions: poll?.pollOptions ?? null,
    pollSettings: poll?.pollSettings ?? null,
    pollValues: poll?.pollValues ?? null,
    pollTotalVoters: poll?.pollTotalVoters ?? 0,
    moderationScore: showsScore ? row.moderation_score : null,
  }
}

/** The publisher shown for posts without an author. */
const ANONYMOUS = 'anonymous'

const HIDDEN_BY: Record<number, NonNullable<Post['hidden']>['by']> = {
  [PostStatus.hiddenByAdmin]: 'community',
  [PostStatus.hiddenByPublisher]: 'publisher',
  [PostStatus.hiddenByDomainAdmin]: 'domain',
  [PostStatus.hiddenByCategoryAdmin]: 'category',
}

/** A post with its text. The caller checks visibility: who sees a hidden post may know its reason. */
export function presentPost(row: PostRow, about: PostContext): Post {
  const by = HIDDEN_BY[row.status]
  return {
    ...presentPostSummary(row, about),
    hidden: by ? { reason: row.hidden_reason, by } : null,
    postContent: shownContent(row.content, about.media),
    revision: row.revision,
    readingMinutes: readingMinutes(row.content),
    hasOwnExcerpt: Boolean(row.has_own_excerpt),
    hasOwnSlug: Boolean(row.has_own_slug),
  }
}

function shownImage(stored: string | null, media: Pick<MediaAddresses, 'picture'>): Image | null {
  if (stored === null) return null
  const image = JSON.parse(stored) as Image
  const url = media.picture(image.url)
  return url === '' ? null : { ...image, url }
}

function shownContentImage(
  stored: string | null,
  media: Pick<MediaAddresses, 'picture'>,
): Pick<PostSummary, 'contentImage' | 'video'> {
  const image: ContentImage | null = shownImage(stored, media)
  if (image === null) return { contentImage: null }
  // Posts saved before videos were marked have only the still of an uploaded video.
  const { video = isStill(image.url) ? { durationMs: null } : undefined, ...contentImage } = image
  return video ? { contentImage, video } : { contentImage }
}

function orNull(time: number): number | null {
  return time === 0 ? null : time
}

/** A response seen from its thread. */
export function presentSuperComment(
  post: PostSummary,
  postId: string,
): CallOutput<'superCommentList'>['items'][number] {
  const { id, publisherId, publisherName, publisherProfileName, publisherSlugUrl } = post
  const { tokenName, status, createdAt, numComments, reactionsCount, moderationScore } = post
  return {
    ...{ id, publisherId, publisherName, publisherProfileName, publisherSlugUrl },
    ...{ tokenName, status, createdAt, numComments, reactionsCount, moderationScore },
    postId,
    content: [post.title, post.excerpt].filter((text) => text !== '').join('\n'),
  }
}
