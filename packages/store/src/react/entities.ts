import {
  type Comment,
  type Community,
  type Me,
  type Member,
  managesCommunity,
  type ReactionName,
  type User,
} from '@stoa/contract'
import type { Article, Intent, StoredPost, Thread } from '../state.ts'
import { threadKey } from '../thread-key.ts'
import { useStoa } from './stoa-context.tsx'
import { useStoaState } from './use-stoa-state.ts'

/** The post with this id, undefined when it is not loaded. */
export function usePost(id: string): StoredPost | undefined {
  return useStoaState(({ posts }) => posts[id])
}

/** The comment with this id, undefined when it is not loaded. */
export function useComment(id: string): Comment | undefined {
  return useStoaState(({ comments }) => comments[id])
}

/** The community with this token name, undefined when it is not loaded. */
export function useCommunity(tokenName: string): Community | undefined {
  return useStoaState(({ communities }) => communities[tokenName])
}

/** The person with this id, undefined when it is not loaded. */
export function useUser(id: string): User | undefined {
  return useStoaState(({ users }) => users[id])
}

/** A member by the key that a list of members holds. */
export function useMember(key: string): Member | undefined {
  return useStoaState(({ members }) => members[key])
}

/** Who is looking: null for a visitor, undefined as long as that is not known. */
export function useViewer(): Me | null | undefined {
  return useStoaState(({ viewer }) => viewer)
}

/** Whether the viewer manages a community, as far as is known by now. */
export function useManages(tokenName: string): boolean {
  const { clock } = useStoa()
  const viewer = useViewer() ?? null
  const creatorID = useCommunity(tokenName)?.creatorID ?? ''
  return managesCommunity(viewer, { tokenName, creatorID }, clock())
}

/** The viewer's own reaction to a post or comment. */
export function useMyReaction(id: string): ReactionName | null {
  return useStoaState(({ reactions }) => reactions[id] ?? null)
}

/** Index of the option that the viewer has voted for, or -1. */
export function useMyVote(postId: string): number {
  return useStoaState(({ votes }) => votes[postId] ?? -1)
}

/** The thread of an article, undefined when it is not loaded. */
export function useThread(article: Article): Thread | undefined {
  const key = threadKey(article)
  return useStoaState(({ threads }) => threads[key])
}

/** What a person wanted to do and needs signing in or joining for; null when there is nothing. */
export function useIntent(): Intent | null {
  return useStoaState(({ intent }) => intent)
}
