import type { Comment, Mention } from '@stoa/contract'

/** A person whom a comment may mention. */
export interface Participant extends Mention {
  /** Name that the person chose to show. */
  profileName: string
  imageUrl: string
}

/** How many people completion offers at once. */
const OFFERED_MAX = 6

/** The mention that is being typed right before the caret: where its `@` stands and what follows it so far. */
export function mentionQuery(text: string, caret: number): { start: number; query: string } | null {
  const match = /(?<![\p{L}\p{N}_@./-])@([0-9A-Za-z_]{0,20})$/u.exec(text.slice(0, caret))
  return match && { start: match.index, query: match[1] ?? '' }
}

/** The people who take part in a thread, each once, the ones who wrote last in the list first. */
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

/** Who fits what was typed: names that begin with it, by username before shown name. */
export function matchParticipants(people: readonly Participant[], query: string): Participant[] {
  const start = query.toLowerCase()
  const fits = (name: string) => name.toLowerCase().startsWith(start)
  const byUsername = people.filter((person) => fits(person.username))
  const byName = people.filter((person) => !fits(person.username) && person.profileName.split(/\s+/).some(fits))
  return [...byUsername, ...byName].slice(0, OFFERED_MAX)
}
