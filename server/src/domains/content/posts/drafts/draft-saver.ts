import {
  accountIdsOf,
  type CallParsedInput,
  canCreatePost,
  canSaveDraft,
  type Me,
  type Post,
  type PostDocument,
  PostStatus,
} from '@stoa/contract'
import type { CallScope } from '../../../../platform/calls/context.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../../platform/domain-error.ts'
import { ancestorRepository } from '../ancestors.ts'
import { cardsOf, withCards, withoutLinksOf } from '../link-cards.ts'
import { isThere } from '../reader.ts'
import { type PostRow, postRepository } from '../repository.ts'
import type { createPostWriter, PostWriterDependencies } from '../writer.ts'
import { addressesIn, checked, contentColumns, createDraftParts } from './draft-parts.ts'
import { ownPartsAfter, ownPartsOf } from './own-parts.ts'

type Dependencies = PostWriterDependencies & Pick<ReturnType<typeof createPostWriter>, 'create'>
type Input = CallParsedInput<'postDraftSave'>

/** Saves drafts while they are being written. Only their author is notified. */
export function createDraftSaver(dependencies: Dependencies) {
  const { database, clock, communities, polls, reader, linkCards, publication, media, uploaded, create } = dependencies
  const { slugFor } = createDraftParts(dependencies)

  /** The draft's community, and its new content. Who moves a draft must be allowed to post there. */
  async function communityOf(tx: Transaction, viewer: Me, about: { row: PostRow; input: Input }) {
    const { row, input } = about
    const community = await communities.require(input.tokenName, tx)
    const communityId = community.id
    const kind = input.kind ?? row.kind
    const isMoved = communityId !== row.community_id
    if (isMoved || kind !== row.kind) assertAllowed(canCreatePost(viewer, { ...community, kind }, clock.now()))
    if (isMoved) await ancestorRepository(tx.connection).forget(row.id)
    const formerTopicId = isMoved ? '' : row.flair_id
    const { flairId } = input
    const isKept = flairId === undefined || flairId === formerTopicId
    return {
      community_id: communityId,
      kind,
      flair_id: isKept ? formerTopicId : await publication.checkTopic(tx, flairId ?? undefined, communityId),
      // The parent post stays in the old community.
      ...(isMoved ? { parent_post_id: '', is_response: 0 } : {}),
    }
  }

  return {
    /** Saves a new draft, or an existing one that only its author changes. */
    async saveDraft(viewer: Me, input: Input, { onlyCommunity = null, tx }: CallScope = {}): Promise<Post> {
      const { postId } = input
      if (postId === undefined) {
        const { kind = 'community', flairId, pollOptions } = input
        return create(
          viewer,
          {
            ...input,
            kind,
            flairId: flairId ?? undefined,
            pollOptions: pollOptions ?? undefined,
            saveAsDraft: true,
          },
          { tx },
        )
      }
      return database.transaction(async (tx) => {
        const repository = postRepository(tx.connection)
        const row = await repository.lock(postId, database.dialect)
        const facts = row && (await reader.factsOf(row, tx))
        if (!row || !facts || !isThere(facts, onlyCommunity)) throw new DomainError('POST_NOT_FOUND')
        const now = clock.now()
        assertAllowed(canSaveDraft(viewer, facts, now))
        if (input.revision !== undefined && input.revision !== row.revision) {
          throw new DomainError('EDIT_CONFLICT', { post: await reader.present(row, viewer, tx) })
        }
        const community = await communityOf(tx, viewer, { row, input })
        const pollSettings = (await polls.ofPosts([row.id], tx)).get(row.id)?.pollSettings ?? null
        const poll = input.pollOptions === null ? null : pollSettings
        const draft = checked({ ...input, saveAsDraft: true }, { now, poll, needsFlair: false, media })
        const own = ownPartsAfter(input, ownPartsOf(row))
        const former = JSON.parse(row.content) as PostDocument
        const document = withCards(draft.document, cardsOf(former))
        if (draft.poll) await polls.replace(tx, row.id, draft.poll)
        else if (pollSettings !== null && poll === null) await polls.remove(tx, row.id)
        const next: PostRow = {
          ...row,
          ...community,
          ...contentColumns({ ...draft, document }, own),
          comments_off: Number(input.commentsOff ?? row.comments_off),
          has_poll: Number(draft.poll !== null || poll !== null),
          is_whitelisted: Number(viewer.enableSell.includes(input.tokenName)),
          slug: await slugFor(tx, row, {
            title: draft.title,
            communityId: community.community_id,
            ownSlug: own.slug,
          }),
          status: PostStatus.draft,
          revision: row.revision + 1,
          updated_at: now,
        }
        // A page without a card isn't requested again at every pause in typing.
        linkCards.fillLater(tx, { postId: row.id, userId: viewer.id }, withoutLinksOf(former, document))
        const { id: _, ...change } = next
        await repository.update(row.id, change)
        await uploaded.setUses(tx, { entityId: row.id, ownerIds: accountIdsOf(viewer) }, addressesIn(next))
        return reader.present(next, viewer, tx)
      }, tx)
    },
  }
}
