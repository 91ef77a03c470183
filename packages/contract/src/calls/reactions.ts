import * as z from 'zod'
import { situationMessages } from '../errors.ts'
import { articleRef, entityType } from '../schemas/references.ts'
import { actorId, id, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

export const reactionName = z.enum(['thumb-up', 'thumb-down'])

/** How often each reaction was chosen. */
export const reactionsCount = z.object({ 'thumb-up': z.int().nonnegative(), 'thumb-down': z.int().nonnegative() })

/** Calls about reactions. */
export const reactionCalls = {
  postReaction: {
    method: 'POST',
    path: '/post/reaction',
    access: 'user',
    quota: 'reaction',
    site: true,
    widget: 'all',
    signedOutMessage: situationMessages.reactionWithoutUser,
    errors: [
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'POST_DELETED',
      'BANNED',
      'JOIN_REQUIRED',
      'COMMUNITY_ARCHIVED',
    ],
    summary: 'React to a post or comment. An empty reaction name removes the reaction.',
    input: z
      .strictObject({
        entityId: id.optional().describe('Post or comment id; optional for a post when `article` is given.'),
        entityType,
        tokenName: tokenName.optional().describe('With `article`: its community.'),
        article: articleRef.optional(),
        reactionName: z.union([reactionName, z.literal('')]).describe('An empty name removes the reaction.'),
        userId: actorId,
      })
      .refine(
        (input) =>
          (input.entityId === undefined) ===
          (input.article !== undefined && input.entityType === 'Post' && input.tokenName !== undefined),
        {
          message: 'Name either an entity, or an article with its community.',
          path: ['entityId'],
        },
      ),
    output: z.object({
      entityId: id,
      entityType,
      reactionName: z.union([reactionName, z.literal('')]),
      reactionsCount,
    }),
  },
} as const satisfies Record<string, Call>
