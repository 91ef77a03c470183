import { type EntityType, isOwn, type ReactionName } from '@stoa/contract'
import { putEntities } from '../cache.ts'
import type { Follow } from '../entities.ts'
import type { Stoa } from '../stoa.ts'
import { adoptThreadPost, resolveTarget, tokenNameOf } from '../threads.ts'
import { createMutationQueue, type Rows, setMark, withCounts } from './mutation-queue.ts'
import { keepWish, reactionUpdate, unchanged, voteUpdate } from './wishes.ts'
import { type Membership, setMembership, withIntent } from './with-intent.ts'

/** A post (or the thread of an article without a post yet) or a comment. */
export interface ReactionTarget {
  entityType: EntityType
  entityId: string
}

/** Adds a reaction; the viewer's current one is removed instead. */
export function react(stoa: Stoa, target: ReactionTarget & { reactionName: ReactionName }): Promise<void> {
  const { entityId, reactionName } = target
  const reaction = stoa.state.getState().reactions[entityId] === reactionName ? undefined : reactionName
  return withIntent(stoa, {
    action: 'react',
    tokenName: tokenNameOf(stoa, entityId),
    serializedAction: { action: 'react', input: target },
    run: () => setReaction(stoa, target, reaction),
  })
}

function setReaction(stoa: Stoa, target: ReactionTarget, reaction: ReactionName | undefined): Promise<void> {
  const { entityType } = target
  const reactionName = reaction ?? ''
  const { id, article: newArticle } = resolveTarget(stoa, target.entityId)
  const queue = stoa.singleton(createMutationQueue)
  const kept = newArticle
    ? null
    : keepWish(stoa, { call: 'postReaction', input: { entityType, reactionName, entityId: id }, entityId: id })
  return queue.mutate(id, {
    kind: 'reactions',
    apply: (rows) => withReaction(rows, reaction),
    isApplied: (rows) => rows.reactions === reaction,
    async send() {
      const waiting = kept && (await kept)
      const { id: entityId, article } = resolveTarget(stoa, id)
      const payload = waiting
        ? await waiting.result
        : await stoa.client.call('postReaction', { entityType, reactionName, ...(article ?? { entityId }) })
      if (!payload) return unchanged
      const update = reactionUpdate(payload)
      if (payload.entityId !== id) {
        adoptThreadPost(stoa, { key: id, postId: payload.entityId })
        queue.reconcile(payload.entityId, update)
      }
      return update
    },
  })
}

function withReaction(rows: Rows, reaction: ReactionName | undefined): Rows {
  const before = (rows.posts ?? rows.comments)?.reactionsCount
  if (!before || rows.reactions === reaction) return rows
  const counts = { ...before }
  if (rows.reactions) counts[rows.reactions] = Math.max(0, counts[rows.reactions] - 1)
  if (reaction) counts[reaction] += 1
  return withCounts({ ...rows, reactions: reaction }, counts)
}

/** Saves a post or comment for the viewer, or removes it from the saved items. */
export function save(stoa: Stoa, input: ReactionTarget & { save: boolean }): Promise<void> {
  return withIntent(stoa, {
    action: 'save',
    tokenName: tokenNameOf(stoa, input.entityId),
    isForMembers: false,
    serializedAction: { action: 'save', input },
    run: () =>
      setMark(stoa, input.entityId, {
        mark: 'saves',
        value: input.save,
        send: async () => (await sendSave(stoa, input)).saved,
      }),
  })
}

function sendSave(stoa: Stoa, { entityType, entityId, save }: ReactionTarget & { save: boolean }) {
  return entityType === 'Post'
    ? stoa.client.call('postSave', { postId: entityId, save })
    : stoa.client.call('commentSave', { commentId: entityId, save })
}

/** Reminds the viewer of a saved item at a time, instead of any time before; null: never. */
export async function remind(
  stoa: Stoa,
  input: { entityType: EntityType; entityId: string; remindAt: number | null },
): Promise<void> {
  const { remindAt } = await stoa.client.call('saveRemind', input)
  putEntities(stoa, { reminders: { [input.entityId]: { remindAt } } })
}

