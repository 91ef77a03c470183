import * as z from 'zod'
import { FLAIRS_MAX } from '../limits.ts'
import { flair, flairColor, flairName } from '../schemas/flairs.ts'
import { actorId, id, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { community, communityResponse } from './communities.ts'
import { postAction, postResponse } from './posts.ts'

/** The topic and its community after the call. */
export const flairResponse = z.object({ flair, community }).describe('The topic and its community after the call.')

/** Calls about topics. */
export const flairCalls = {
  flairCreate: {
    method: 'POST',
    path: '/flair/create',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'FLAIR_LIMIT', 'FLAIR_EXISTS'],
    summary: 'Add a topic to a community. Needs editBBS.',
    input: z.strictObject({ tokenName, name: flairName, color: flairColor.default('gray'), userId: actorId }),
    output: flairResponse,
  },
  flairEdit: {
    method: 'POST',
    path: '/flair/edit',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'FLAIR_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'FLAIR_EXISTS'],
    summary: 'Rename, recolour or reorder a topic. Needs editBBS.',
    input: z.strictObject({
      tokenName,
      flairId: id,
      name: flairName.optional(),
      color: flairColor.optional(),
      position: z
        .int()
        .min(0)
        .max(FLAIRS_MAX - 1)
        .optional()
        .describe('Its new position among the topics, from 0.'),
      userId: actorId,
    }),
    output: flairResponse,
  },
  flairDelete: {
    method: 'POST',
    path: '/flair/delete',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'FLAIR_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'Delete a topic, or merge it into another one. Needs editBBS.',
    input: z.strictObject({
      tokenName,
      flairId: id,
      intoFlairId: id.optional().describe('The new topic of its posts. Default: they keep the deleted one.'),
      userId: actorId,
    }),
    output: communityResponse,
  },
  flairAttach: {
    method: 'POST',
    path: '/flair/attach',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: ['POST_NOT_FOUND', 'FLAIR_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'COMMUNITY_ARCHIVED'],
    summary: 'Give a post a topic; its current topic removes it. A story always has one.',
    input: z.strictObject({
      ...postAction,
      flairId: id.describe('The current topic of the post removes it.'),
    }),
    output: postResponse,
  },
} as const satisfies Record<string, Call>
