import * as z from 'zod'
import { POST_EXCERPT_MAX_LENGTH, SLUG_MAX_LENGTH } from '../limits.ts'
import { foldSlug, slugProblem } from '../slugs.ts'
import { normalizeText, onOneLine, textLength } from '../text.ts'
import { string } from './scalars.ts'

const EXCERPT_TOO_LONG = `Must have at most ${POST_EXCERPT_MAX_LENGTH} characters.`

const SLUG_PROBLEMS = {
  form: 'Use letters and digits, joined by single hyphens.',
  length: `Must have at most ${SLUG_MAX_LENGTH} characters.`,
  reserved: 'This word is reserved.',
} as const

/** A post's own address; empty for one made from its title. */
const ownSlug = string(SLUG_MAX_LENGTH * 8, SLUG_PROBLEMS.length)
  .transform(foldSlug)
  .check(({ value, issues }) => {
    const problem = value === '' ? null : slugProblem(value)
    if (problem) issues.push({ code: 'custom', message: SLUG_PROBLEMS[problem], input: value })
  })

/** What authors may write or decide themselves; otherwise it is made from the post, or up to its community. */
export const ownPostParts = {
  excerpt: string(POST_EXCERPT_MAX_LENGTH * 8, EXCERPT_TOO_LONG)
    .transform((excerpt) => onOneLine(normalizeText(excerpt)))
    .refine((excerpt) => textLength(excerpt) <= POST_EXCERPT_MAX_LENGTH, EXCERPT_TOO_LONG)
    .nullable()
    .optional()
    .describe('For lists and link previews. null or empty: taken from the text. Default: unchanged.'),
  slugUrl: ownSlug
    .nullable()
    .optional()
    .describe(
      'The post’s own address in its community. Former addresses redirect to it. null or empty: made from the title. Default: unchanged.',
    ),
  commentsOff: z
    .boolean()
    .optional()
    .describe('Whether its author turns comments off. Others use `postLock`. Default: unchanged.'),
}
