import * as z from 'zod'
import { MUTED_WORD_MAX_LENGTH } from '../limits.ts'
import { namedPerson, namedPost } from '../schemas/references.ts'
import { actorId, communitySlug, id, personId, text, time } from '../schemas/scalars.ts'
import { onOneLine } from '../text.ts'
import type { Call } from './call.ts'

/** What a person can mute for themselves. */
export const mutedType = z.enum(['user', 'post', 'community', 'topic', 'word'])

/** Everything that the viewer has muted, newest first, and the people whom they have blocked. */
export const muteList = z.object({
  blocked: z.array(namedPerson.extend({ at: time.describe('When they were blocked.') })),
  users: z.array(namedPerson.extend({ at: time.describe('When they were muted.') })),
  posts: z.array(namedPost.extend({ id, tokenName: z.string(), at: time.describe('When it was muted.') })),
  communities: z.array(
    z.object({ id, tokenName: z.string(), communitySlug, title: z.string(), at: time.describe('When it was muted.') }),
  ),
  topics: z.array(
    z.object({
      id,
      name: z.string(),
      tokenName: z.string(),
      communityTitle: z.string(),
      at: time.describe('When it was muted.'),
    }),
  ),
  words: z.array(z.object({ text: z.string(), at: time.describe('When it was muted.') })),
})

const mutesResponse = z.object({ mutes: muteList })

/** Calls about what the viewer doesn't want to see. */
export const muteCalls = {
  dmBlock: {
    method: 'POST',
    path: '/dm/block',
    access: 'user',
    site: true,
    widget: 'all',
    errors: ['USER_NOT_FOUND', 'FORBIDDEN', 'MUTE_LIMIT'],
    summary:
      'Block a person or unblock them. In both directions: no messages, mentions, follows, or notifications of replies.',
    input: z.strictObject({
      userId: actorId,
      blockUserId: personId,
      block: z.boolean().describe('false unblocks'),
    }),
    output: z.object({ status: z.boolean().describe('Whether the person is now blocked.') }),
  },
  notificationBlock: {
    method: 'POST',
    path: '/notification/block',
    access: 'user',
    site: true,
    widget: 'all',
    errors: ['USER_NOT_FOUND', 'POST_NOT_FOUND', 'COMMUNITY_NOT_FOUND', 'FLAIR_NOT_FOUND', 'MUTE_LIMIT', 'FORBIDDEN'],
    summary: 'Mute a person, post, community, topic or word for oneself, or unmute it.',
    input: z
      .strictObject({
        userId: actorId,
        entityType: mutedType,
        entityId: id.optional().describe('what to mute, unless it is a word'),
        text: text(MUTED_WORD_MAX_LENGTH, onOneLine).optional().describe('the word or phrase'),
        block: z.boolean().describe('false unmutes'),
      })
      .refine((input) => (input.entityType === 'word') === (input.text !== undefined), {
        message: 'Name a word.',
        path: ['text'],
      })
      .refine((input) => (input.entityType === 'word') !== (input.entityId !== undefined), {
        message: 'Name what to mute.',
        path: ['entityId'],
      }),
    output: z.object({ mutes: muteList.optional().describe('The whole list. Omitted on a partner’s site.') }),
  },
  muteList: {
    method: 'GET',
    path: '/me/mutes',
    access: 'user',
    errors: [],
    summary: 'Whom the viewer has blocked, and what the viewer has muted.',
    input: z.object({}),
    output: mutesResponse,
  },
} as const satisfies Record<string, Call>
