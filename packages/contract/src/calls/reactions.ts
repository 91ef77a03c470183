import * as z from 'zod'
import { situationMessages } from '../errors.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { articleRef, entityType } from '../schemas/references.ts'
import { actorId, id, personId, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

export const reactionName = z.enum(['thumb-up', 'thumb-down'])

/** How often each reaction was chosen. */
export const reactionsCount = z.object({ 'thumb-up': z.int().nonnegative(), 'thumb-down': z.int().nonnegative() })

/** A reaction to a post or comment. */
export const reaction = z.object({
  entityId: id,
  entityType,
  userId: id.describe('The main account of the person.'),
  username: z.string(),
  reactionName,
  timestamp: time.describe('When it was chosen.'),
})

/** Calls about reactions. */
export const reactionCalls = {
  reactionList: {
    method: 'GET',
    path: '/reactions',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID'],
    summary: 'The caller’s reactions to what the caller may see, newest first. Others only see numbers.',
    input: z.object({
      tokenName: tokenName.optional().describe('only reactions in this community'),
      userId: personId.optional().describe('only by this person: anybody but the caller gives an empty list'),
      entityId: id.optional().describe('only the reaction to this post or comment'),
      limit,
      cursor,
    }),
    output: page(reaction),
  },
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
