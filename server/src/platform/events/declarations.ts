import {
  articleKey,
  type Comment,
  type EventName,
  type EventOf,
  type EventPayloads,
  PostStatus,
  type PostSummary,
  type ShownPerson,
} from '@stoa/contract'
import { tags } from '../cache/tags.ts'
import type { Stored } from './events.ts'
import { rooms } from './rooms.ts'

/** The public state of what a stored event names; null if it isn't public, or not at all. */
export interface Present {
  post: PostSummary | null
  /** Null, too, if its post isn't public. */
  comment: Comment | null
  person: ShownPerson | null
}

/** All that the server knows about an event. Its payload is declared in the contract (`schemas/events.ts`). */
interface Declaration<Name extends EventName> {
  /** The room that usually receives it. */
  room(payload: EventPayloads[Name]): string
  /** Tags of the cached responses that it invalidates. */
  tags(event: Stored<Name>): string[]
  /**
   * Composes an event that is sent later, of what is visible then: it must not restore what was hidden, changed or
   * unlisted since. Null: nothing is left to send.
   */
  compose(event: Stored<Name>, present: Present): EventOf<Name> | null
  /** The community it is about, if domains of other communities must not get it. Default: none. */
  community?(event: EventOf<Name>): string | null
}

const toPost = ({ postId }: { postId: string }) => rooms.post(postId)
const toCommunity = ({ tokenName }: { tokenName: string }) => rooms.community(tokenName)
const toUser = ({ userId }: { userId: string }) => rooms.user(userId)
const toAccount = ({ userId }: { userId: string }) => rooms.account(userId)
const toViewer = ({ userId, postId }: { userId: string; postId: string }) => rooms.viewer(userId, postId)

const tagsOfPost = ({ postId }: { postId: string }) => [tags.post(postId)]
const tagsOfUser = ({ userId }: { userId: string }) => [tags.user(userId)]
/** Visitors' cached responses contain nothing about viewers. */
const noTags = () => []

const unchanged = <Event>(event: Event) => event
const whilePostIsPublic = <Event>(event: Event, { post }: Present) => post && event

const ofComment: Pick<Declaration<'comment.created' | 'comment.updated'>, 'room' | 'tags' | 'compose'> = {
  room: toPost,
  tags({ postId, comment: { id, parentCommentId, publisherId } }) {
    return [tags.post(postId), tags.comment(parentCommentId ?? id), tags.user(publisherId)]
  },
  compose: (event, { comment }) => comment && { ...event, comment },
}
/** A person's own action on a post or one of its comments. */
const ofOwnAction = { room: toViewer, tags: noTags, compose: whilePostIsPublic }

export const EVENTS: { [Name in EventName]: Declaration<Name> } = {
  'comment.created': ofComment,
  'comment.updated': ofComment,
  'reaction.changed': { room: toPost, tags: tagsOfPost, compose: whilePostIsPublic },
  'tip.changed': { room: toPost, tags: tagsOfPost, compose: whilePostIsPublic },
  'poll.changed': {
    room: toPost,
    tags: tagsOfPost,
    compose: (event, { post }) =>
      post && { ...event, pollValues: post.pollValues, pollTotalVoters: post.pollTotalVoters },
  },
  'post.created': {
    room: toCommunity,
    tags: ({ tokenName, post }) => [
      tags.post(post.id),
      tags.community(tokenName),
      tags.user(post.publisherId),
      tags.posts,
    ],
    // Send it to the whole community only while the post is listed.
    compose: (event, { post }) => (post?.status === PostStatus.published ? { ...event, post } : null),
  },
  'post.changed': {
    // Of a post that isn't public yet, its author's account.
    room: toPost,
    tags: ({ postId, post }) => [
      tags.post(postId),
      tags.posts,
      ...(post ? [tags.community(post.tokenName)] : []),
      ...(post?.isSyndicated ? [tags.syndicated] : []),
    ],
    compose: (event, { post }) => ({ ...event, post }),
  },
  'article.opened': {
    room: ({ tokenName, articleUrl }) => rooms.article(articleKey(tokenName, articleUrl)),
    tags: ({ postId, tokenName }) => [tags.post(postId), tags.community(tokenName)],
    compose: whilePostIsPublic,
  },
  'community.changed': {
    room: toCommunity,
    tags: ({ tokenName }) => [tags.community(tokenName), tags.communities],
    compose: unchanged,
  },
  'user.changed': {
    room: () => rooms.people,
    tags: ({ user }) => [tags.user(user.id), tags.people],
    // A merged account stands for its main one, which pages show as the author.
    compose: (event, { person }) => person && { ...event, user: { ...person, id: event.user.id } },
  },
  'viewer.voted': ofOwnAction,
  'viewer.reacted': ofOwnAction,
  'viewer.saved': ofOwnAction,
  'viewer.hid': ofOwnAction,
  'viewer.read': ofOwnAction,
  'viewer.watched': ofOwnAction,
  'viewer.changed': { room: toUser, tags: tagsOfUser, compose: unchanged },
  'notification.created': {
    room: toAccount,
    tags: noTags,
    compose: unchanged,
    community: ({ tokenName }) => tokenName,
  },
  'notification.changed': { room: toAccount, tags: noTags, compose: unchanged },
  'message.created': { room: toAccount, tags: noTags, compose: unchanged },
  'conversation.changed': { room: toAccount, tags: noTags, compose: unchanged },
  'mutes.changed': { room: toUser, tags: tagsOfUser, compose: unchanged },
  'queue.changed': {
    // The moderator's connections on partners' sites get another payload (`rooms.onSites`).
    room: toAccount,
    tags: noTags,
    compose: (event, { person }) => ({ ...event, by: { id: event.by.id, displayName: person?.displayName ?? '' } }),
  },
  'cashier.changed': {
    room: toAccount,
    tags: noTags,
    compose: unchanged,
    community: ({ tokenName }) => tokenName,
  },
  'session.ended': { room: toUser, tags: tagsOfUser, compose: unchanged },
}

/** The declaration of an event, for code that handles any. */
export function declarationOf(name: EventName): Declaration<EventName> {
  return EVENTS[name] as Declaration<EventName>
}
