import type { Comment, Mention } from '@stoa/contract'

/** A person who can be mentioned in a comment. */
export interface Participant extends Mention {
  /** The person's display name. */
  profileName: string
  imageUrl: string
}

/** Maximum number of suggestions. */
const OFFERED_MAX = 6

/** The mention being typed before the caret: position of its `@` and the text after it. */
export function mentionQuery(text: string, caret: number): { start: number; query: string } | null {
  const match = /(?<![\p{L}\p{N}_@./-])@([0-9A-Za-z_]{0,20})$/u.exec(text.slice(0, caret))
  return match && { start: match.index, query: match[1] ?? '' }
}

/** The people in a thread, each once, the latest authors first. */
export function participantsOf(comments: readonly Comment[], viewerId: string | undefined): Participant[] {
  const people = new Map<string, Participant>()
  for (const comment of comments) {
    if (comment.publisherId === '' || comment.publisherId === viewerId) continue
    people.set(comment.publisherId, {
      userId: comment.publisherId,
      username: comment.publisherName,
      slugUrl: comment.publisherSlugUrl,
      profileName: comment.publisherProfileName,
      imageUrl: comment.publisherImageUrl,
    })
  }
  return [...people.values()]
}

/** People who match the typed text: names that start with it, usernames before display names. */
export function matchParticipants(people: readonly Participant[], query: string): Participant[] {
  const start = query.toLowerCase()
  const fits = (name: string) => name.toLowerCase().startsWith(start)
  const byUsername = people.filter((person) => fits(person.username))
  const byName = people.filter((person) => !fits(person.username) && person.profileName.split(/\s+/).some(fits))
  return [...byUsername, ...byName].slice(0, OFFERED_MAX)
}
