import * as z from 'zod'
import { EMAIL } from '../account-rules.ts'
import { PAGE_SIZE_MAX } from '../limits.ts'
import { httpUrl, ID, isOwnPath, TOKEN_NAME } from '../rules.ts'
import { isBlankText, normalizeText, textLength } from '../text.ts'

/** 20 alphanumeric characters, made by the server, time-ordered. */
export const id = z.string().regex(ID, 'Must be an id of 20 letters and digits.')
/** Milliseconds since the epoch, UTC; up to the last moment that a JavaScript date can hold. */
export const time = z.int().nonnegative().max(8_640_000_000_000_000)
/** A community's token name. Read leniently: which one exists is for the server to say. */
export const tokenName = z.string().min(1).max(40)
export const newTokenName = z.string().regex(TOKEN_NAME, 'Name must be 5-7 uppercase characters')
export const email = z.string().max(254).regex(EMAIL, 'This is not a valid e-mail address.')
/** An id that a client may send for compatibility; one that is not the actor is refused. */
export const actorId = z.string().max(64).optional()
/**
 * Input of a call that decides about somebody. A field that is not known is refused, not passed over: whoever sent it meant
 * something by it, such as an end of a ban. What may go with every write (who the client says acts, a visitor's id) the server takes off before.
 */
export const decision = z.strictObject
/** A text of 1 to `max` code points after NFC and trimming; invisible characters alone are empty. */
export function text(max: number) {
  return z
    .string()
    .max(max * 8, `Must have at most ${max} characters.`)
    .transform(normalizeText)
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
export const cursor = z.string().min(1).max(500).optional()

/** A page of a list: what to send for the next one is in `cursor`, null at the end. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), cursor: z.string().nullable(), hasMore: z.boolean() })
}

export const reactionName = z.enum(['thumb-up', 'thumb-down'])
export const entityType = z.enum(['Post', 'Comment'])
/** How often each reaction was chosen. */
export const reactionsCount = z.object({ 'thumb-up': z.int().nonnegative(), 'thumb-down': z.int().nonnegative() })

/** An http(s) address, or a path on the own origin (uploaded media). */
export const mediaUrl = z
  .string()
  .max(2000)
  .refine((url) => isOwnPath(url) || httpUrl(url) !== null, 'Must be an http or https link.')

/** A picture with its size, so that its place can be reserved. */
export const image = z.object({
  url: mediaUrl,
  width: z.int().positive().max(20_000).optional(),
  height: z.int().positive().max(20_000).optional(),
  /** Text for people who do not see the picture. */
  alt: z.string().max(500).optional(),
  credit: z.string().max(500).optional(),
})

/** Which article of a partner is meant. `id` beats `canonicalUrl` (link canonical or og:url) beats `url` (the page's address). */
export const articleRef = z.object({
  id: z.string().min(1).max(200).optional(),
  url: z.string().min(1).max(2000),
  canonicalUrl: z.string().min(1).max(2000).optional(),
})
