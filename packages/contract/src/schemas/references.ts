import * as z from 'zod'
import { communitySlug, id, string, time } from './scalars.ts'

export const communityRole = z
  .enum(['owner', 'moderator', 'admin', 'partner'])
  .describe('The person’s highest role in the community; `admin`: of the network.')

/** A person as named in lists. */
export const namedPerson = z
  .object({ userId: id, displayName: z.string(), slugUrl: z.string(), imageUrl: z.string() })
  .describe('A person’s main account. Without a slug there is no longer a profile.')

/** The account's age, for those who decide about its content. */
export const publisherSince = time
  .optional()
  .describe('When the publisher’s account was created; only in lists of pending items.')

export const entityType = z.enum(['Post', 'Comment'])

export const postKind = z.enum(['story', 'community'])

/** A post as named in lists. */
export const namedPost = z
  .object({ title: z.string(), slugUrl: z.string(), kind: postKind, communitySlug })
  .describe('A post with its title and address.')

/**
 * A partner's article. `id` takes precedence over `canonicalUrl` (canonical link or og:url), which takes precedence
 * over `url` (the page's address).
 */
export const articleRef = z.strictObject({
  id: string(200).min(1).optional(),
  url: string(2000).min(1),
  canonicalUrl: string(2000).min(1).optional(),
})
