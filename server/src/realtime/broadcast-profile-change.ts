import type { EventOf } from '@stoa/contract'
import type { CommentService } from '../domains/content/comments/index.ts'
import type { PostService } from '../domains/content/posts/index.ts'
import type { AccountService } from '../domains/people/accounts/index.ts'
import type { Logger } from '../platform/logging/logger.ts'

interface Dependencies {
  showing: FindDisplayedUsers
  /** Posts open on this process's connections. */
  openPosts(): string[]
  emit(postIds: string[], event: EventOf<'user.changed'>): void
  logger: Logger
}

/**
 * Sends changed names and pictures to the open posts that show the person. People are looked up one at a time, and only
 * the latest of several changes is sent, to limit queries when many people change at once.
 */
export function createProfileBroadcast({ showing, openPosts, emit, logger }: Dependencies) {
  const waiting = new Map<string, EventOf<'user.changed'>>()
  let isBroadcasting = false

  async function broadcastAll(): Promise<void> {
    isBroadcasting = true
    for (const [personId, event] of waiting) {
      waiting.delete(personId)
      try {
        const postIds = (await showing([personId], openPosts())).get(personId)
        if (postIds) emit([...postIds], event)
      } catch (error) {
        logger.error({ err: error }, 'broadcasting a profile change failed')
      }
    }
    isBroadcasting = false
  }

  return (event: EventOf<'user.changed'>): void => {
    const waitingEvent = waiting.get(event.user.id)
    if (!waitingEvent || waitingEvent.id < event.id) waiting.set(event.user.id, event)
    if (!isBroadcasting) void broadcastAll()
  }
}

/** Finds which of the posts publicly show each person, by person id. Omits people who aren't shown. */
export type FindDisplayedUsers = (personIds: string[], postIds: string[]) => Promise<Map<string, Set<string>>>

/** Posts per query. */
const AT_ONCE = 500

/** Finds where people are shown: their posts and comments, including those of merged accounts. */
export function createDisplayedUsers(about: {
  accounts: Pick<AccountService, 'ownersOfAccounts'>
  posts: Pick<PostService, 'factsById'>
  comments: Pick<CommentService, 'shownUnder'>
}): FindDisplayedUsers {
  const { accounts, posts, comments } = about
  return async (personIds, postIds) => {
    const postsByPerson = new Map<string, Set<string>>()
    if (postIds.length === 0) return postsByPerson
    const owners = await accounts.ownersOfAccounts(personIds)
    const add = (publisherId: string, postId: string) => {
      for (const personId of owners.get(publisherId) ?? []) {
        postsByPerson.set(personId, (postsByPerson.get(personId) ?? new Set()).add(postId))
      }
    }
    for (let start = 0; start < postIds.length; start += AT_ONCE) {
      const some = postIds.slice(start, start + AT_ONCE)
      for (const { id, publisherId } of (await posts.factsById(some)).values()) add(publisherId, id)
      for (const row of await comments.shownUnder(some, [...owners.keys()])) add(row.publisher_id, row.post_id)
    }
    return postsByPerson
  }
}
