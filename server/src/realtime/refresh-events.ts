import { type Comment, isPublicPost, PostStatus, type PostSummary, type User } from '@stoa/contract'
import { shownPerson } from '../domains/accounts/presenter.ts'
import type { AccountService } from '../domains/accounts/service.ts'
import type { CommentService } from '../domains/comments/service.ts'
import type { PostService } from '../domains/posts/service.ts'
import type { DomainEvent, StoredEvent } from '../platform/events/events.ts'

/** Composes stored events of what may be shown now. */
export type RefreshEvents = (events: StoredEvent[]) => Promise<DomainEvent[]>

/** The current public state of everything named in the events. */
interface Present {
  posts: Map<string, PostSummary>
  comments: Map<string, Comment>
  people: Map<string, User>
}

interface RefreshDependencies {
  accounts: Pick<AccountService, 'profilesById'>
  posts: PostService
  comments: CommentService
}

/**
 * A stored event names posts, comments and people by id. They are read when it is sent, and what is no longer visible is
 * left out: an event must not restore what was hidden, changed or unlisted since.
 */
export function createEventRefresher({ accounts, posts, comments }: RefreshDependencies): RefreshEvents {
  return async (events) => {
    const postIds = [...new Set(events.flatMap((message) => postIdOf(message) ?? []))]
    const commentIds = [...new Set(events.flatMap(({ event }) => ('comment' in event ? event.comment.id : [])))]
    const present = {
      posts: postIds.length === 0 ? new Map<string, PostSummary>() : await posts.summariesById(postIds),
      comments: commentIds.length === 0 ? new Map<string, Comment>() : await comments.publicById(commentIds),
      people: await accounts.profilesById(events.flatMap((message) => personIdOf(message) ?? [])),
    }
    return events.flatMap((message) => refreshed(message, present) ?? [])
  }
}

function postIdOf({ name, event }: StoredEvent): string | null {
  if (name === 'post.created') return event.post.id
  return 'postId' in event ? event.postId : null
}

function personIdOf({ name, event }: StoredEvent): string | null {
  if (name === 'user.changed') return event.user.id
  return name === 'queue.changed' && event.by.id !== '' ? event.by.id : null
}

/** The event in the current state; null if nothing is left to send. */
function refreshed(message: StoredEvent, present: Present): DomainEvent | null {
  const post = present.posts.get(postIdOf(message) ?? '')
  const shown = post !== undefined && isPublicPost(post.status) ? post : null
  switch (message.name) {
    case 'post.created':
      // Send it to the whole community only while the post is listed.
      return shown?.status === PostStatus.published ? { ...message, event: { ...message.event, post: shown } } : null
    case 'post.changed':
      return { ...message, event: { ...message.event, post: shown } }
    case 'comment.created':
    case 'comment.updated': {
      const comment = shown === null ? undefined : present.comments.get(message.event.comment.id)
      return comment === undefined ? null : { ...message, event: { ...message.event, comment } }
    }
    case 'poll.changed': {
      if (shown === null) return null
      const { pollValues, pollTotalVoters } = shown
      return { ...message, event: { ...message.event, pollValues, pollTotalVoters } }
    }
    case 'article.opened':
    case 'reaction.changed':
    case 'viewer.voted':
    case 'viewer.reacted':
    case 'viewer.saved':
    case 'viewer.hid':
      return shown === null ? null : message
    case 'user.changed': {
      const { id } = message.event.user
      const person = present.people.get(id)
      // A merged account stands for its main one, which pages show as the author.
      return person ? { ...message, event: { ...message.event, user: { ...shownPerson(person), id } } } : null
    }
    case 'queue.changed': {
      const { id } = message.event.by
      const by = { id, displayName: present.people.get(id)?.displayName ?? '' }
      return { ...message, event: { ...message.event, by } }
    }
    case 'community.changed':
    case 'viewer.changed':
    case 'notification.created':
    case 'notification.changed':
    case 'session.ended':
      return message
  }
}
