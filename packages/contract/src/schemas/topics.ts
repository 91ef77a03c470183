import * as z from 'zod'
import { TOPIC_NAME_MAX_LENGTH } from '../limits.ts'
import { onOneLine } from '../text.ts'
import { id, text } from './scalars.ts'

/** Colors of topics; the theme defines their appearance. */
export const topicColor = z.enum(['gray', 'teal', 'green', 'yellow', 'orange', 'red', 'purple', 'blue'])

export const topic = z.object({
  id,
  name: z.string(),
  color: topicColor,
  formerIds: z
    .array(id)
    .optional()
    .describe('Topics that were merged into it. Their addresses redirect to it. Omitted: none.'),
})

/** A topic's name, as written by moderators. */
export const topicName = text(TOPIC_NAME_MAX_LENGTH, onOneLine).refine(
  (name) => /^[\p{L}\p{M}\p{N} ]*$/u.test(name),
  'Use letters, digits and spaces only.',
)
