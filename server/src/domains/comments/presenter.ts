import {
  type Comment,
  CommentStatus,
  canSeeCommentText,
  isHidden,
  isOwn,
  MODERATION_SCORE_SHOWN_FROM,
  moderates,
  type User,
  type Viewer,
} from '@stoa/contract'
import type { CommentRow } from './repository.ts'

/** What a comment is shown with. */
export interface CommentSurroundings {
  tokenName: string
  /** Profiles of publishers, by id. */
  profiles: Map<string, User>
  /** Who wrote the answered comments, by comment id. */
  publishers: Map<string, string>
  /** Null: as everybody may see it. */
  viewer: Viewer
}

const ANONYMOUS = 'anonymous'

const HIDDEN_BY: Record<number, NonNullable<Comment['hidden']>['by']> = {
  [CommentStatus.hiddenByAdmin]: 'community',
  [CommentStatus.hiddenByPublisher]: 'publisher',
  [CommentStatus.hiddenByDomainAdmin]: 'domain',
  [CommentStatus.hiddenByCategoryAdmin]: 'category',
}

/** A comment as the viewer may see it. Without the right to its text only its place remains: no words and no author. */
export function presentComment(row: CommentRow, about: CommentSurroundings): Comment {
  const { tokenName, profiles, viewer } = about
  const facts = { tokenName, publisherId: row.publisher_id, status: row.status }
  const isShown = canSeeCommentText(viewer, facts)
  const publisher = isShown ? profiles.get(row.publisher_id) : undefined
  const mayKnowWhy = isHidden(row.status) && (isOwn(viewer, row.publisher_id) || moderates(viewer, tokenName))
  const showsScore = row.moderation_score >= MODERATION_SCORE_SHOWN_FROM && moderates(viewer, tokenName)
  return {
    id: row.id,
    postId: row.post_id,
    tokenName,
    parentCommentId: row.parent_id || null,
    replyToCommentId: row.reply_to_id || null,
    replyToPublisherName: answeredName(row, about),
    publisherId: isShown ? (publisher?.id ?? row.publisher_id) : '',
    publisherName: publisher?.username ?? ANONYMOUS,
    publisherProfileName: publisher?.displayName ?? '',
    publisherSlugUrl: publisher?.slugUrl ?? '',
    publisherImageUrl: publisher?.profileImageUrl ?? '',
    content: isShown ? row.content : null,
    mentions: isShown ? JSON.parse(row.mentions) : [],
    status: row.status,
    hidden: mayKnowWhy ? { reason: row.hidden_reason, by: HIDDEN_BY[row.status] ?? 'community' } : null,
    createdAt: row.created_at,
    editedAt: row.edited_at || null,
    numComments: row.num_replies,
    reactionsCount: { 'thumb-up': row.up_count, 'thumb-down': row.down_count },
    moderationScore: showsScore ? row.moderation_score : null,
  }
}

/** True where the viewer may see more of the comment than everybody. */
export function seesMore(row: CommentRow, tokenName: string, viewer: Viewer): boolean {
  const facts = { tokenName, publisherId: row.publisher_id, status: row.status }
  if (row.status !== CommentStatus.published) return canSeeCommentText(viewer, facts)
  return row.moderation_score >= MODERATION_SCORE_SHOWN_FROM && moderates(viewer, tokenName)
}

/** Name of the person whom a reply to a reply answers; null where that is the parent's publisher anyway. */
function answeredName(row: CommentRow, { profiles, publishers }: CommentSurroundings): string | null {
  if (row.reply_to_id === '' || row.reply_to_id === row.parent_id) return null
  const answered = publishers.get(row.reply_to_id)
  if (answered === undefined || (answered !== '' && answered === publishers.get(row.parent_id))) return null
  return profiles.get(answered)?.displayName ?? ANONYMOUS
}
