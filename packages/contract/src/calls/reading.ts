import * as z from 'zod'
import { actorId, id, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

/** Calls about what the viewer has read. */
export const readingCalls = {
  postRead: {
    method: 'POST',
    path: '/post/read',
    access: 'user',
    site: true,
    widget: 'all',
    errors: ['POST_NOT_FOUND'],
    summary: 'Record up to when the viewer has read a post’s comments. A position never moves back.',
    input: z.strictObject({
      postId: id,
      until: time.describe('when the newest comment that the viewer has read was written, in ms; at most now'),
      userId: actorId,
    }),
    output: z.object({ until: time.describe('The position: later if another device has read further.') }),
  },
  postReadAll: {
    method: 'POST',
    path: '/post/read-all',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'Mark all comments and posts as read, in one community or everywhere.',
    input: z.strictObject({
      tokenName: tokenName.optional().describe('the only community; default: all'),
      userId: actorId,
    }),
    output: z.object({ until: time.describe('What is newer is unread.') }),
  },
} as const satisfies Record<string, Call>
