import { type Me, type MutePlace, postMuted, textMuted } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PostRowFacts } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { MuteService } from '../../people/mutes/index.ts'
import type { CauseRow, NotificationRow } from './repository.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'mainIdsById'>
  mutes: Pick<MuteService, 'of'>
}

/** The place of each kind in the table of mutes. Moderators’ decisions and one’s own reminders always arrive. */
const PLACES: Record<NotificationRow['kind'], MutePlace> = {
  reply: 'notices',
  mention: 'notices',
  follow: 'notices',
  newPost: 'postNotices',
  communityPost: 'postNotices',
  watched: 'notices',
  reminder: 'decisions',
  moderation: 'decisions',
  role: 'decisions',
  queue: 'decisions',
  overdue: 'decisions',
  accountChanged: 'decisions',
}

/** Tells which causes a reader doesn't get because of blocks and mutes. They are kept, so that they return. */
export function createMutedCauses({ accounts, mutes }: Dependencies) {
  return async function mutedFor(
    viewer: Me,
    { causes, posts }: { causes: readonly CauseRow[]; posts: Map<string, PostRowFacts> },
    tx?: Transaction,
  ): Promise<(row: NotificationRow, cause: CauseRow) => boolean> {
    const { blocked } = await mutes.of(viewer, tx)
    if (blocked.size === 0 && !viewer.mutes && viewer.hiddenCommunities.length === 0) return () => false
    const actorIds = causes.map(({ actor_id }) => actor_id).filter((id) => id !== '')
    const mainIds = await accounts.mainIdsById(actorIds, tx)
    return ({ kind, thread_id }, cause) => {
      const place = PLACES[kind]
      if (place === 'decisions') return false
      const publisherId = mainIds.get(cause.actor_id) ?? cause.actor_id
      if (blocked.has(publisherId)) return true
      const post = posts.get(cause.post_id)
      if (!post) return textMuted(viewer, { publisherId, texts: [] }, place) !== null
      const { tokenName, flairIds, title } = post
      const about = { tokenName, flairIds, publisherId, texts: [title] }
      return [cause.post_id, thread_id].some((id) => postMuted(viewer, { ...about, id }, place) !== null)
    }
  }
}
