import { randomUUID } from 'node:crypto'
import type { CallName, CallOutput, MenuLink } from '@stoa/contract'
import { tags } from '../../platform/cache/tags.ts'
import { declarationOf } from '../../platform/events/declarations.ts'
import type { Events, StoredEvent } from '../../platform/events/events.ts'
import { duplicateOf, type Redis } from '../../platform/redis/redis.ts'

type Input = Record<string, unknown>

/** Tags of an anonymous response to each cached call; null: it renders HTML, and its handler sets them in the exchange. */
const tagsByCall: { [Name in CallName]?: ((payload: CallOutput<Name>, input: Input) => string[]) | null } = {
  postList: ({ items }, { tokenName, userId, parentPostId }) => [
    ...(typeof tokenName === 'string' ? [tags.community(tokenName), tags.syndicated] : [tags.posts]),
    ...(typeof userId === 'string' ? [tags.user(userId)] : []),
    ...(typeof parentPostId === 'string' ? [tags.post(parentPostId)] : []),
    ...items.map((item) => tags.post(item.id)),
    tags.people,
  ],
  postGet: (payload) => [tags.post(payload.post.id), tags.people],
  commentList: ({ items }, { type, postId, parentCommentId, userId }) => {
    if (type === 'post') return [tags.post(String(postId)), tags.people]
    const listTag = type === 'replies' ? tags.comment(String(parentCommentId)) : tags.user(String(userId))
    return [listTag, ...items.map((item) => tags.post(item.postId)), tags.people]
  },
  commentGet: (payload) => [tags.post(payload.comment.postId), tags.people],
  communityList: () => [tags.communities, tags.people],
  communityGet: (payload) => [tags.community(payload.community.tokenName)],
  communityMembers: (_payload, { tokenName }) => [tags.community(String(tokenName)), tags.people],
  communityLeaderboard: (_payload, { tokenName }) => [tags.community(String(tokenName)), tags.people],
  menuShow: ({ items }) => items.flatMap((item) => [item, ...item.items]).flatMap(tagsOfMenuLink),
  userGet: (payload) => [tags.user(payload.user.id)],
  articleThread: (payload) => [
    tags.community(payload.community.tokenName),
    ...(payload.post ? [tags.post(payload.post.id)] : []),
    tags.people,
  ],
  articleFragment: null,
  articleFragments: null,
}

/** An entry changes with what it leads to. */
function tagsOfMenuLink({ kind, target }: Pick<MenuLink, 'kind' | 'target'>): string[] {
  if (kind === 'post') return [tags.post(target)]
  return kind === 'community' ? [tags.community(target)] : []
}

/** Calls whose anonymous responses are cached. */
export const cachedCalls = Object.keys(tagsByCall) as CallName[]

/** Whether a call renders HTML, which costs about a hundred times a plain read. */
export function isRendered(name: CallName): boolean {
  return tagsByCall[name] === null
}

/** Tags of an anonymous response; null if it must not be cached. */
export function tagsOfResponse(name: CallName, about: { payload: unknown; input: unknown }): string[] | null {
  const tagsOf = tagsByCall[name] as ((payload: unknown, input: unknown) => string[]) | null | undefined
  return tagsOf ? tagsOf(about.payload, about.input) : null
}

/** Tags of everything an event invalidates. */
export function tagsOfEvent({ name, event }: StoredEvent): string[] {
  return declarationOf(name).tags(event)
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
    const { from, tags: dropped } = JSON.parse(message) as { from: string; tags: string[] }
    if (from !== self) dropCached(dropped)
  })
  // Subscribes when Redis is available, also after reconnecting.
  listener.subscribe(CHANNEL).catch(() => {})
  const announce = (event: StoredEvent) => {
    const dropped = tagsOfEvent(event)
    if (dropped.length > 0) redis.publish(CHANNEL, JSON.stringify({ from: self, tags: dropped })).catch(() => {})
  }
  const unsubscribe = events.subscribe(announce, announce)
  return () => {
    unsubscribe()
    listener.disconnect()
  }
}
