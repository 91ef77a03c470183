import * as z from 'zod'
import { string, time } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

/** Calls about app checks. */
export const appCheckCalls = {
  appCheckChallenge: {
    method: 'POST',
    path: '/app-check/challenge',
    access: 'public',
    widget: 'all',
    errors: [],
    summary: 'Create a proof-of-work challenge.',
    input: z.strictObject({}),
    output: z.object({
      algorithm: z.string(),
      challenge: z.string(),
      maxnumber: z.int(),
      salt: z.string(),
      signature: z.string(),
    }),
  },
  appCheckToken: {
    method: 'POST',
    path: '/app-check/token',
    access: 'public',
    widget: 'all',
    secret: true,
    errors: ['APP_CHECK_REQUIRED'],
    summary: 'Exchange a solved challenge for a short-lived token bound to the calling origin.',
    input: z.strictObject({
      solution: string(4000).min(1),
      origin: string(300).min(1),
      visitorId: string(64).optional().describe('The id that later writes will carry. Default: none.'),
    }),
    output: z.object({ token: z.string(), expiresAt: time }),
  },
} as const satisfies Record<string, Call>
