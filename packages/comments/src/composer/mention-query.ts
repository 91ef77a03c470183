import { BEFORE_MENTION, type Mention, muteEffect } from '@stoa/contract'
import type { Written } from '../thread/thread-context.ts'

/** A person who can be mentioned in a comment. */
export interface Participant extends Mention {
  /** The person's display name. */
  profileName: string
  imageUrl: string
}

/** Maximum number of suggestions. */
const OFFERED_MAX = 6

/** Longer than any name with what precedes it, in UTF-16 units. */
const TYPED_MAX = 64

/** A name being typed. It may be a display name, in any letters. */
const TYPED = new RegExp(`${BEFORE_MENTION}@([\\p{L}\\p{M}\\p{N}_]{0,20})$`, 'u')

/** The mention being typed before the caret: position of its `@` and the text after it. */
export function mentionQuery(text: string, caret: number): { start: number; query: string } | null {
  // Only the last characters matter, however long the text is.
  const from = Math.max(0, caret - TYPED_MAX)
  const match = TYPED.exec(text.slice(from, caret))
  return match && { start: from + match.index, query: match[1] ?? '' }
}

/** The people in a thread, each once, the latest authors first, without people whom the viewer has blocked or muted. */
export function participantsOf({ comments, muted }: Written, viewerId: string | undefined): Participant[] {
  const people = new Map<string, Participant>()
  for (const comment of comments) {
    const cause = muted?.[comment.id]
    if (cause && muteEffect('mentions', cause) !== 'shown') continue
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

/** In any case, with or without accents. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** People who match the typed text: names that start with it, usernames before display names. */
export function matchParticipants(people: readonly Participant[], query: string): Participant[] {
  const start = folded(query)
  const fits = (name: string) => folded(name).startsWith(start)
  const byUsername = people.filter((person) => fits(person.username))
  const byName = people.filter((person) => !fits(person.username) && person.profileName.split(/\s+/).some(fits))
  return [...byUsername, ...byName].slice(0, OFFERED_MAX)
}
