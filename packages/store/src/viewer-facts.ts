import { type Comment, isId, type ShownPerson, VIEWER_FACTS_MAX } from '@stoa/contract'
import { putViewerFacts } from './cache.ts'
import type { StoredPost } from './entities.ts'
import { createMutationQueue, updateRow } from './mutations/mutation-queue.ts'
import { NO_CACHE, type Stoa } from './stoa.ts'

/** Loads the viewer's facts about all cached posts and comments, or about those with these ids. A failure changes nothing. */
export async function loadViewerFacts(stoa: Stoa, ids?: readonly string[]): Promise<void> {
  const { posts, comments, viewer } = stoa.state.getState()
  if (!viewer) return
  if (!ids) updateProfile(stoa, viewer)
  const factIds = (ids ?? [...Object.keys(posts), ...Object.keys(comments), ...previewedIds(posts)]).filter(isId)
  for (let start = 0; start < factIds.length; start += VIEWER_FACTS_MAX) {
    const some = factIds.slice(start, start + VIEWER_FACTS_MAX)
    const postIds = some.filter((id) => posts[id]).join(',')
    const commentIds = some.filter((id) => !posts[id]).join(',')
    const since = stoa.versions.current
    try {
      const facts = await stoa.client.call(
        'viewerFacts',
        { ...(postIds && { postIds }), ...(commentIds && { commentIds }) },
        NO_CACHE,
      )
      if (stoa.state.getState().viewer?.id !== viewer.id) return
      putViewerFacts(stoa, facts, { since, ids: some })
    } catch {
      return
    }
  }
}

/** Ids of the comments that feeds preview. Hidden ones are left out there, too. */
function previewedIds(posts: Record<string, StoredPost>): string[] {
  return Object.values(posts).flatMap(({ previewComments = [] }) => previewComments.map(({ id }) => id))
}

/** Updates a person's name and picture on everything they wrote. */
export function updateProfile(stoa: Stoa, person: ShownPerson): void {
  const { id, username, displayName, slugUrl, profileImageUrl } = person
  const { posts, comments } = stoa.state.getState()
  const publisher = {
    publisherName: username,
    publisherProfileName: displayName,
    publisherSlugUrl: slugUrl,
    publisherImageUrl: profileImageUrl,
  }
  const withProfile = <Row extends StoredPost | Comment>(row: Row): Row =>
    row.publisherId === id ? withFields(row, publisher as Partial<Row>) : row
  const withProfileInPost = (post: StoredPost): StoredPost => {
    const previews = post.previewComments
    const isPreviewed = previews?.some((one) => one.publisherId === id && one.publisherName !== displayName)
    if (!isPreviewed) return withProfile(post)
    const previewComments = previews?.map((one) =>
      one.publisherId === id ? { ...one, publisherName: displayName } : one,
    )
    return { ...withProfile(post), previewComments }
  }
  /** A reply shows the name of the person it replies to. */
  const withProfileInComment = (comment: Comment): Comment => {
    const isReply =
      comment.replyToPublisherName !== null && comments[comment.replyToCommentId ?? '']?.publisherId === id
    return withProfile(isReply ? withFields(comment, { replyToPublisherName: displayName }) : comment)
  }
  const queue = stoa.singleton(createMutationQueue)
  for (const post of Object.values(posts)) {
    if (withProfileInPost(post) !== post) queue.reconcile(post.id, updateRow('posts', withProfileInPost))
  }
  for (const comment of Object.values(comments)) {
    if (withProfileInComment(comment) !== comment)
      queue.reconcile(comment.id, updateRow('comments', withProfileInComment))
  }
  stoa.state.setState(({ users }) => {
    const user = users[id]
    return user ? { users: { ...users, [id]: { ...user, ...publicFields(person, user) } } } : {}
  })
}

/** The row with these fields; the same object if it has them already. */
function withFields<Row extends object>(row: Row, fields: Partial<Row>): Row {
  const isSame = Object.entries(fields).every(([field, value]) => row[field as keyof Row] === value)
  return isSame ? row : { ...row, ...fields }
}

/** The fields that a public profile has. */
function publicFields(person: ShownPerson, existing: object): object {
  return Object.fromEntries(Object.entries(person).filter(([field]) => field in existing))
}
