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

/** Common fields of events: the time, and a unique, ordered id, which makes repeats harmless. */
export interface EventHeader {
  id: string
  at: number
}

/** A person as shown with posts and comments; all public. */
export type ShownPerson = Pick<User, 'id' | 'username' | 'displayName' | 'slugUrl' | 'profileImageUrl'>

/**
 * Payloads of the events, limited to what everyone in the room may see. A viewer's own facts go to rooms of that viewer
 * only.
 */
export interface EventPayloads {
  /** `nonce` is the value that the writing client sent. */
  'comment.created': { postId: string; comment: Comment; numComments: number; nonce?: string }
  'comment.updated': { postId: string; comment: Comment; numComments: number }
  'reaction.changed': { postId: string; entityType: EntityType; entityId: string; reactionsCount: ReactionsCount }
  'poll.changed': { postId: string } & PollResult
  'post.created': { tokenName: string; post: PostSummary }
  /** A post that isn't public is reduced to its id. Its author also receives it and reloads the post. */
  'post.changed': { postId: string; post: PostSummary | null }
  /** To viewers of the article: its post was created by the first comment or reaction. Load its thread. */
  'article.opened': { tokenName: string; postId: string; articleUrl: string }
  /** Its counts or settings have changed. */
  'community.changed': {
    tokenName: string
    numberOfMembers: number
    totalPosts: number
    logoImageURI: string
    /** For now, only members write (storm mode). */
    membersOnly: boolean
  }
  /**
   * To those who watch a post that this person wrote or publicly commented on: the person's name or picture has
   * changed. A merged account has those of its main account; a deleted account has none.
   */
  'user.changed': { user: ShownPerson }
  /** To this person's own connections that watch the post: their choice in its poll, on any device; -1 if removed. */
  'viewer.voted': { userId: string; postId: string; selectedOptionIndex: number }
  /**
   * To this person's own connections that watch the post: their reaction to it or one of its comments; empty if
   * removed.
   */
  'viewer.reacted': {
    userId: string
    postId: string
    entityType: EntityType
    entityId: string
    reactionName: ReactionName | ''
  }
  /** To this person's own connections that watch the post: they saved or unsaved it or one of its comments. */
  'viewer.saved': { userId: string; postId: string; entityId: string; saved: boolean }
  /** To this person's own connections that watch the post: they hid it or one of its comments for themselves, or showed it again. */
  'viewer.hid': { userId: string; postId: string; entityId: string; hidden: boolean }
  /** To the user's own room: permissions or memberships changed; fetch `/me` again. */
  'viewer.changed': { userId: string }
  /**
   * To the user's own connections on the forum, not on partners' sites: there is a new notification. Load it, because
   * its subject may no longer be visible. Without a community it concerns the whole forum.
   */
  'notification.created': { userId: string; notificationId: string; kind: NotificationKind; tokenName: string | null }
  /**
   * To a moderator's own connections, on the forum and on sites of the community's partners: posts, comments or people
   * in a queue were decided, were claimed until a time (0: released), or now wait for a decision. `by` is empty
   * for new items. Sites don't receive claims or the names of other deciders, and new items only for conversations.
   */
  'queue.changed': {
    userId: string
    tokenName: string
    change: 'decided' | 'claimed' | 'opened'
    subjectIds: string[]
    by: Pick<ShownPerson, 'id' | 'displayName'>
    until: number
  }
  /**
   * To the user's own connections on the forum: notifications were read, dismissed or, with `viewed`, seen, perhaps on
   * another device. `until` excludes later ones. Without ids it applies to all, of one community or, with null, of all
   * communities. Notifications without a community belong to each.
   */
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
  /** Some events since `lastEventId` are lost. Reload what is shown. */
  'resume.gap': () => void
  /** All missed events were sent; `lastEventId` is the newest, `at` the server's time. */
  'resume.done': (state: { lastEventId: string; at: number }) => void
}

/** What a client subscribes to. */
export interface Watch {
  postIds?: string[]
  communities?: string[]
  /** Articles without a thread yet (`articleKey`). */
  articles?: string[]
  /** The server's time of the client's data. Later events are sent. */
  since?: number
}

/** Key of an article in `Watch`: the community's token name, and the address from `articleThread`. */
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
