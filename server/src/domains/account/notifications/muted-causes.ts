import { isOwn, type Me, type MutePlace, muteEffect, personMuted, postMuted } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostRowFacts, PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import { type MuteService, textsWithWords } from '../../people/mutes/index.ts'
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
  /** Ids of posts and comments whose texts, and of posts whose titles, have words that the reader has muted. */
  async function withWords(
    viewer: Me,
    { causes, facts }: { causes: readonly CauseRow[]; facts: Map<string, PostRowFacts> },
    tx?: Transaction,
  ): Promise<{ texts: Set<string>; titles: Set<string> }> {
    const words = viewer.mutes?.words ?? []
    const commentIds = causes.map(({ comment_id }) => comment_id).filter((id) => id !== '')
    const postIds = causes.flatMap(({ comment_id, post_id }) => (comment_id === '' && post_id !== '' ? [post_id] : []))
    const excerptsOf = async (ids: string[]) => {
      const summaries = await posts.summariesById(ids, tx)
      return new Map([...summaries].map(([id, { excerpt }]) => [id, excerpt]))
    }
    const titlesOf = async (ids: string[]) => new Map(ids.map((id) => [id, facts.get(id)?.title ?? '']))
    const ofComments = await textsWithWords(words, commentIds, (ids) => comments.textsById(ids, tx))
    const ofPosts = await textsWithWords(words, postIds, excerptsOf)
    return {
      texts: new Set([...ofComments, ...ofPosts]),
      titles: await textsWithWords(
        words,
        causes.map(({ post_id }) => post_id),
        titlesOf,
      ),
    }
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
    const mainIds = await accounts.mainIdsById(actorIds, tx)
    const { texts, titles } = await withWords(viewer, { causes, facts }, tx)
    return ({ kind, thread_id }, cause) => {
      const place = placeOf(kind, toldIn)
      const publisherId = mainIds.get(cause.actor_id) ?? cause.actor_id
      if (blockedBy.has(publisherId) && muteEffect(place, 'blockedBy') !== 'shown') return true
      const post = facts.get(cause.post_id)
      if (!post) return personMuted(viewer, publisherId, place)
      // What is told has the title, too. One's own texts always show.
      const isInTitle = titles.has(cause.post_id) && !isOwn(viewer, post.publisherId)
      const hasWord = publisherId !== viewer.id && (isInTitle || texts.has(cause.comment_id || cause.post_id))
      if (hasWord && muteEffect(place, 'word') !== 'shown') return true
      const { tokenName, flairIds } = post
      const muted = { tokenName, flairIds, publisherId, texts: [] }
      return [cause.post_id, thread_id].some((id) => postMuted(viewer, { ...muted, id }, place) !== null)
    }
  }
}
