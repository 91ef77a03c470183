import * as z from 'zod'
import { POLL_MAX_OPTIONS, POLL_MIN_OPTIONS, POLL_OPTION_MAX_LENGTH } from '../limits.ts'
import { repeatedOptions } from '../rules.ts'
import { onOneLine } from '../text.ts'
import { id, text, time } from './scalars.ts'

export const pollSettings = z.object({
  closesAt: time.nullable().describe('Voting closes at this time; null: never.'),
  results: z.enum(['always', 'afterVote', 'afterClose']).describe('When everybody sees the results.'),
  voters: z.enum(['public', 'anonymous']).describe('Whether the last voters are shown.'),
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
  pollValues: z.array(pollValue).nullable().describe('Per option; null while the results are hidden from this viewer.'),
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
