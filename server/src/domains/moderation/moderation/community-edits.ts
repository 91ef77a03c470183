import {
  type CallOutput,
  type CallParsedInput,
  type Community,
  decidesAs,
  type Me,
  type SettingChange,
  type Viewer,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import type { CommunitySettings, TopicService } from '../../people/communities/index.ts'

interface Dependencies extends Pick<Platform, 'database'> {
  communitySettings: CommunitySettings
  flairs: TopicService
  activityLog: ActivityLog
}

/** Changes a community and its topics, and logs the changes. */
export function createCommunityEdits({ database, communitySettings, flairs, activityLog }: Dependencies) {
  function logged<Result extends { community: Community; changes: SettingChange[] }>(
    viewer: NonNullable<Viewer>,
    work: (tx: Transaction) => Promise<Result>,
    tx?: Transaction,
  ): Promise<Omit<Result, 'changes'>> {
    return database.transaction(async (tx) => {
      const { changes, ...result } = await work(tx)
      const { id: communityId, tokenName } = result.community
      if (changes.length > 0) {
        await activityLog.add(tx, {
          communityId,
          actorId: viewer.id,
          action: 'communityEdited',
          by: decidesAs(viewer, tokenName),
          changes,
        })
      }
      return result
    }, tx)
  }

  return {
    edit(
      viewer: NonNullable<Viewer>,
      input: CallParsedInput<'communityEdit'>,
      tx?: Transaction,
    ): Promise<CallOutput<'communityEdit'>> {
      return logged(viewer, (tx) => communitySettings.edit(tx, viewer, input), tx)
    },
    createTopic(viewer: Me, input: CallParsedInput<'flairCreate'>, tx?: Transaction) {
      return logged(viewer, (tx) => flairs.create(tx, viewer, input), tx)
    },
    editTopic(viewer: Me, input: CallParsedInput<'flairEdit'>, tx?: Transaction) {
      return logged(viewer, (tx) => flairs.edit(tx, viewer, input), tx)
    },
    deleteTopic(viewer: Me, input: CallParsedInput<'flairDelete'>, tx?: Transaction) {
      return logged(viewer, (tx) => flairs.delete(tx, viewer, input), tx)
    },
  }
}
