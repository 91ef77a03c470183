import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  type CommunityFounders,
  canCreateCommunity,
  type Me,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import { type CommunityService, storedPicture } from '../../people/communities/index.ts'
import type { MediaAddresses, MediaService } from '../../people/media/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'

interface Dependencies extends Pick<Platform, 'database'> {
  communities: CommunityService
  memberships: MembershipService
  media: Pick<MediaAddresses, 'stored'>
  uploaded: Pick<MediaService, 'assertThere' | 'setUses'>
  activityLog: ActivityLog
}

/** Creates communities owned by their founders. */
export function createFounding({ database, communities, memberships, media, uploaded, activityLog }: Dependencies) {
  return {
    async create(
      viewer: Me,
      about: { input: CallParsedInput<'communityCreate'>; founders: CommunityFounders },
      tx?: Transaction,
    ): Promise<CallOutput<'communityCreate'>> {
      assertAllowed(canCreateCommunity(viewer, about.founders))
      const {
        tokenName,
        title,
        about: text = '',
        logoImageURI,
        bannerImageURI,
        accent,
        approvePosts = false,
        flairs = [],
      } = about.input
      if (new Set(flairs.map(({ name }) => name.toLowerCase())).size < flairs.length)
        throw new DomainError('FLAIR_EXISTS')
      const logo = storedPicture(media, { field: 'logoImageURI', address: logoImageURI })
      const banner = storedPicture(media, { field: 'bannerImageURI', address: bannerImageURI })
      // Also taken if the name is another community's slug.
      if (await isTaken(tokenName, tx)) throw new DomainError('COMMUNITY_EXISTS')
      return database.transaction(async (tx) => {
        const urlSlug = tokenName.toLowerCase()
        // A form may be sent days after the upload.
        await uploaded.assertThere(tx, { logoImageURI: logo, bannerImageURI: banner })
        await communities.assertDistinct({ tokenName, title }, { tx })
        const community = {
          tokenName,
          title,
          urlSlug,
          about: text,
          logo,
          banner,
          accent,
          approvePosts,
          flairs,
          creatorId: viewer.id,
        }
        const communityId = await communities.create(community, tx).catch((error) => {
          throw database.dialect.isUniqueViolation(error) ? new DomainError('COMMUNITY_EXISTS') : error
        })
        const pictures = [logo, banner].filter((picture) => picture !== undefined)
        await uploaded.setUses(tx, { entityId: communityId, ownerIds: accountIdsOf(viewer) }, pictures)
        await memberships.join(viewer, { tokenName, join: true }, tx)
        await memberships.changeRole(tx, { communityId, userId: viewer.id, change: { owner: true } })
        await activityLog.add(tx, { communityId, actorId: viewer.id, action: 'communityCreated' })
        return { community: await communities.get(tokenName, tx) }
      }, tx)
    },
  }

  async function isTaken(tokenName: string, tx?: Transaction): Promise<boolean> {
    return communities.require(tokenName, tx).then(
      () => true,
      (error) => {
        if (error instanceof DomainError && error.code === 'COMMUNITY_NOT_FOUND') return false
        throw error
      },
    )
  }
}
