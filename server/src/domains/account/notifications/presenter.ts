import {
  type AccountChange,
  type Comment,
  type Notification,
  type PostSummary,
  previewText,
  type User,
} from '@stoa/contract'
import { timeOfId } from '../../../platform/ids.ts'
import { type CommunityFacts, inCommunity } from '../../people/communities/index.ts'
import { isDecision, isOfQueue } from './channels.ts'
import type { CauseRow } from './repository.ts'
import { isReportOutcome, overdueIn, type VisibleNotification } from './visibility.ts'

type Decision = NonNullable<Notification['decision']>

/** A notification as in the list and in mails. */
export type ShownNotification = Omit<Notification, 'seen'>

/** Data shown with notifications, loaded for a whole page. */
export interface NotificationContext {
  summaries: Map<string, PostSummary>
  /** The comments as visible to the reader. */
  words: Map<string, Comment>
  profiles: Map<string, User>
  communities: Map<string, CommunityFacts>
  /** By cause: the decider's role, the reason, the person concerned, and whether the decision was reversed. */
  decisions: Map<string, { by: Decision['by']; personId: string; reason: string; isReversed: boolean }>
}

const ACTORS_MAX = 3
/** Number of new posts that a notification names. */
export const TITLES_MAX = 2
const PRESET_REASONS: ReadonlySet<string> = new Set(['spam', 'hateful', 'nudity'])

/** Converts a notification and its visible causes to the response. */
export function presentNotification(notification: VisibleNotification, about: NotificationContext): ShownNotification {
  const { row, causes, unlooked, others } = notification
  const { summaries, words, profiles, communities, decisions } = about
  const [newest] = causes
  const post = summaries.get(newest?.post_id ?? '')
  const comment = post && words.get(newest?.comment_id ?? '')
  const titles = causes.slice(0, TITLES_MAX).flatMap(({ post_id }) => summaries.get(post_id)?.title ?? [])
  const community = communities.get(row.community_id)
  const overdue = newest ? overdueIn(newest) : null
  const isOfThisRound = newest?.round === row.round
  const people = [...new Map(causes.map(({ actor_id }) => [profiles.get(actor_id)?.id ?? actor_id, actor_id])).values()]
  const actors = people.flatMap((id) => profiles.get(id) ?? []).slice(0, ACTORS_MAX)
  return {
    id: row.id,
    kind: row.kind,
    at: isOfThisRound || !newest ? timeOfId(row.latest) : Number(newest.created_at),
    read: !(row.unread && isOfThisRound),
    count: causes.length + unlooked,
    actors: actors.map((user) => ({
      userId: user.id,
      displayName: user.displayName,
      slugUrl: user.slugUrl,
      imageUrl: user.profileImageUrl,
    })),
    actorCount: hasNoActors(notification) ? 0 : people.length + others,
    post: post ? { id: post.id, slugUrl: post.slugUrl, title: post.title, articleUrl: post.articleUrl } : null,
    ...(titles.length > 0 && isAboutPosts(row) && causes.length + unlooked > 1 ? { titles } : {}),
    comment: comment ? { id: comment.id, parentCommentId: comment.parentCommentId } : null,
    community: community ? { ...inCommunity(community), title: community.title } : null,
    excerpt: previewText(newest?.comment_id ? (comment?.content ?? '') : (post?.excerpt ?? '')),
    decision: isDecision(row.kind) && newest ? presentDecision(newest, { decisions, profiles }) : null,
    ...(overdue === null ? {} : { overdue }),
    ...(row.kind === 'accountChanged' && newest ? { accountChange: newest.action as AccountChange } : {}),
  }
}

/** Whether a notification is about new posts, of a person or in a community. */
export function isAboutPosts({ kind }: VisibleNotification['row']): boolean {
  return kind === 'newPost' || kind === 'communityPost'
}

/** Most decisions are made in the community's name. */
function hasNoActors({ row: { kind }, causes }: VisibleNotification): boolean {
  return (
    isOfQueue(kind) || kind === 'reminder' || kind === 'accountChanged' || (isDecision(kind) && !causes[0]?.actor_id)
  )
}

function presentDecision(
  cause: CauseRow,
  { decisions, profiles }: Pick<NotificationContext, 'decisions' | 'profiles'>,
): Decision {
  const { by = 'community', reason = '', personId = '', isReversed = false } = decisions.get(cause.cause_id) ?? {}
  const isOutcome = isReportOutcome(cause)
  const isOverturned = isOutcome && isReversed
  // Don't name the author of reported content: it may be hidden or anonymous.
  const person = isOutcome && cause.post_id === '' ? profiles.get(personId) : undefined
  return {
    action: cause.action as Decision['action'],
    by,
    // A moderator's free text is for the author, not for the reporter.
    reason: isOverturned || (isOutcome && !PRESET_REASONS.has(reason)) ? '' : reason,
    ...(isOverturned ? { reversed: true } : {}),
    ...(person ? { person: { displayName: person.displayName, slugUrl: person.slugUrl } } : {}),
  }
}
