import * as z from 'zod'
import { EMAIL } from '../account-rules.ts'
import { DECISION_REASON_MAX_LENGTH, EMAIL_MAX_LENGTH, MEDIA_URL_MAX_LENGTH, PAGE_SIZE_MAX } from '../limits.ts'
import { originalPicture } from '../paths.ts'
import { httpUrl, ID, isPublicFilePath, TOKEN_NAME } from '../rules.ts'
import { isBlankText, normalizeText, textLength } from '../text.ts'

/** Text of at most `max` UTF-16 units. A longer one is refused for that alone: no other rule gets to see it. */
export function string(max: number, error = `Must have at most ${max} characters.`) {
  return z.string().max(max, { abort: true, error })
}

/** Text of a fixed form, as `rule` describes it. */
export function formed(max: number, rule: RegExp, error: string) {
  return string(max, error).regex(rule, error)
}

/** 20 alphanumeric characters, made by the server, time-ordered. */
export const id = formed(20, ID, 'Must be an id of 20 letters and digits.')
/** Milliseconds since the epoch, UTC; up to the last moment that a JavaScript date can hold. */
export const time = z.int().nonnegative().max(8_640_000_000_000_000)
/** A community's token name. Read leniently: which one exists is for the server to say. */
export const tokenName = string(40).min(1)
export const newTokenName = formed(7, TOKEN_NAME, 'Name must be 5-7 uppercase characters')
export const email = formed(EMAIL_MAX_LENGTH, EMAIL, 'This is not a valid e-mail address.')
/** An id that a client may send for compatibility; one that is not the actor is refused. */
export const actorId = string(64).optional().describe('The viewer’s own id; another one is refused.')
/** A text of 1 to `max` code points after NFC and trimming; invisible characters alone are empty. `tidy` changes its stored form. */
export function text(max: number, tidy = (value: string) => value) {
  return string(max * 8, `Must have at most ${max} characters.`)
    .transform((value) => tidy(normalizeText(value)))
    .refine((value) => !isBlankText(value), 'Must not be empty.')
    .refine((value) => textLength(value) <= max, `Must have at most ${max} characters.`)
}
/** Number of items wanted; above the maximum it is clamped, not refused. */
export const limit = z.coerce
  .number()
  .int()
  .min(1)
  .transform((value) => Math.min(value, PAGE_SIZE_MAX))
  .optional()
/** Opaque position in a list, as a former page gave it. */
export const cursor = string(500).min(1).optional()

/** A page of a list: what to send for the next one is in `cursor`, null at the end. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), cursor: z.string().nullable(), hasMore: z.boolean() })
}

/** Why a moderator hides something: `other` in their own words. */
export const decisionReason = {
  reason: z.enum(['spam', 'hateful', 'nudity', 'other']).optional(),
  reasonText: string(DECISION_REASON_MAX_LENGTH).optional(),
}
/** Why and by which role something was hidden. */
export const hiddenWhy = z.object({
  reason: z.string(),
  by: z.enum(['publisher', 'community', 'domain', 'category']),
})

export const reactionName = z.enum(['thumb-up', 'thumb-down'])
export const communityRole = z
  .enum(['owner', 'moderator', 'admin', 'partner'])
  .describe('What somebody is in a community, the highest of it; `admin`: of the network.')

/** How old an account is says something to those who decide about what it wrote. */
export const publisherSince = time
  .optional()
  .describe("When the publisher's account was created; only in lists of what waits for approval.")
export const postKind = z.enum(['story', 'community'])
export const entityType = z.enum(['Post', 'Comment'])
/** How often each reaction was chosen. */
export const reactionsCount = z.object({ 'thumb-up': z.int().nonnegative(), 'thumb-down': z.int().nonnegative() })

/**
 * Address of a picture, film or recording: http(s), or the path of a public file of the forum. The server also refuses
 * the forum's own origin with any other path: a picture must not make a browser ask for anything that changes something.
 */
// The address at which the server passes on a foreign picture holds that picture's encoded address.
export const mediaUrl = string(4000)
  .refine((url) => isPublicFilePath(url) || httpUrl(url) !== null, {
    abort: true,
    error: 'Must be an http or https link, or the path of a public file.',
  })
  .refine((url) => encodedLength(givenAddress(url)) <= MEDIA_URL_MAX_LENGTH, tooLong(MEDIA_URL_MAX_LENGTH))

/** A media address that is shorter. */
export function shortMediaUrl(max: number) {
  return mediaUrl.max(max).refine((url) => encodedLength(url) <= max, tooLong(max))
}

function tooLong(max: number): string {
  return `Must have at most ${max} characters, where a letter such as ü counts as six.`
}

/** Characters of an address as browsers send it. */
function encodedLength(address: string): number {
  return httpUrl(address)?.href.length ?? address.length
}

/** Whatever a forged one decodes to, the server looks at its signature. */
function givenAddress(url: string): string {
  try {
    return originalPicture(url)
  } catch {
    return url
  }
}

/** A picture with its size, so that its place can be reserved. */
export const image = z.object({
  url: mediaUrl,
  width: z.int().positive().max(20_000).optional(),
  height: z.int().positive().max(20_000).optional(),
  alt: string(500).optional().describe('Text for people who do not see the picture.'),
  credit: string(500).optional(),
})

/** Which article of a partner is meant. `id` beats `canonicalUrl` (link canonical or og:url) beats `url` (the page's address). */
export const articleRef = z.strictObject({
  id: string(200).min(1).optional(),
  url: string(2000).min(1),
  canonicalUrl: string(2000).min(1).optional(),
})
