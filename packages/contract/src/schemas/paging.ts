import * as z from 'zod'
import { PAGE_SIZE_MAX } from '../limits.ts'
import { string } from './scalars.ts'

/** Number of items. Larger values are reduced to the maximum, not refused. */
export const limit = z.coerce
  .number()
  .int()
  .min(1)
  .transform((value) => Math.min(value, PAGE_SIZE_MAX))
  .optional()

/** Opaque position in a list, from the previous page. */
export const cursor = string(500).min(1).optional()

/** A page of a list; `cursor` requests the next one, null at the end. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), cursor: z.string().nullable(), hasMore: z.boolean() })
}
