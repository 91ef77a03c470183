import {
  type Comment,
  CommentStatus,
  type CommunityRole,
  canSeeCommentText,
  isHidden,
  isOwn,
  MODERATION_SCORE_SHOWN_FROM,
  moderates,
  type Page,
  type User,
  type Viewer,
} from '@stoa/contract'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import { type CommentRow, commentRepository } from './repository.ts'

/** Related data of a comment. */
export interface CommentPresentation {
  tokenName: string
  /** Profiles of publishers, by id. */
  profiles: Map<string, User>
  /** A publisher's role in a community. */
  roleOf: (communityId: string, publisherId: string) => CommunityRole | undefined
  /** Authors of the comments replied to, by comment id. */
  publishers: Map<string, string>
  /** Null for the public view. */
  viewer: Viewer
}

const ANONYMOUS = 'anonymous'

const HIDDEN_BY: Record<number, NonNullable<Comment['hidden']>['by']> = {
  [CommentStatus.hiddenByAdmin]: 'community',
  [CommentStatus.hiddenByPublisher]: 'publisher',
  [CommentStatus.hiddenByDomainAdmin]: 'domain',
  [CommentStatus.hiddenByCategoryAdmin]: 'category',
}

/** A comment as the viewer may see it. Without permission to read it, a placeholder without text and author. */
export function presentComment(row: CommentRow, about: CommentPresentation): Comment {
  const { tokenName, profiles, viewer } = about
  const facts = { tokenName, publisherId: row.publisher_id, status: row.status }
  const isShown = canSeeCommentText(viewer, facts)
  const publisher = isShown ? profiles.get(row.publisher_id) : undefined
  const role = publisher && about.roleOf(row.community_id, row.publisher_id)
  const mayKnowWhy = isHidden(row.status) && (isOwn(viewer, row.publisher_id) || moderates(viewer, tokenName))
  const showsScore = row.moderation_score >= MODERATION_SCORE_SHOWN_FROM && moderates(viewer, tokenName)
  return {
    id: row.id,
    postId: row.post_id,
    tokenName,
    parentCommentId: row.parent_id || null,
    replyToCommentId: row.reply_to_id || null,
    replyToPublisherName: repliedName(row, about),
    publisherId: isShown ? (publisher?.id ?? row.publisher_id) : '',
    publisherName: publisher?.username ?? ANONYMOUS,
    publisherProfileName: publisher?.displayName ?? '',
    publisherSlugUrl: publisher?.slugUrl ?? '',
    publisherImageUrl: publisher?.profileImageUrl ?? '',
    ...(role ? { publisherRole: role } : {}),
    content: isShown ? row.content : null,
    mentions: isShown ? JSON.parse(row.mentions) : [],
    status: row.status,
    hidden: mayKnowWhy ? { reason: row.hidden_reason, by: HIDDEN_BY[row.status] ?? 'community' } : null,
    createdAt: row.created_at,
    editedAt: row.edited_at || null,
    numComments: row.num_replies,
    reactionsCount: { 'thumb-up': row.up_count, 'thumb-down': row.down_count },
    ...(Number(row.tips) > 0 ? { tips: String(row.tips) } : {}),
    moderationScore: showsScore ? row.moderation_score : null,
  }
}

/** Whether the viewer may see more of the comment than the public. */
export function seesMore(row: CommentRow, tokenName: string, viewer: Viewer): boolean {
  const facts = { tokenName, publisherId: row.publisher_id, status: row.status }
  if (row.status !== CommentStatus.published) return canSeeCommentText(viewer, facts)
  return row.moderation_score >= MODERATION_SCORE_SHOWN_FROM && moderates(viewer, tokenName)
}

/** The name of the person whom a reply to a reply addresses; null if that is the parent's publisher. */
function repliedName(row: CommentRow, { profiles, publishers }: CommentPresentation): string | null {
  if (row.reply_to_id === '' || row.reply_to_id === row.parent_id) return null
  const repliedPublisherId = publishers.get(row.reply_to_id)
  if (
    repliedPublisherId === undefined ||
    (repliedPublisherId !== '' && repliedPublisherId === publishers.get(row.parent_id))
  )
    return null
  return profiles.get(repliedPublisherId)?.displayName ?? ANONYMOUS
}

export type CommentShow = (row: CommentRow, viewer?: Viewer) => Comment

export interface CommentContext {
  /** A row as the viewer may see it; without a viewer, the public view. */
  show: CommentShow
  tokenNameOf(row: CommentRow): string
}

export const NO_REPLIES: Page<Comment> = { items: [], cursor: null, hasMore: false }

/** Loads the related data of a page: one query per kind, regardless of the page's content. */
export function createContextLoader({
  database,
  accounts,
  communities,
  memberships,
}: {
  database: Database
  accounts: AccountService
  communities: CommunityService
  memberships: Pick<MembershipService, 'rolesAmong'>
}) {
  /** People that replies may name. A hidden or pending comment names nobody. */
  async function publishersOf(rows: CommentRow[], tx: Transaction | undefined): Promise<Map<string, string>> {
    const ids = new Set(rows.map((row) => row.id))
    const published = rows.filter((row) => row.status === CommentStatus.published)
    const publisherById = new Map(published.map((row) => [row.id, row.publisher_id]))
    const toAnother = rows.filter((row) => row.reply_to_id !== row.parent_id)
    const missingIds = toAnother.flatMap((row) => [row.reply_to_id, row.parent_id]).filter((id) => !ids.has(id))
    const others = await commentRepository(database.from(tx)).publishersOf([...new Set(missingIds)])
    return new Map([...publisherById, ...others])
  }

  /** `loadedProfiles`: profiles that need no query. */
  return async function loadContext(
    rows: CommentRow[],
    tx?: Transaction,
    loadedProfiles: User[] = [],
  ): Promise<CommentContext> {
    const publishers = await publishersOf(rows, tx)
    const profiles = new Map(loadedProfiles.map((user) => [user.id, user]))
    const userIds = new Set([...rows.map((row) => row.publisher_id), ...publishers.values()])
    const missingUserIds = [...userIds].filter((id) => id !== '' && !profiles.has(id))
    const communityIds = [...new Set(rows.map((row) => row.community_id))]
    const [loaded, facts] = await Promise.all([
      accounts.profilesById(missingUserIds, tx),
      communities.factsById(communityIds, tx),
    ])
    for (const [id, profile] of loaded) profiles.set(id, profile)
    const roleOf = await memberships.rolesAmong({ communityIds, profiles }, tx)
    const tokenNameOf = (row: CommentRow) => facts.get(row.community_id)?.tokenName ?? ''
    return {
      tokenNameOf,
      show: (row, viewer = null) =>
        presentComment(row, { tokenName: tokenNameOf(row), profiles, roleOf, publishers, viewer }),
    }
  }
}
