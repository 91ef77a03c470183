import * as z from 'zod'
import { comment } from '../calls/comments.ts'
import { notificationKind } from '../calls/notifications.ts'
import { postSummary } from '../calls/posts.ts'
import { reactionName, reactionsCount } from '../calls/reactions.ts'
import { user } from '../calls/users.ts'
import { pollResult } from './polls.ts'
import { entityType } from './references.ts'
import { id, time, tokenName } from './scalars.ts'

/** A person as shown with posts and comments; all public. */
export const shownPerson = user.pick({
  id: true,
  username: true,
  displayName: true,
  slugUrl: true,
  profileImageUrl: true,
})

/**
 * Payloads of the events, limited to what everyone in the room may see. A viewer's own facts go to rooms of that viewer
 * only.
 */
export const eventPayloads = {
  'comment.created': z
    .object({ postId: id, comment, numComments: z.int(), nonce: z.string().exactOptional() })
    .describe('`nonce` is the value that the writing client sent.'),
  'comment.updated': z
    .object({ postId: id, comment, numComments: z.int() })
    .describe('Its text, state or counts have changed.'),
  'reaction.changed': z
    .object({ postId: id, entityType, entityId: id, reactionsCount })
    .describe('The counts of a post or comment.'),
  'tip.changed': z
    .object({ postId: id, entityType, entityId: id, tips: z.string() })
    .describe('The sum of all tips for a post or comment, in units of 10⁻⁶ tokens.'),
  'poll.changed': z
    .object({ postId: id, ...pollResult.shape })
    .describe('The results; without `pollValues` if not everybody sees them.'),
  'post.created': z.object({ tokenName, post: postSummary }).describe('To the community: it was published.'),
  'post.changed': z
    .object({ postId: id, post: postSummary.nullable() })
    .describe('A post that isn’t public is reduced to its id. Its author also receives it and reloads the post.'),
  'article.opened': z
    .object({ tokenName, postId: id, articleUrl: z.url() })
    .describe(
      'To viewers of the article: its post was created by the first comment or reaction, or is no longer hidden. Load its thread.',
    ),
  'community.changed': z
    .object({
      tokenName,
      numberOfMembers: z.int(),
      totalPosts: z.int(),
      logoImageURI: z.string(),
      bannerImageURI: z.string().describe('Empty: none.'),
      accent: z.string().describe('Empty: the domain’s.'),
      membersOnly: z.boolean(),
    })
    .describe('Its counts or settings have changed. `membersOnly`: for now, only members write (storm mode).'),
  'user.changed': z
    .object({ user: shownPerson })
    .describe(
      'To those who watch a post that this person wrote or publicly commented on: the person’s name or picture has changed. A merged account has those of its main account; a deleted account has none.',
    ),
  'viewer.voted': z
    .object({ userId: id, postId: id, selectedOptionIndex: z.int() })
    .describe(
      'To this person’s own connections that watch the post: their choice in its poll, on any device; -1 if removed.',
    ),
  'viewer.reacted': z
    .object({ userId: id, postId: id, entityType, entityId: id, reactionName: z.union([reactionName, z.literal('')]) })
    .describe(
      'To this person’s own connections that watch the post: their reaction to it or one of its comments; empty if removed.',
    ),
  'viewer.saved': z
    .object({ userId: id, postId: id, entityId: id, saved: z.boolean() })
    .describe('To this person’s own connections that watch the post: they saved or unsaved it or one of its comments.'),
  'viewer.hid': z
    .object({ userId: id, postId: id, entityId: id, hidden: z.boolean() })
    .describe(
      'To this person’s own connections that watch the post: they hid it or one of its comments for themselves, or showed it again.',
    ),
  'viewer.read': z
    .object({ userId: id, postId: id, until: time })
    .describe('To this person’s own connections that watch the post: they have read its comments up to this time.'),
  'viewer.watched': z
    .object({ userId: id, postId: id, entityId: id, watched: z.boolean() })
    .describe('To this person’s own connections that watch the post: they are notified of its comments, or no longer.'),
  'viewer.changed': z
    .object({ userId: id })
    .describe('To the user’s own room: permissions or memberships changed; fetch `/me` again.'),
  'notification.created': z
    .object({ userId: id, notificationId: id, kind: notificationKind, tokenName: tokenName.nullable() })
    .describe(
      'To the user’s own connections on the forum, not on partners’ sites: there is a new notification. Load it, because its subject may no longer be visible. Without a community it concerns the whole forum.',
    ),
  'notification.changed': z
    .object({
      userId: id,
      change: z.enum(['viewed', 'read', 'deleted']),
      notificationIds: z.array(id),
      until: time,
      tokenName: tokenName.nullable(),
    })
    .describe(
      'To the user’s own connections on the forum: notifications were read, dismissed or, with `viewed`, seen, perhaps on another device. `until` excludes later ones. Without ids it applies to all, of one community or, with null, of all communities. Notifications without a community belong to each.',
    ),
  'message.created': z
    .object({ userId: id, conversationId: id, messageId: id, nonce: z.string().exactOptional() })
    .describe(
      'To the own connections, on the forum, of both people of a conversation, each with their own `userId`: there is a new message. Load it. `nonce` is what the sender’s page sent, to the sender only.',
    ),
  'conversation.changed': z
    .object({ userId: id, conversationId: id })
    .describe(
      'To a person’s own connections on the forum: messages were read, seen or deleted, the conversation was accepted, or one of the two blocked the other. Load the conversation.',
    ),
  'mutes.changed': z
    .object({ userId: id })
    .describe('To a person’s own connections: they blocked, unblocked, muted or unmuted somebody or something.'),
  'queue.changed': z
    .object({
      userId: id,
      tokenName,
      change: z.enum(['decided', 'claimed', 'opened']),
      subjectIds: z.array(id),
      by: z.object({ id: z.string(), displayName: z.string() }),
      until: time,
    })
    .describe(
      'To a moderator’s own connections, on the forum and on sites of the community’s partners: posts, comments or people in a queue were decided, were claimed until a time (0: released), or now wait for a decision. `by` is empty for new items. Sites don’t receive claims or the names of other deciders, and new items only for conversations.',
    ),
  'cashier.changed': z
    .object({ userId: id, tokenName, requestId: id.nullable() })
    .describe(
      'To the own connections, on the forum, of a community’s cashiers and of whose money it is: a request was made, claimed, approved, paid, refused or cancelled. Load it. Null: only the place of this person’s own requests in the queue has changed.',
    ),
  'session.ended': z.object({ userId: id }).describe('To the user’s own room: these sessions have ended.'),
}
