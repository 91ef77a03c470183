import * as z from 'zod'
import { actorId, string } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

/** A short address that leads to a page. */
export const shortUrl = z.object({
  id: z.string().describe('Its code, which is unique on its domain.'),
  originalUrl: z.string().describe('The address that it leads to.'),
  shortUrl: z.string().describe('The short address. With a `+` at its end it shows where it leads.'),
})

/** Calls that help pages. */
export const supportCalls = {
  shortUrl: {
    method: 'POST',
    path: '/support/shortUrl',
    access: 'optional',
    rate: 'shortLink',
    errors: ['POST_NOT_FOUND'],
    summary:
      'A short link to a page of the forum or of a registered site. The same sender and address get the same link.',
    input: z.strictObject({
      url: string(2000)
        .min(1)
        .describe('The address of a page of the forum, or of a site that a community registered.'),
      userId: actorId,
    }),
    output: shortUrl,
  },
} as const satisfies Record<string, Call>
