import { isHomeFeed, isPersonalFeed, type Me, moderatesSomewhere, mutePlaceOf, showsSyndicated } from '@stoa/contract'
import type { ViewerPart } from '../../../platform/calls/handlers.ts'
import type { ViewerFactsService } from './service.ts'

/** The viewer's own facts about pages of posts and comments that are otherwise shared. */
export function createViewerParts(viewerFacts: ViewerFactsService) {
  // Moderators see scores in posts, so their pages aren't shared.
  const isShared = (viewer: Me) => !moderatesSomewhere(viewer)
  const postList: ViewerPart<'postList'> = {
    isShared: (viewer, query) =>
      isShared(viewer) &&
      !isHomeFeed(query.type) &&
      !(viewer.hiddenCommunities.length > 0 && (isPersonalFeed(query) || showsSyndicated(query))) &&
      !(viewer.mutes && mutePlaceOf(query) !== 'ownPages'),
    factsOf: (viewer, { payload }) => viewerFacts.ofPosts(viewer, payload.items),
  }
  const postGet: ViewerPart<'postGet'> = {
    isShared,
    factsOf: (viewer, { payload }) => viewerFacts.ofPosts(viewer, [payload.post]),
  }
  const commentList: ViewerPart<'commentList'> = {
    // A person's list omits what this viewer can't see. The queue is for moderators, who see everything.
    isShared: (_viewer, { type }) => type === 'post' || type === 'replies',
    async factsOf(viewer, { input: { type, postId, cursor }, payload: { items } }) {
      const isFirstPage = type === 'post' && !cursor
      return viewerFacts.ofComments(viewer, {
        pageComments: type === 'pending' ? [] : items.flatMap((item) => [item, ...item.replies.items]),
        ownUnder: isFirstPage && postId !== undefined ? [postId] : [],
      })
    },
  }
  return { postList, postGet, commentList }
}
