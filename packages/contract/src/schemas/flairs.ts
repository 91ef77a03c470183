import * as z from 'zod'
import { FLAIR_NAME_MAX_LENGTH } from '../limits.ts'
import { onOneLine } from '../text.ts'
import { id, text } from './scalars.ts'

/** Colours of topics; the theme defines their appearance. */
export const flairColor = z.enum(['gray', 'teal', 'green', 'yellow', 'orange', 'red', 'purple', 'blue'])

export const flair = z.object({
  id,
  name: z.string(),
  color: flairColor,
  formerIds: z
    .array(id)
    .optional()
    .describe('Topics that were merged into it. Their addresses redirect to it. Omitted: none.'),
})

/** A topic's name, as written by moderators. */
export const flairName = text(FLAIR_NAME_MAX_LENGTH, onOneLine).refine(
  (name) => /^[\p{L}\p{M}\p{N} ]*$/u.test(name),
  'Use letters, digits and spaces only.',
)
