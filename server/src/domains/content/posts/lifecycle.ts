import {
  type CallParsedInput,
  canEditPost,
  canSyndicatePost,
  type Me,
  type Post,
  type PostDocument,
  plainTextOf,
  SYNDICATION_MIN,
  textLength,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MediaService } from '../../people/media/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { ActivityLog } from '../activity-log/index.ts'
import type { ContentChecks, ContentFindings } from '../checks/index.ts'
import type { PollService } from '../polls/index.ts'
import { createDraftActions } from './drafts/draft-actions.ts'
import { createEditLog } from './edit-log.ts'
import { createLockedPosts, type Locked } from './locked-posts.ts'
import { createModeratorActions } from './moderator-actions.ts'
import type { PostCaptions } from './publication/captions.ts'
import { createCheckedPublication } from './publication/checked-publication.ts'
import type { PostPublication } from './publication/publication.ts'
import type { PostReader } from './reader.ts'
import { type PostRow, postRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  accounts: Pick<AccountService, 'accountsOf'>
  communities: CommunityService
  memberships: Pick<MembershipService, 'assertImpartial' | 'viewer'>
  polls: PollService
  activityLog: ActivityLog
  contentChecks: ContentChecks
  contentFindings: ContentFindings
  reader: PostReader
  publication: PostPublication
  captions: PostCaptions
  uploaded: Pick<MediaService, 'setUses' | 'shownIn' | 'captionsOf' | 'shows' | 'setRemoved'>
}

/** Posts that change their topic per transaction. */
const MOVED_AT_ONCE = 500

export type PostLifecycle = ReturnType<typeof createPostLifecycle>

/** Changes of a stored post: of its state by moderators, its author and jobs, of its topic, and of its syndication. */
export function createPostLifecycle(dependencies: Dependencies) {
  const { communities, publication } = dependencies
  const { change, checkTopic } = publication
  const editLog = createEditLog(dependencies)
  const lockedPosts = createLockedPosts(dependencies)
  const { act } = lockedPosts
  const checkedPublication = createCheckedPublication({ ...dependencies, ...lockedPosts })
  const { publishScheduled, publishWaiting, checkWaiting, transcriptEnded } = checkedPublication

  return {
    ...createModeratorActions({ ...dependencies, ...lockedPosts, checkedPublication }),
    ...createDraftActions({ ...dependencies, ...lockedPosts, checkedPublication }),
    publishScheduled,
    publishWaiting,
    checkWaiting,
    transcriptEnded,
    /** Syndicates a story to other sites, or stops doing so. */
    syndicate(viewer: Me, input: CallParsedInput<'postSyndicate'>, tx?: Transaction): Promise<Post> {
      const { syndicate } = input
      const action = async (tx: Transaction, { row, facts, now }: Locked) => {
        assertAllowed(canSyndicatePost(viewer, facts, { syndicate, now }))
        if (syndicate && !isLongEnough(row)) throw new DomainError('POST_TOO_SHORT')
        return change(tx, row, { is_syndicated: Number(syndicate) })
      }
      return act(viewer, input, { tx, action })
    },
    /** Gives a post a topic. Choosing its own topic again removes it, except from a story. */
    attachTopic(viewer: Me, input: CallParsedInput<'flairAttach'>, tx?: Transaction): Promise<Post> {
      const action = async (tx: Transaction, { row, facts, now }: Locked) => {
        assertAllowed(canEditPost(viewer, facts, now))
        const isOff = row.flair_id === input.flairId && row.kind !== 'story'
        const flair_id = isOff ? '' : await checkTopic(tx, input.flairId, row.community_id)
        if (flair_id !== row.flair_id) {
          await editLog.add(tx, viewer, { facts, before: row, after: { ...row, flair_id } })
        }
        return change(tx, row, { flair_id, updated_at: now })
      }
      return act(viewer, input, { tx, action })
    },
    /** Job: moves some posts of a merged topic to its successor; true while there are more. */
    async moveToTopic(tx: Transaction, { communityId, flairId }: { communityId: string; flairId: string }) {
      // The lock keeps the successor from being merged meanwhile.
      await communities.lock(tx, communityId)
      const into = (await communities.topicsById([flairId], tx)).get(flairId)
      if (!into || into.id === flairId) return false
      const repository = postRepository(tx.connection)
      const postIds = await repository.idsOfTopic(flairId, MOVED_AT_ONCE)
      await repository.updateMany(postIds, { flair_id: into.id })
      return postIds.length === MOVED_AT_ONCE
    },
  }
}

function isLongEnough({ content }: PostRow): boolean {
  const document = JSON.parse(content) as PostDocument
  return (
    document.blocks.length >= SYNDICATION_MIN.blocks || textLength(plainTextOf(document)) >= SYNDICATION_MIN.characters
  )
}
