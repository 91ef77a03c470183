import { randomUUID } from 'node:crypto'
import type { CallName, CallOutput } from '@stoa/contract'
import type { Events, StoredEvent } from '../platform/events/events.ts'
import { duplicateOf, type Redis } from '../platform/redis/redis.ts'

/** Any list of posts across communities. */
const POSTS = 'posts'
const COMMUNITIES = 'communities'
/** Everything that shows names. Profile changes are rare and may affect any of it. */
const PEOPLE = 'people'
const post = (id: string) => `post:${id}`
const comment = (id: string) => `comment:${id}`
const community = (tokenName: string) => `community:${tokenName}`
const user = (id: string) => `user:${id}`

type Input = Record<string, unknown>

/** Tags of an anonymous response to each cached call; null: its handler sets them in the exchange. */
const tagsByCall: { [Name in CallName]?: ((payload: CallOutput<Name>, input: Input) => string[]) | null } = {
  postList: ({ items }, { tokenName, userId, parentPostId }) => [
    typeof tokenName === 'string' ? community(tokenName) : POSTS,
    ...(typeof userId === 'string' ? [user(userId)] : []),
    ...(typeof parentPostId === 'string' ? [post(parentPostId)] : []),
    ...items.map((item) => post(item.id)),
    PEOPLE,
  ],
  postGet: (payload) => [post(payload.post.id), PEOPLE],
  commentList: ({ items }, { type, postId, parentCommentId, userId }) => {
    if (type === 'post') return [post(String(postId)), PEOPLE]
    const own = type === 'replies' ? comment(String(parentCommentId)) : user(String(userId))
    return [own, ...items.map((item) => post(item.postId)), PEOPLE]
  },
  commentGet: (payload) => [post(payload.comment.postId), PEOPLE],
  communityList: () => [COMMUNITIES],
  communityGet: (payload) => [community(payload.community.tokenName)],
  communityMembers: (_payload, { tokenName }) => [community(String(tokenName)), PEOPLE],
  communityLeaderboard: (_payload, { tokenName }) => [community(String(tokenName)), PEOPLE],
  userGet: (payload) => [user(payload.user.id)],
  articleThread: (payload) => [
    community(payload.community.tokenName),
    ...(payload.post ? [post(payload.post.id)] : []),
    PEOPLE,
  ],
  articleFragment: null,
  articleFragments: null,
}

/** Calls whose anonymous responses are cached. */
export const cachedCalls = Object.keys(tagsByCall) as CallName[]

/** Whether a call renders HTML, which costs about a hundred times a plain read. */
export function isRendered(name: CallName): boolean {
  return name === 'articleFragment' || name === 'articleFragments'
}

/** Tags of an anonymous response; null if it must not be cached. */
export function tagsOfAnswer(name: CallName, about: { payload: unknown; input: unknown }): string[] | null {
  const tagsOf = tagsByCall[name] as ((payload: unknown, input: unknown) => string[]) | null | undefined
  return tagsOf ? tagsOf(about.payload, about.input) : null
}

/** Tags of everything an event invalidates. */
export function tagsOfEvent({ name, event }: StoredEvent): string[] {
  switch (name) {
    case 'comment.created':
    case 'comment.updated': {
      const { id, parentCommentId, publisherId } = event.comment
      return [post(event.postId), comment(parentCommentId ?? id), user(publisherId)]
    }
    case 'reaction.changed':
    case 'poll.changed':
      return [post(event.postId)]
    case 'post.created':
      return [post(event.post.id), community(event.tokenName), user(event.post.publisherId), POSTS]
    case 'post.changed':
      return [post(event.postId), POSTS, ...(event.post ? [community(event.post.tokenName)] : [])]
    case 'article.opened':
      return [post(event.postId), community(event.tokenName)]
    case 'community.changed':
      return [community(event.tokenName), COMMUNITIES]
    case 'user.changed':
      return [user(event.user.id), PEOPLE]
    case 'viewer.voted':
    case 'viewer.reacted':
    case 'queue.changed':
    case 'viewer.saved':
    case 'viewer.hid':
    case 'notification.created':
    case 'notification.changed':
      // Visitors' cached responses contain nothing about viewers.
      return []
    case 'viewer.changed':
    case 'session.ended':
      return [user(event.userId)]
  }
}

const CHANNEL = 'stoa:read-cache'

/**
 * Exchanges invalidations with the other processes. A lost message only delays: nothing is cached for longer than a
 * second. Returns the stop function.
 */
export function syncCaches(about: {
  redis: Redis
  events: Events
  dropCached(tags: Iterable<string>): void
}): () => void {
  const { redis, events, dropCached } = about
  const self = randomUUID()
  const listener = duplicateOf(redis)
  listener.on('message', (_channel, message) => {
    const { from, tags } = JSON.parse(message) as { from: string; tags: string[] }
    if (from !== self) dropCached(tags)
  })
  // Subscribes when Redis is available, also after reconnecting.
  listener.subscribe(CHANNEL).catch(() => {})
  const announce = (event: StoredEvent) => {
    const tags = tagsOfEvent(event)
    if (tags.length > 0) redis.publish(CHANNEL, JSON.stringify({ from: self, tags })).catch(() => {})
  }
  const unsubscribe = events.subscribe(announce, announce)
  return () => {
    unsubscribe()
    listener.disconnect()
  }
}
