import {
  decidesAs,
  isOwn,
  type Me,
  type PostDocument,
  plainTextOf,
  previewText,
  type SettingChange,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { ActivityLog } from '../activity-log/index.ts'
import type { PostRow } from './repository.ts'

interface Dependencies {
  communities: Pick<CommunityService, 'topicsById'>
  activityLog: Pick<ActivityLog, 'add'>
}

/** Unchanged characters kept before a difference, to show where it is. */
const CONTEXT_LENGTH = 20

/** Logs edits of somebody else's post. */
export function createEditLog({ communities, activityLog }: Dependencies) {
  return {
    async add(
      tx: Transaction,
      viewer: Me,
      { facts, before, after }: { facts: { tokenName: string }; before: PostRow; after: PostRow },
    ): Promise<void> {
      if (isOwn(viewer, before.publisher_id)) return
      const topics = await communities.topicsById(
        [before.flair_id, after.flair_id].filter((id) => id !== ''),
        tx,
      )
      const topicOf = (row: PostRow) => topics.get(row.flair_id)?.name ?? ''
      const changes: SettingChange[] = [
        { setting: 'postTitle', before: before.title, after: after.title },
        { setting: 'postTopic', before: topicOf(before), after: topicOf(after) },
        {
          setting: 'postExcerpt',
          before: before.has_own_excerpt ? before.excerpt : '',
          after: after.has_own_excerpt ? after.excerpt : '',
        },
        { setting: 'postAddress', before: addressOf(before, after), after: addressOf(after, before) },
        { setting: 'postText', ...differenceOf(textOf(before), textOf(after)) },
      ]
      await activityLog.add(tx, {
        communityId: before.community_id,
        actorId: viewer.id,
        action: 'postEdited',
        personId: before.publisher_id,
        postId: before.id,
        changes: changes.filter((change) => change.before !== change.after),
        by: decidesAs(viewer, facts.tokenName),
      })
    },
  }
}

/** A slug that somebody chose or gave up. One that follows the title isn't worth an entry. */
function addressOf(row: PostRow, other: PostRow): string {
  return row.has_own_slug || other.has_own_slug ? row.slug : ''
}

function textOf({ content }: PostRow): string {
  return plainTextOf(JSON.parse(content) as PostDocument)
}

/** The beginnings of the difference between two texts, after a few unchanged characters. */
function differenceOf(before: string, after: string): { before: string; after: string } {
  const [was, is] = [[...before], [...after]]
  const first = was.findIndex((character, index) => character !== is[index])
  const start = Math.max(0, (first < 0 ? was.length : first) - CONTEXT_LENGTH)
  const from = (text: string[]) => `${start > 0 ? '…' : ''}${previewText(text.slice(start).join(''))}`
  return before === after ? { before: '', after: '' } : { before: from(was), after: from(is) }
}
