import type { EntityType, ReactionName, ReactionsCount } from '@stoa/contract'
import type { Stoa } from '../stoa.ts'
import { type Content, createContentSettler } from './content.ts'
import { targetOf, threadGotPost } from './thread-target.ts'
import { withIntent } from './with-intent.ts'

/** What is reacted to: a post (or the thread of an article without a post yet) or a comment. */
export interface ReactionTarget {
  entityType: EntityType
  entityId: string
}

/** Chooses a reaction; the one that is chosen already is taken back. */
export function react(stoa: Stoa, target: ReactionTarget & { reactionName: ReactionName }): Promise<void> {
  const { reactions, posts, comments, threads } = stoa.state.getState()
  const { entityId, reactionName } = target
  const wanted = reactions[entityId] === reactionName ? '' : reactionName
  const tokenName =
    posts[entityId]?.tokenName ?? comments[entityId]?.tokenName ?? threads[entityId]?.community.tokenName ?? ''
  const again = { action: 'react', change: target } as const
  return withIntent(stoa, { action: 'react', tokenName, again, run: () => setReaction(stoa, target, wanted) })
}

function setReaction(stoa: Stoa, { entityId, entityType }: ReactionTarget, wanted: ReactionName | ''): Promise<void> {
  const { id } = targetOf(stoa, entityId)
  const settler = stoa.part(createContentSettler)
  return settler.submit(id, {
    kind: 'reaction',
    apply: (content) => withReaction(content, wanted),
    isDone: (content) => content.reaction === wanted,
    async send() {
      const target = targetOf(stoa, id)
      const answer = await stoa.client.call('postReaction', {
        entityType,
        reactionName: wanted,
        ...(target.article ?? { entityId: target.id }),
      })
      const settle = (content: Content) =>
        withCounts({ ...content, reaction: answer.reactionName }, answer.reactionsCount)
      if (answer.entityId !== id) {
        threadGotPost(stoa, { key: id, postId: answer.entityId })
        settler.receive(answer.entityId, settle)
      }
      return settle
    },
  })
}

function withReaction(content: Content, wanted: ReactionName | ''): Content {
  const before = (content.post ?? content.comment)?.reactionsCount
  if (!before || content.reaction === wanted) return content
  const counts = { ...before }
  if (content.reaction) counts[content.reaction] = Math.max(0, counts[content.reaction] - 1)
  if (wanted) counts[wanted] += 1
  return withCounts({ ...content, reaction: wanted }, counts)
}

/** The content with these counts of reactions. */
export function withCounts(content: Content, reactionsCount: ReactionsCount): Content {
  const { post, comment } = content
  return { ...content, post: post && { ...post, reactionsCount }, comment: comment && { ...comment, reactionsCount } }
}
