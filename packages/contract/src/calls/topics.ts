import * as z from 'zod'
import { TOPICS_MAX } from '../limits.ts'
import { actorId, id, tokenName } from '../schemas/scalars.ts'
import { topic, topicColor, topicName } from '../schemas/topics.ts'
import type { Call } from './call.ts'
import { community, communityResponse } from './communities.ts'
import { postAction, postResponse } from './posts.ts'

/** The topic and its community after the call. */
export const topicResponse = z
  .object({ flair: topic, community })
  .describe('The topic and its community after the call.')

/** Calls about topics. */
export const topicCalls = {
  flairCreate: {
    method: 'POST',
    path: '/flair/create',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'FLAIR_LIMIT', 'FLAIR_EXISTS'],
    summary: 'Add a topic to a community. Needs editBBS.',
    input: z.strictObject({ tokenName, name: topicName, color: topicColor.default('gray'), userId: actorId }),
    output: topicResponse,
  },
  flairEdit: {
    method: 'POST',
    path: '/flair/edit',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'FLAIR_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'FLAIR_EXISTS'],
    summary: 'Rename, recolor or reorder a topic. Needs editBBS.',
    input: z.strictObject({
      tokenName,
      flairId: id,
      name: topicName.optional(),
      color: topicColor.optional(),
      position: z
        .int()
        .min(0)
        .max(TOPICS_MAX - 1)
        .optional()
        .describe('Its new position among the topics, from 0.'),
      userId: actorId,
    }),
    output: topicResponse,
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
