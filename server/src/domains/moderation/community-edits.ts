import { administers, type CallOutput, type CallParsedInput, type Viewer } from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ActivityLog } from '../activity-log/activity-log.ts'
import type { CommunitySettings } from '../communities/settings.ts'

interface Dependencies extends Pick<Platform, 'database'> {
  communitySettings: CommunitySettings
  activityLog: ActivityLog
}

/** Changes a community and writes down what was changed. */
export function createCommunityEdits({ database, communitySettings, activityLog }: Dependencies) {
  return {
    edit(
      viewer: NonNullable<Viewer>,
      input: CallParsedInput<'communityEdit'>,
      tx?: Transaction,
    ): Promise<CallOutput<'communityEdit'>> {
      return database.transaction(async (tx) => {
        const { community, changes } = await communitySettings.edit(tx, viewer, input)
        if (changes.length > 0) {
          await activityLog.add(tx, {
            communityId: community.id,
            actorId: viewer.id,
            action: 'communityEdited',
            by: administers(viewer, community.tokenName) ? 'domain' : 'community',
            changes,
          })
        }
        return { community }
      }, tx)
    },
  }
}
