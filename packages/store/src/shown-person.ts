import type { Comment, ShownPerson } from '@stoa/contract'
import type { StoredPost } from './state.ts'
import type { Stoa } from './stoa.ts'
import { createContentSettler } from './writes/content.ts'

/** What somebody wrote bears the name and picture they have now, also where it was loaded before they changed them. */
export function showPerson(stoa: Stoa, person: ShownPerson): void {
  const { id, username, displayName, slugUrl, profileImageUrl } = person
  const { posts, comments } = stoa.state.getState()
  const publisher = {
    publisherName: username,
    publisherProfileName: displayName,
    publisherSlugUrl: slugUrl,
    publisherImageUrl: profileImageUrl,
  }
  const named = <Row extends StoredPost | Comment>(row: Row): Row =>
    row.publisherId === id ? changed(row, publisher as Partial<Row>) : row
  const namedPost = (post: StoredPost): StoredPost => {
    const previews = post.previewComments
    const isPreviewed = previews?.some((one) => one.publisherId === id && one.publisherName !== displayName)
    if (!isPreviewed) return named(post)
    const previewComments = previews?.map((one) =>
      one.publisherId === id ? { ...one, publisherName: displayName } : one,
    )
    return { ...named(post), previewComments }
  }
  /** A reply names whom it answers, where that is on the page. */
  const namedComment = (comment: Comment): Comment => {
    const isAnswer =
      comment.replyToPublisherName !== null && comments[comment.replyToCommentId ?? '']?.publisherId === id
    return named(isAnswer ? changed(comment, { replyToPublisherName: displayName }) : comment)
  }
  const settler = stoa.part(createContentSettler)
  for (const post of Object.values(posts)) {
    if (namedPost(post) !== post) settler.receive(post.id, (it) => ({ ...it, post: it.post && namedPost(it.post) }))
  }
  for (const comment of Object.values(comments)) {
    if (namedComment(comment) === comment) continue
    settler.receive(comment.id, (it) => ({ ...it, comment: it.comment && namedComment(it.comment) }))
  }
  stoa.state.setState(({ users }) => {
    const known = users[id]
    return known ? { users: { ...users, [id]: { ...known, ...publicPart(person, known) } } } : {}
  })
}

/** The row with these fields; the same row where it has them already. */
function changed<Row extends object>(row: Row, fields: Partial<Row>): Row {
  const isSame = Object.entries(fields).every(([field, value]) => row[field as keyof Row] === value)
  return isSame ? row : { ...row, ...fields }
}

/** Of a person what everybody is told: the fields that a public profile has. */
function publicPart(person: ShownPerson, known: object): object {
  return Object.fromEntries(Object.entries(person).filter(([field]) => field in known))
}
