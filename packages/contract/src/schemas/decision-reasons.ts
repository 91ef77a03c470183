import * as z from 'zod'
import { DECISION_REASON_MAX_LENGTH } from '../limits.ts'
import { string } from './scalars.ts'

/** A moderator's reason for hiding; `other` has a text. */
export const decisionReason = {
  reason: z.enum(['spam', 'hateful', 'nudity', 'other']).optional(),
  reasonText: string(DECISION_REASON_MAX_LENGTH).optional(),
}

/** Why something was hidden, and by which role. */
export const hiddenReason = z.object({
  reason: z.string(),
  by: z.enum(['publisher', 'community', 'domain', 'category']),
})
