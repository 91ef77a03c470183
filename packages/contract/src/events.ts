import type {
  Comment,
  EntityType,
  NotificationKind,
  PollResult,
  PostSummary,
  ReactionName,
  ReactionsCount,
  User,
} from './entities.ts'

/** What every event carries: an id that makes a repeat harmless and orders events, and when it happened. */
export interface EventHeader {
  id: string
  at: number
}

/** What is shown beside posts and comments: all of it public. */
export type ShownPerson = Pick<User, 'id' | 'username' | 'displayName' | 'slugUrl' | 'profileImageUrl'>

/**
 * The payload of each domain event, as everybody in its room may see it: public presenters. A viewer's facts go to rooms
 * that nobody else can be in.
 */
export interface EventPayloads {
  /** `nonce` is what the client that wrote it sent along. */
  'comment.created': { postId: string; comment: Comment; numComments: number; nonce?: string }
  'comment.updated': { postId: string; comment: Comment; numComments: number }
  'reaction.changed': { postId: string; entityType: EntityType; entityId: string; reactionsCount: ReactionsCount }
  'poll.changed': { postId: string } & PollResult
  'post.created': { tokenName: string; post: PostSummary }
  /** A post that is no longer public comes as its id alone. */
  'post.changed': { postId: string; post: PostSummary | null }
  /** To those who have the article open: it has got its post with the first thing that somebody said; fetch its thread. */
  'article.opened': { tokenName: string; postId: string; articleUrl: string }
  /** Its numbers or its settings. */
  'community.changed': { tokenName: string; numberOfMembers: number; totalPosts: number; logoImageURI: string }
  /** To those who watch a post that this person wrote or publicly commented on: their name or picture is another one now; of a merged account it is that of its main one, of a deleted one nobody's. */
  'user.changed': { user: ShownPerson }
  /** To this person's own connections that watch the post: what they chose in its poll, on whichever device; -1: nothing any more. */
  'viewer.voted': { userId: string; postId: string; selectedOptionIndex: number }
  /** To this person's own connections that watch the post: how they reacted to it or to one of its comments; empty: not any more. */
  'viewer.reacted': {
    userId: string
    postId: string
    entityType: EntityType
    entityId: string
    reactionName: ReactionName | ''
  }
  /** To this person's own connections that watch the post: they saved it or one of its comments, or removed it from what they saved. */
  'viewer.saved': { userId: string; postId: string; entityId: string; saved: boolean }
  /** To this person's own connections that watch the post: they hid it or one of its comments for themselves, or showed it again. */
  'viewer.hid': { userId: string; postId: string; entityId: string; hidden: boolean }
  /** To the user's own room: rights or memberships changed; fetch `/me` again. */
  'viewer.changed': { userId: string }
  /** To the user's own connections on the forum, on no partner's site: there is something new to tell; fetch it, for what it is about may not be seen by then. Without a community it concerns all of the forum. */
  'notification.created': { userId: string; notificationId: string; kind: NotificationKind; tokenName: string | null }
  /** To a moderator's own connections on the forum: these posts, comments or people of a queue were decided about, are worked on by somebody until a time (0: no more), or wait again. */
  'queue.changed': {
    userId: string
    tokenName: string
    change: 'decided' | 'claimed' | 'opened'
    subjectIds: string[]
    by: Pick<ShownPerson, 'id' | 'displayName'>
    until: number
  }
  /** To the user's own connections on the forum: they were read, taken off the list or, with `viewed`, looked at, perhaps elsewhere; `until`: as far as nothing was added after that time, ids or not; no ids: all, of one community or, with null, of all. What is of none belongs to each. */
  'notification.changed': {
    userId: string
    change: 'viewed' | 'read' | 'deleted'
    notificationIds: string[]
    until: number
    tokenName: string | null
  }
  /** To the user's own room: these sessions have ended. */
  'session.ended': { userId: string }
}

export type EventName = keyof EventPayloads

export type EventOf<Name extends EventName> = EventHeader & EventPayloads[Name]

/** Events from the server, for socket.io's typed server and client. */
export type ServerToClientEvents = { [Name in EventName]: (event: EventOf<Name>) => void } & {
  /** The events missed since `lastEventId` are no longer all there: fetch what is shown again. */
  'resume.gap': () => void
  /** Everything missed was sent; `lastEventId` is the newest, `at` the time by the server's clock. */
  'resume.done': (state: { lastEventId: string; at: number }) => void
}

/** What a client asks to hear about. */
export interface Watch {
  postIds?: string[]
  communities?: string[]
  /** Articles that nobody has said anything about yet (`articleKey`). */
  articles?: string[]
  /** The client knows the rooms as they were at this time by the server's clock, and is sent what has happened since. */
  since?: number
}

/** How `Watch` names an article: the community's token name, and the address that `articleThread` tells. */
export function articleKey(tokenName: string, articleUrl: string): string {
  return `${tokenName} ${articleUrl}`
}

/** Messages from the client. */
export interface ClientToServerEvents {
  watch: (rooms: Watch) => void
  unwatch: (rooms: Watch) => void
}

/** `auth` of the socket.io handshake. */
export interface SocketAuth {
  token?: string
  visitorId: string
  lastEventId?: string
}
