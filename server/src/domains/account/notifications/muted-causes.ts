import { isOwn, type Me, type MutePlace, muteEffect, personMuted, postMuted } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostRowFacts, PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { MuteService } from '../../people/mutes/index.ts'
import type { CauseRow, NotificationRow } from './repository.ts'

export interface MutedCausesDependencies {
  accounts: Pick<AccountService, 'mainIdsById'>
  comments: Pick<CommentService, 'textsById'>
  posts: Pick<PostService, 'summariesById'>
  mutes: Pick<MuteService, 'of'>
}

/** Where notifications are told: in the list, in letters, or on devices. */
export type ToldIn = 'list' | 'email' | 'push'

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

function placeOf(kind: NotificationRow['kind'], toldIn: ToldIn): MutePlace {
  const place = PLACES[kind]
  return place === 'decisions' || toldIn === 'list' ? place : toldIn
}

/**
 * Tells which causes a reader doesn't get because of blocks and mutes, wherever they are told. They are kept, so that
 * they return.
 */
export function createMutedCauses({ accounts, comments, posts, mutes }: MutedCausesDependencies) {
  /** The texts of posts and comments in which words may be muted, by id. Read only for those who have muted some. */
  async function textsOf(viewer: Me, causes: readonly CauseRow[], tx?: Transaction): Promise<Map<string, string>> {
    if (!viewer.mutes?.words.length) return new Map()
    const idsIn = (column: 'post_id' | 'comment_id', some: readonly CauseRow[]) => [
      ...new Set(some.map((cause) => cause[column]).filter((id) => id !== '')),
    ]
    const [texts, summaries] = await Promise.all([
      comments.textsById(idsIn('comment_id', causes), tx),
      posts.summariesById(
        idsIn(
          'post_id',
          causes.filter(({ comment_id }) => comment_id === ''),
        ),
        tx,
      ),
    ])
    return new Map([...texts, ...[...summaries].map(([id, { excerpt }]) => [id, excerpt] as const)])
  }

  return async function mutedFor(
    viewer: Me,
    about: { causes: readonly CauseRow[]; facts: Map<string, PostRowFacts>; toldIn: ToldIn },
    tx?: Transaction,
  ): Promise<(row: NotificationRow, cause: CauseRow) => boolean> {
    const { causes, facts, toldIn } = about
    const { blockedBy } = await mutes.of(viewer, tx)
    if (blockedBy.size === 0 && !viewer.mutes && viewer.hiddenCommunities.length === 0) return () => false
    const actorIds = causes.map(({ actor_id }) => actor_id).filter((id) => id !== '')
    const [mainIds, textsById] = await Promise.all([accounts.mainIdsById(actorIds, tx), textsOf(viewer, causes, tx)])
    return ({ kind, thread_id }, cause) => {
      const place = placeOf(kind, toldIn)
      const publisherId = mainIds.get(cause.actor_id) ?? cause.actor_id
      if (blockedBy.has(publisherId) && muteEffect(place, 'blockedBy') !== 'shown') return true
      const post = facts.get(cause.post_id)
      if (!post) return personMuted(viewer, publisherId, place)
      const { tokenName, flairIds, title } = post
      // What is told has the title, too. One's own texts always show.
      const text = textsById.get(cause.comment_id || cause.post_id) ?? ''
      const texts = isOwn(viewer, post.publisherId) ? [text] : [title, text]
      const muted = { tokenName, flairIds, publisherId, texts }
      return [cause.post_id, thread_id].some((id) => postMuted(viewer, { ...muted, id }, place) !== null)
    }
  }
}
