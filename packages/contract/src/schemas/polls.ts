import * as z from 'zod'
import { POLL_MAX_OPTIONS, POLL_MIN_OPTIONS, POLL_OPTION_MAX_LENGTH } from '../limits.ts'
import { repeatedOptions } from '../rules.ts'
import { onOneLine } from '../text.ts'
import { id, text, time } from './common.ts'

export const pollSettings = z.object({
  /** No vote is taken from then on; null: open. */
  closesAt: time.nullable(),
  /** When everybody sees the results. */
  results: z.enum(['always', 'afterVote', 'afterClose']),
  /** Whether the last voters are shown. */
  voters: z.enum(['public', 'anonymous']),
})

export const voter = z.object({
  userId: id,
  username: z.string(),
  displayName: z.string(),
  slugUrl: z.string(),
  imageUrl: z.string(),
})
export const pollValue = z.object({ count: z.int().nonnegative(), lastVoters: z.array(voter) })
export const pollResult = z.object({
  /** Per option; null while the results are closed to this reader. */
  pollValues: z.array(pollValue).nullable(),
  pollTotalVoters: z.int().nonnegative(),
})

export const newPollOptions = z
  .array(text(POLL_OPTION_MAX_LENGTH, onOneLine))
  .min(POLL_MIN_OPTIONS)
  .max(POLL_MAX_OPTIONS)
  .superRefine((options, context) => {
    for (const index of repeatedOptions(options)) {
      context.addIssue({ code: 'custom', path: [index], message: 'This option is already in the list.' })
    }
  })
export const newPollSettings = pollSettings.partial().strict()
