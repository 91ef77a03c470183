import { randomUUID } from 'node:crypto'
import type { CallName, CallOutput } from '@stoa/contract'
import type { DomainEvent, Events } from '../platform/events/events.ts'
import { duplicateOf, type Redis } from '../platform/redis/redis.ts'

/** Any list of posts over all communities. */
const POSTS = 'posts'
const COMMUNITIES = 'communities'
/** Whatever shows people's names. One who changes theirs may be in any of it, and nobody does so often. */
const PEOPLE = 'people'
const post = (id: string) => `post:${id}`
const comment = (id: string) => `comment:${id}`
const community = (tokenName: string) => `community:${tokenName}`
const user = (id: string) => `user:${id}`

type Input = Record<string, unknown>

/** What an anonymous answer of each cached call was made of, as tags; null: its handler says so in the exchange. */
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

/** Calls whose anonymous answers are kept. */
export const cachedCalls = Object.keys(tagsByCall) as CallName[]

/** Whether a call renders HTML, which costs a hundred times what reading does. */
export function isRendered(name: CallName): boolean {
  return name === 'articleFragment' || name === 'articleFragments'
}

/** Tags of an anonymous answer; null where it is not to be kept. */
export function tagsOfAnswer(name: CallName, about: { payload: unknown; input: unknown }): string[] | null {
  const tagsOf = tagsByCall[name] as ((payload: unknown, input: unknown) => string[]) | null | undefined
  return tagsOf ? tagsOf(about.payload, about.input) : null
}

/** Tags of everything that an event makes stale. */
export function tagsOfEvent({ name, event }: DomainEvent): string[] {
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
    case 'notification.created':
    case 'notification.changed':
      // No answer that is kept holds anything of a viewer.
      return []
    case 'viewer.changed':
    case 'session.ended':
      return [user(event.userId)]
  }
}

const CHANNEL = 'stoa:read-cache'

/**
 * Tells the other processes what this one's events make stale, and hears it from them. A lost message costs nothing
 * but time: no answer is kept for longer than a second. Returns the way to stop.
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
  // Waits for Redis by itself, also after it was away.
  listener.subscribe(CHANNEL).catch(() => {})
  const unsubscribe = events.subscribe((event) => {
    const tags = tagsOfEvent(event)
    if (tags.length > 0) redis.publish(CHANNEL, JSON.stringify({ from: self, tags })).catch(() => {})
  })
  return () => {
    unsubscribe()
    listener.disconnect()
  }
}
