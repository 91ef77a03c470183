import { StoaError, type StoaErrorCode } from '@stoa/client'
import { errors, type Page, type PostSummary } from '@stoa/contract'
import { examplePoll, exampleSummary } from '@stoa/contract/fixtures'

/** A post with a poll that nobody has acted on. */
export function blankPost(values: Partial<PostSummary>): PostSummary {
  const poll = examplePoll([
    ['One', 0],
    ['Two', 0],
    ['Three', 0],
  ])
  const counts = { numComments: 0, totalViews: 0, reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 } }
  return exampleSummary({ createdAt: 1, activeAt: 1, ...counts, ...poll, ...values })
}

/** One page of a list. Pages begin after the item whose id is the cursor, so that nothing is skipped or repeated while items arrive. */
export function page<Item extends { id: string }>(all: Item[], fields: Record<string, unknown>): Page<Item> {
  const start = fields.cursor ? all.findIndex(({ id }) => id === fields.cursor) + 1 : 0
  const items = all.slice(start, start + Number(fields.limit ?? 20))
  const hasMore = start + items.length < all.length
  return { items, hasMore, cursor: hasMore ? (items.at(-1)?.id ?? null) : null }
}

/** Resolves after so many milliseconds, at once for 0. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => (ms === 0 ? resolve() : setTimeout(resolve, ms)))
}

/** The error that the server answers with a code. */
export function refusal(code: StoaErrorCode, details?: StoaError['details']): StoaError {
  const message = code in errors ? errors[code as keyof typeof errors].message : 'The server could not be reached.'
  return new StoaError(code, { message, details })
}