/** Notifies the viewer of each new comment on a post, or no longer; requires sign-in. */
export function watchPost(stoa: Stoa, input: { postId: string; watch: boolean }): Promise<void> {
  return withIntent(stoa, {
    action: 'watchPost',
    tokenName: tokenNameOf(stoa, input.postId),
    isForMembers: false,
    serializedAction: { action: 'watchPost', input },
    run: () =>
      setMark(stoa, input.postId, {
        mark: 'watches',
        value: input.watch,
        send: async () => (await stoa.client.call('postWatch', input)).watched,
      }),
  })
}

/** Hides another person's post or comment for the viewer alone, or shows it again. */
export function hideForMe(stoa: Stoa, input: ReactionTarget & { hide: boolean }): Promise<void> {
  return setMark(stoa, input.entityId, {
    mark: 'hides',
    value: input.hide,
    send: async () => (await stoa.client.call('contentHideForMe', input)).hidden,
  })
}

/** Votes in a post's poll; the viewer's current option is removed instead. */
export function vote(stoa: Stoa, { postId, optionIndex }: { postId: string; optionIndex: number }): Promise<void> {
  const { posts, votes } = stoa.state.getState()
  const choice = votes[postId] === optionIndex ? undefined : optionIndex
  return withIntent(stoa, {
    action: 'vote',
    serializedAction: { action: 'vote', input: { postId, optionIndex } },
    tokenName: posts[postId]?.tokenName ?? '',
    run: () => setVote(stoa, postId, choice),
  })
}

function setVote(stoa: Stoa, postId: string, choice: number | undefined): Promise<void> {
  const input = { postId, selectedOptionIndex: choice ?? -1 }
  const kept = keepWish(stoa, { call: 'postVote', input, entityId: postId })
  return stoa.singleton(createMutationQueue).mutate(postId, {
    kind: 'votes',
    apply: (rows) => withVote(rows, choice),
    isApplied: (rows) => rows.votes === choice,
    async send() {
      const waiting = kept && (await kept)
      const payload = waiting ? await waiting.result : await stoa.client.call('postVote', input)
      return payload ? voteUpdate(payload) : unchanged
    },
  })
}

function withVote(rows: Rows, choice: number | undefined): Rows {
  const { posts: post, votes: before } = rows
  if (!post || before === choice) return rows
  const step = Number(choice !== undefined) - Number(before !== undefined)
  const pollValues = post.pollValues?.map((value, index) => ({
    ...value,
    count: Math.max(0, value.count + Number(index === choice) - Number(index === before)),
  }))
  return {
    ...rows,
    votes: choice,
    posts: { ...post, pollValues: pollValues ?? null, pollTotalVoters: Math.max(0, post.pollTotalVoters + step) },
  }
}

/** Joins or leaves a community. `sawEmailNotice`: the viewer was told that the team can see the email address. */
export function join(stoa: Stoa, input: Membership): Promise<void> {
  return withIntent(stoa, {
    action: 'join',
    tokenName: input.tokenName,
    isForMembers: false,
    serializedAction: { action: 'join', input },
    run: (actor) => setMembership(stoa, input, actor),
  })
}

/** Follows or unfollows a person. Does nothing if signing in shows that it is the viewer. */
export function follow(stoa: Stoa, input: { userId: string; follow: boolean }): Promise<void> {
  return withIntent(stoa, {
    action: 'follow',
    tokenName: '',
    isForMembers: false,
    serializedAction: { action: 'follow', input },
    async run() {
      const { viewer } = stoa.state.getState()
      if (!isOwn(viewer ?? null, input.userId)) await setFollow(stoa, input)
    },
  })
}

function setFollow(stoa: Stoa, { userId, follow }: { userId: string; follow: boolean }): Promise<void> {
  return stoa.singleton(createMutationQueue).mutate(userId, {
    kind: 'follows',
    apply: (rows) => ({ ...rows, follows: withFollow(follow, rows.follows) }),
    isApplied: ({ follows }) => follows?.follows === follow,
    async send() {
      const follows = await stoa.client.call('userFollow', { followedUserId: userId, follow })
      return (rows) => ({ ...rows, follows: { ...rows.follows, ...follows } })
    },
  })
}

function withFollow(follow: boolean, before: Follow = { followers: 0 }): Follow {
  const step = Number(follow) - Number(before.follows ?? false)
  return { ...before, followers: Math.max(0, before.followers + step), follows: follow }
}
