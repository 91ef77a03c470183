import {
  accountIdsOf,
  type Comment,
  canSeePost,
  type Me,
  moderates,
  VIEWER_FACTS_MAX,
  type ViewerFacts,
} from '@stoa/contract'
import { DomainError } from '../../platform/domain-error.ts'
import type { CommentService } from '../comments/service.ts'
import type { PollService } from '../polls/service.ts'
import type { PostService } from '../posts/service.ts'
import type { OwnReactions } from '../reactions/service.ts'
import type { SaveService } from '../saves/service.ts'

interface Dependencies {
  reactions: OwnReactions
  polls: PollService
  comments: CommentService
  posts: Pick<PostService, 'factsById'>
  saves: Pick<SaveService, 'among'>
}

export type ViewerFactsService = ReturnType<typeof createViewerFactsService>

/** A viewer's own facts, loaded for a whole page at once and added to the shared page. */
export function createViewerFactsService({ reactions, polls, comments, posts, saves }: Dependencies) {
  /** Only posts the viewer may still see: a vote opens no results of hidden posts. */
  async function seenBy(viewer: Me, postIds: string[], only: string | null): Promise<Set<string>> {
    const facts = await posts.factsById(postIds, only)
    return new Set([...facts].filter(([, post]) => canSeePost(viewer, post).allowed).map(([id]) => id))
  }

  /** Which posts and comments the viewer has saved; omitted if none, as usual. */
  async function savedBy(viewer: Me, ids: string[]): Promise<Pick<ViewerFacts, 'saved'>> {
    const saved = await saves.among(accountIdsOf(viewer), ids)
    return saved.length === 0 ? {} : { saved }
  }

  return {
    /**
     * The viewer's reactions, votes and saved items for posts and comments, and comments of which the viewer sees more.
     * `only`: the only community considered; null for all.
     */
    async of(
      viewer: Me,
      about: { postIds: string[]; commentIds: string[]; only: string | null },
    ): Promise<ViewerFacts> {
      if (about.postIds.length + about.commentIds.length > VIEWER_FACTS_MAX) throw tooMany()
      const postOf = await comments.postsOf(about.commentIds)
      const seen = await seenBy(viewer, [...about.postIds, ...postOf.values()], about.only)
      const postIds = about.postIds.filter((id) => seen.has(id))
      const commentIds = about.commentIds.filter((id) => seen.has(postOf.get(id) ?? ''))
      const [chosen, saved, votes, beyondPublic] = await Promise.all([
        reactions.chosenBy(accountIdsOf(viewer), [...postIds, ...commentIds]),
        savedBy(viewer, [...postIds, ...commentIds]),
        polls.votesOf(accountIdsOf(viewer), postIds),
        comments.beyondPublic(viewer, { postIds, commentIds }),
      ])
      return { reactions: chosen, votes: Object.fromEntries(votes), comments: beyondPublic, ...saved }
    },
    /** The same for a shared page of comments; the first page also includes the viewer's own unlisted ones. */
    async ofComments(viewer: Me, about: { shown: Comment[]; ownUnder: string[] }): Promise<ViewerFacts> {
      const { shown, ownUnder } = about
      const idsOf = (items: Comment[]) => items.map(({ id }) => id)
      const maybeMore = shown.filter(({ content, tokenName }) => content === null || moderates(viewer, tokenName))
      const [chosen, saved, beyondPublic] = await Promise.all([
        reactions.chosenBy(accountIdsOf(viewer), idsOf(shown)),
        savedBy(viewer, idsOf(shown)),
        comments.beyondPublic(viewer, { postIds: ownUnder, commentIds: idsOf(maybeMore) }),
      ])
      return { reactions: chosen, votes: {}, comments: beyondPublic, ...saved }
    },
    /** The same for a page of posts, without their comments. */
    async ofPosts(viewer: Me, postIds: string[]): Promise<ViewerFacts> {
      const [chosen, saved, votes] = await Promise.all([
        reactions.chosenBy(accountIdsOf(viewer), postIds),
        savedBy(viewer, postIds),
        polls.votesOf(accountIdsOf(viewer), postIds),
      ])
      return { reactions: chosen, votes: Object.fromEntries(votes), comments: [], ...saved }
    },
  }
}

function tooMany(): DomainError {
  return new DomainError('VALIDATION_FAILED', [
    { field: 'commentIds', message: `At most ${VIEWER_FACTS_MAX} ids at once.` },
  ])
}
