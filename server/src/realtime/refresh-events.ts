import { type Comment, isPublicPost, type PostSummary } from '@stoa/contract'
import type { CommentService } from '../domains/content/comments/index.ts'
import type { PostService } from '../domains/content/posts/index.ts'
import { type AccountService, shownPerson } from '../domains/people/accounts/index.ts'
import { declarationOf } from '../platform/events/declarations.ts'
import type { DomainEvent, StoredEvent } from '../platform/events/events.ts'

/** Composes stored events of what may be shown now; omits those of which nothing is left to send. */
export type RefreshEvents = (events: StoredEvent[]) => Promise<DomainEvent[]>

interface RefreshDependencies {
  accounts: Pick<AccountService, 'profilesById'>
  posts: PostService
  comments: CommentService
}

/** Stored events name posts, comments and people by id. They are read once for all events, when these are sent. */
export function createEventRefresher({ accounts, posts, comments }: RefreshDependencies): RefreshEvents {
  return async (events) => {
    const subjects = events.map(subjectsOf)
    const postIds = [...new Set(subjects.flatMap(({ postId }) => postId ?? []))]
    const commentIds = [...new Set(subjects.flatMap(({ commentId }) => commentId ?? []))]
    const shownPosts = postIds.length === 0 ? new Map<string, PostSummary>() : await posts.summariesById(postIds)
    const shownComments = commentIds.length === 0 ? new Map<string, Comment>() : await comments.publicById(commentIds)
    const people = await accounts.profilesById(subjects.flatMap(({ personId }) => personId ?? []))

    return events.flatMap(({ name, room, event }, index) => {
      const { postId = '', commentId = '', personId = '' } = subjects[index] ?? {}
      const postFacts = shownPosts.get(postId)
      const post = postFacts && isPublicPost(postFacts.status) ? postFacts : null
      const comment = post && (shownComments.get(commentId) ?? null)
      const user = people.get(personId)
      const composed = declarationOf(name).compose(event, { post, comment, person: user ? shownPerson(user) : null })
      return composed === null ? [] : ({ name, room, event: composed } as DomainEvent)
    })
  }
}

interface Subjects {
  postId?: string
  commentId?: string
  personId?: string
}

/** The ids in an event of what is composed anew. */
function subjectsOf({ event }: StoredEvent): Subjects {
  const subjects: Subjects = {}
  if ('postId' in event) subjects.postId = event.postId
  else if ('post' in event) subjects.postId = event.post.id
  if ('comment' in event) subjects.commentId = event.comment.id
  if ('user' in event) subjects.personId = event.user.id
  else if ('by' in event && event.by.id !== '') subjects.personId = event.by.id
  return subjects
}
