import {
  type CallOutput,
  type CallParsedInput,
  commentPath,
  isPublicPost,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  postPath,
  type ReputationSource,
} from '@stoa/contract'
import { type Cursors, pageOf } from '../../../platform/database/keyset.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import { type CommunityService, inCommunity } from '../../people/communities/index.ts'
import type { Reputation, SourceRow } from '../../people/reputation/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { PostService } from '../posts/index.ts'

interface Dependencies {
  cursors: Cursors
  accounts: Pick<AccountService, 'get'>
  communities: Pick<CommunityService, 'idOf' | 'factsById'>
  posts: Pick<PostService, 'summariesById'>
  comments: Pick<CommentService, 'seenBy'>
  reputation: Pick<Reputation, 'ofPerson' | 'sourcesOf'>
}

type Output = CallOutput<'userReputation'>

const EXCERPT_LENGTH = 140

/** Lists a person's reputation and its sources, as everyone may see them. */
export function createReputationList(dependencies: Dependencies) {
  const { cursors, accounts, communities, posts, comments, reputation } = dependencies

  async function communitiesOf(userId: string, communityId: string | null): Promise<Output['communities']> {
    const rows = await reputation.ofPerson(userId, { communityId, limit: PAGE_SIZE_MAX })
    const facts = await communities.factsById(rows.map((row) => row.communityId))
    return rows.flatMap((row) => {
      const community = facts.get(row.communityId)
      if (!community) return []
      return [{ ...inCommunity(community), communityTitle: community.title, points: row.points }]
    })
  }

  async function show(rows: SourceRow[]): Promise<ReputationSource[]> {
    const idsOf = (type: SourceRow['entity_type']) =>
      rows.filter((row) => row.entity_type === type).map((row) => row.entity_id)
    const visibleComments = await comments.seenBy(null, idsOf('Comment'))
    const summaries = await posts.summariesById([
      ...idsOf('Post'),
      ...[...visibleComments.values()].map(({ postId }) => postId),
    ])
    return rows.flatMap((row) => {
      const { entity_id: entityId, entity_type: entityType, points } = row
      const comment = entityType === 'Comment' ? visibleComments.get(entityId) : null
      const post = comment === undefined ? undefined : summaries.get(comment?.postId ?? entityId)
      if (!post || !isPublicPost(post.status) || comment?.content === null) return []
      const { tokenName, communitySlug, communityTitle, title } = post
      const excerpt = [...(comment?.content ?? '')].slice(0, EXCERPT_LENGTH).join('')
      const path = comment ? commentPath(post, comment) : postPath(post)
      const { createdAt } = comment ?? post
      const community = { tokenName, ...(communitySlug === undefined ? {} : { communitySlug }), communityTitle }
      return [{ entityType, entityId, ...community, title, path, excerpt, points, createdAt }]
    })
  }

  return async (
    { idOrSlug, limit = PAGE_SIZE, cursor }: CallParsedInput<'userReputation'>,
    onlyCommunity: string | null,
  ): Promise<Output> => {
    const user = await accounts.get(idOrSlug)
    const communityId = onlyCommunity === null ? null : await communities.idOf(onlyCommunity)
    const list = `reputation ${user.id} ${communityId ?? ''}`
    const [after = null] = cursor ? cursors.decode(list, cursor) : []
    const rows = await reputation.sourcesOf(user.id, {
      communityId,
      after: after === null ? null : String(after),
      limit: limit + 1,
    })
    const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => [row.entity_id] })
    return {
      communities: cursor ? [] : await communitiesOf(user.id, communityId),
      items: await show(pageRows),
      ...end,
    }
  }
}
