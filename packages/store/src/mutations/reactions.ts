import type { EntityType, ReactionName, ReactionsCount } from '@stoa/contract'
import type { Stoa } from '../stoa.ts'
import { adoptThreadPost, resolveTarget } from '../threads.ts'
import { withIntent } from './membership.ts'
import { type Content, createContentQueue } from './mutation-queue.ts'

/** A post (or the thread of an article without a post yet) or a comment. */
export interface ReactionTarget {
  entityType: EntityType
  entityId: string
}

/** Adds a reaction; the viewer's current one is removed instead. */
export function react(stoa: Stoa, target: ReactionTarget & { reactionName: ReactionName }): Promise<void> {
  const { entityId, reactionName } = target
  const wanted = stoa.state.getState().reactions[entityId] === reactionName ? '' : reactionName
  const tokenName = tokenNameOf(stoa, entityId)
  const serialized = { action: 'react', input: target } as const
  return withIntent(stoa, { action: 'react', tokenName, serialized, run: () => setReaction(stoa, target, wanted) })
}

function tokenNameOf(stoa: Stoa, id: string): string {
  const { posts, comments, threads } = stoa.state.getState()
  return posts[id]?.tokenName ?? comments[id]?.tokenName ?? threads[id]?.community.tokenName ?? ''
}

function setReaction(stoa: Stoa, { entityId, entityType }: ReactionTarget, wanted: ReactionName | ''): Promise<void> {
  const { id } = resolveTarget(stoa, entityId)
  const queue = stoa.singleton(createContentQueue)
  return queue.mutate(id, {
    kind: 'reaction',
    apply: (content) => withReaction(content, wanted),
    isApplied: (content) => content.reaction === wanted,
    async send() {
      const target = resolveTarget(stoa, id)
      const payload = await stoa.client.call('postReaction', {
        entityType,
        reactionName: wanted,
        ...(target.article ?? { entityId: target.id }),
      })
      const update = (content: Content) =>
        withCounts({ ...content, reaction: payload.reactionName }, payload.reactionsCount)
      if (payload.entityId !== id) {
        adoptThreadPost(stoa, { key: id, postId: payload.entityId })
        queue.reconcile(payload.entityId, update)
      }
      return update
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

/** Saves a post or comment for the viewer, or removes it from the saved items. */
export function save(stoa: Stoa, input: ReactionTarget & { save: boolean }): Promise<void> {
  return withIntent(stoa, {
    action: 'save',
    tokenName: tokenNameOf(stoa, input.entityId),
    serialized: { action: 'save', input },
    async run() {
      const { entityId, save: wanted } = input
      await setMark(stoa, entityId, {
        mark: 'saved',
        wanted,
        send: async () => {
          const { saved } = await (input.entityType === 'Post'
            ? stoa.client.call('postSave', { postId: entityId, save: wanted })
            : stoa.client.call('commentSave', { commentId: entityId, save: wanted }))
          return saved
        },
      })
    },
  })
}

/** Hides another person's post or comment for the viewer alone, or shows it again. */
export function hideForMe(stoa: Stoa, input: ReactionTarget & { hide: boolean }): Promise<void> {
  return setMark(stoa, input.entityId, {
    mark: 'hiddenForMe',
    wanted: input.hide,
    send: async () => (await stoa.client.call('contentHideForMe', input)).hidden,
  })
}

function setMark(
  stoa: Stoa,
  id: string,
  { mark, wanted, send }: { mark: 'saved' | 'hiddenForMe'; wanted: boolean; send: () => Promise<boolean> },
): Promise<void> {
  const marked = (value: boolean) => (content: Content) => ({ ...content, [mark]: value })
  return stoa.singleton(createContentQueue).mutate(id, {
    kind: mark,
    apply: marked(wanted),
    isApplied: (content) => content[mark] === wanted,
    send: async () => marked(await send()),
  })
}

/** Votes in a post's poll; the viewer's current option is removed instead. */
export function vote(stoa: Stoa, { postId, optionIndex }: { postId: string; optionIndex: number }): Promise<void> {
  const { posts, votes } = stoa.state.getState()
  const wanted = votes[postId] === optionIndex ? -1 : optionIndex
  return withIntent(stoa, {
    action: 'vote',
    serialized: { action: 'vote', input: { postId, optionIndex } },
    tokenName: posts[postId]?.tokenName ?? '',
    run: () => setVote(stoa, postId, wanted),
  })
}

function setVote(stoa: Stoa, postId: string, wanted: number): Promise<void> {
  return stoa.singleton(createContentQueue).mutate(postId, {
    kind: 'vote',
    apply: (content) => withVote(content, wanted),
    isApplied: (content) => content.vote === wanted,
    async send() {
      const payload = await stoa.client.call('postVote', { postId, selectedOptionIndex: wanted })
      const { pollValues, pollTotalVoters } = payload.post
      return (content) => ({
        ...content,
        vote: payload.selectedOptionIndex,
        post: content.post && { ...content.post, pollValues, pollTotalVoters },
      })
    },
  })
}

function withVote(content: Content, wanted: number): Content {
  const { post, vote: before } = content
  if (!post || before === wanted) return content
  const step = Number(wanted >= 0) - Number(before >= 0)
  const pollValues = post.pollValues?.map((value, index) => ({
    ...value,
    count: Math.max(0, value.count + Number(index === wanted) - Number(index === before)),
  }))
  return {
    ...content,
    vote: wanted,
    post: { ...post, pollValues: pollValues ?? null, pollTotalVoters: Math.max(0, post.pollTotalVoters + step) },
  }
}
