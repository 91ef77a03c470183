import { randomId } from '@stoa/client'
import { type CallOutput, postPath } from '@stoa/contract'
import { type KeptCall, type KeptWrite, keepWrite } from '../outbox.ts'
import type { Stoa } from '../stoa.ts'
import { type Rows, withCounts } from './mutation-queue.ts'

/** Keeps the newest wish for a post or comment in the outbox; null without one. */
export function keepWish<Name extends KeptCall>(
  stoa: Stoa,
  { entityId, ...wish }: Pick<KeptWrite<Name>, 'call' | 'input'> & { entityId: string },
): ReturnType<typeof keepWrite<Name>> | null {
  if (!stoa.options.outbox) return null
  const { posts, comments, viewer } = stoa.state.getState()
  const post = posts[entityId] ?? posts[comments[entityId]?.postId ?? '']
  return keepWrite<Name>(stoa, {
    ...wish,
    id: randomId(),
    personId: viewer?.id ?? '',
    wish: `${wish.call} ${entityId}`,
    title: post?.title ?? '',
    path: post ? postPath(post) : '',
  })
}

/** A newer wish has replaced this one, or its writer has discarded it. */
export const unchanged = (rows: Rows): Rows => rows

/** The update in the response to a reaction. */
export function reactionUpdate({ reactionName, reactionsCount }: CallOutput<'postReaction'>): (rows: Rows) => Rows {
  return (rows) => withCounts({ ...rows, reactions: reactionName || undefined }, reactionsCount)
}

/** The update in the response to a vote. */
export function voteUpdate({ post, selectedOptionIndex: index }: CallOutput<'postVote'>): (rows: Rows) => Rows {
  const { pollValues, pollTotalVoters } = post
  return (rows) => ({
    ...rows,
    votes: index < 0 ? undefined : index,
    posts: rows.posts && { ...rows.posts, pollValues, pollTotalVoters },
  })
}
