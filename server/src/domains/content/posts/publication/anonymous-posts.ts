import {
  type CallParsedInput,
  canPostAnonymously,
  canPublishType,
  type Me,
  newPostStatus,
  type Post,
} from '@stoa/contract'
import { assertAllowed, DomainError } from '../../../../platform/domain-error.ts'
import type { MembershipService } from '../../../people/memberships/index.ts'
import type { Scored, Sender } from '../../checks/index.ts'
import { checked, contentColumns } from '../drafts/draft-parts.ts'
import { NO_OWN_PARTS } from '../drafts/own-parts.ts'
import { emptyPost, type PostRow, postRepository } from '../repository.ts'
import { claimSlug } from '../slugs.ts'
import type { PostWriterDependencies } from '../writer.ts'
import { refuseUncaptioned } from './captions.ts'
import { checkedText } from './checked-text.ts'
import { firstTimes } from './publication.ts'

type Dependencies = PostWriterDependencies & {
  memberships: Pick<MembershipService, 'bannedAmong'>
}

/** Anonymous posts. The pipeline runs the app check first. */
export function createAnonymousPosts(dependencies: Dependencies) {
  const { database, clock, ids, communities, memberships, reader, linkCards, publication, media, captions } =
    dependencies
  const { contentChecks, contentFindings } = dependencies

  return {
    /** `accountIds`: accounts that have signed in in the sender's browser, because signing out doesn't lift a ban. */
    async createAnonymously(
      viewer: Me | null,
      { accountIds, sender, ...input }: CallParsedInput<'postAnonymous'> & { accountIds: string[]; sender?: Sender },
      { tx, scored }: Scored = {},
    ): Promise<Post> {
      const checkRun = contentChecks.begin(scored)
      const work = database.transaction(async (tx) => {
        const { connection } = tx
        const community = await communities.require(input.tokenName, tx)
        const { id: communityId, tokenName, approvePosts, requireTranscripts } = community
        const now = clock.now()
        assertAllowed(canPostAnonymously(viewer, community, now))
        const banned = viewer === null ? await memberships.bannedAmong(communityId, accountIds, tx) : []
        if (banned.length > 0) throw new DomainError('BANNED')
        const kind = 'community'
        const flairId = await publication.checkTopic(tx, input.flairId, communityId)
        const needsFlair = flairId === '' && (await publication.needsTopic(communityId, kind, tx))
        const checkedDraft = checked({ ...input, saveAsDraft: false }, { now, poll: null, needsFlair, media })
        assertAllowed(
          canPublishType(community.postTypes, { kind, isResponse: false, hasPoll: checkedDraft.poll !== null }),
        )
        const { document, lacksCaptions } = await captions.complete(tx, checkedDraft.document)
        // Nobody could add them later.
        if (lacksCaptions && requireTranscripts) refuseUncaptioned(document, { blocks: [] })
        const draft = { ...checkedDraft, document }
        const outcome = await checkRun.check(
          {
            community,
            author: null,
            sender,
            text: checkedText({ ...draft, pollOptions: draft.poll?.options, own: NO_OWN_PARTS }),
          },
          tx,
        )
        const waits = approvePosts || outcome.held
        const id = ids.next()
        const slug = await claimSlug({ connection, dialect: database.dialect }, { id, communityId, title: draft.title })
        const row: PostRow = {
          ...emptyPost,
          ...firstTimes(now),
          ...contentColumns(draft, NO_OWN_PARTS),
          id,
          community_id: communityId,
          kind,
          // Moderators who post anonymously are checked like everybody else.
          status: newPostStatus(null, {
            tokenName,
            kind,
            approvePosts: waits,
            saveAsDraft: false,
            lacksCaptions: false,
          }),
          slug,
          publisher_id: '',
          moderation_score: outcome.score,
          flair_id: flairId,
          updated_at: now,
        }
        await postRepository(connection).insert(row)
        contentFindings.add(tx, [{ ...outcome, entityId: id, communityId }])
        await publication.announce(tx, row)
        linkCards.fillLater(tx, { postId: id, userId: viewer?.id ?? '' }, draft.document)
        return reader.present(row, null, tx)
      }, tx)
      return checkRun.end(work)
    },
  }
}
