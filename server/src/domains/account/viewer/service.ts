import {
  accountIdsOf,
  type CallParsedInput,
  type Comment,
  canSeePost,
  commentMuted,
  isId,
  type Me,
  moderates,
  type PostSummary,
  VIEWER_FACTS_MAX,
  type ViewerFacts,
} from '@stoa/contract'
import { DomainError } from '../../../platform/domain-error.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { MarksOfViewer } from '../../content/marks/index.ts'
import type { PollService } from '../../content/polls/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { OwnReactions } from '../../content/reactions/index.ts'
import type { ReadingService } from '../../content/reading/index.ts'

interface Dependencies {
  reactions: OwnReactions
  polls: PollService
  comments: CommentService
  posts: Pick<PostService, 'factsById'>
  marksOfViewer: MarksOfViewer
  reading: Pick<ReadingService, 'newTo'>
}

export type ViewerFactsService = ReturnType<typeof createViewerFactsService>

/** Loads a viewer's own facts for a whole page at once, to be added to the shared page. */
export function createViewerFactsService({ reactions, polls, comments, posts, marksOfViewer, reading }: Dependencies) {
  /** Keeps only posts that the viewer can still see: a vote reveals no results of hidden posts. */
  async function seenBy(viewer: Me, postIds: string[], onlyCommunity: string | null): Promise<Set<string>> {
    const facts = await posts.factsById(postIds, onlyCommunity)
    return new Set([...facts].filter(([, post]) => canSeePost(viewer, post).allowed).map(([id]) => id))
  }

  return {
    /**
     * The viewer's reactions, votes, saved and hidden items and reading positions among posts and comments, and comments of which the
     * viewer sees more than others. `onlyCommunity`: the only community considered; null for all.
     */
    async of(viewer: Me, lists: CallParsedInput<'viewerFacts'>, onlyCommunity: string | null): Promise<ViewerFacts> {
      const about = {
        postIds: idsIn('postIds', lists.postIds ?? ''),
        commentIds: idsIn('commentIds', lists.commentIds ?? ''),
      }
      if (about.postIds.length + about.commentIds.length > VIEWER_FACTS_MAX) throw tooMany()
      const postOf = await comments.postsOf(about.commentIds)
      const visiblePostIds = await seenBy(viewer, [...about.postIds, ...postOf.values()], onlyCommunity)
      const postIds = about.postIds.filter((id) => visiblePostIds.has(id))
      const commentIds = about.commentIds.filter((id) => visiblePostIds.has(postOf.get(id) ?? ''))
      const [chosen, marks, votes, reads, beyondPublic, shown] = await Promise.all([
        reactions.chosenBy(accountIdsOf(viewer), [...postIds, ...commentIds]),
        marksOfViewer(accountIdsOf(viewer), [...postIds, ...commentIds]),
        polls.votesOf(accountIdsOf(viewer), postIds),
        reading.newTo(
          viewer,
          postIds.map((id) => ({ id })),
        ),
        comments.beyondPublic(viewer, { postIds, commentIds }),
        asksForMuted(viewer) ? comments.publicById(commentIds) : new Map<string, Comment>(),
      ])
      const muted = mutedAmong(viewer, [...shown.values()])
      return {
        reactions: chosen,
        votes: Object.fromEntries(votes),
        comments: beyondPublic,
        ...marks,
        ...reads,
        ...muted,
      }
    },
    /** Facts for a shared page of comments. The first page also includes the viewer's own unlisted ones. */
    async ofComments(viewer: Me, about: { pageComments: Comment[]; ownUnder: string[] }): Promise<ViewerFacts> {
      const { pageComments, ownUnder } = about
      const idsOf = (items: Comment[]) => items.map(({ id }) => id)
      const maybeMore = pageComments.filter(
        ({ content, tokenName }) => content === null || moderates(viewer, tokenName),
      )
      const [chosen, marks, beyondPublic] = await Promise.all([
        reactions.chosenBy(accountIdsOf(viewer), idsOf(pageComments)),
        marksOfViewer(accountIdsOf(viewer), idsOf(pageComments)),
        comments.beyondPublic(viewer, { postIds: ownUnder, commentIds: idsOf(maybeMore) }),
      ])
      return { reactions: chosen, votes: {}, comments: beyondPublic, ...marks, ...mutedAmong(viewer, pageComments) }
    },
    /** Facts for a page of posts without their comments. For previewed comments, only whether they are hidden. */
    async ofPosts(
      viewer: Me,
      summaries: Pick<PostSummary, 'id' | 'activeAt' | 'previewComments'>[],
    ): Promise<ViewerFacts> {
      const postIds = summaries.map(({ id }) => id)
      const previewed = summaries.flatMap(({ previewComments = [] }) => previewComments.map(({ id }) => id))
      const [chosen, marks, votes, reads] = await Promise.all([
        reactions.chosenBy(accountIdsOf(viewer), postIds),
        marksOfViewer(accountIdsOf(viewer), [...postIds, ...previewed]),
        polls.votesOf(accountIdsOf(viewer), postIds),
        reading.newTo(viewer, summaries),
      ])
      return { reactions: chosen, votes: Object.fromEntries(votes), comments: [], ...marks, ...reads }
    },
  }
}

/** Whether the server tells what is muted: a partner's site doesn't get the viewer's lists, and asks only if there are any. */
function asksForMuted({ site, mutes }: Me): boolean {
  return site !== null && mutes !== undefined
}

/** Why comments are muted, for a partner's site. */
function mutedAmong(viewer: Me, shown: readonly Comment[]): Pick<ViewerFacts, 'muted'> {
  if (!asksForMuted(viewer)) return {}
  const muted: ViewerFacts['muted'] = {}
  for (const comment of shown) {
    const cause = commentMuted(viewer, comment, 'widgets')
    if (cause) muted[comment.id] = cause
  }
  return { muted }
}

function idsIn(field: string, list: string): string[] {
  const ids = [...new Set(list.split(',').filter((part) => part !== ''))]
  if (!ids.every(isId)) {
    throw new DomainError('VALIDATION_FAILED', [{ field, message: 'Must be ids, separated by commas.' }])
  }
  return ids
}

function tooMany(): DomainError {
  return new DomainError('VALIDATION_FAILED', [
    { field: 'commentIds', message: `At most ${VIEWER_FACTS_MAX} ids at once.` },
  ])
}
