import * as z from 'zod'
import { POST_BODY_LIMIT, POST_TITLE_MAX_LENGTH } from '../limits.ts'
import { newPollOptions } from '../schemas/polls.ts'
import { postKind } from '../schemas/references.ts'
import { id, string, time } from '../schemas/scalars.ts'
import { normalizeText, onOneLine, textLength } from '../text.ts'
import type { Call } from './call.ts'
import { CHECK_ERRORS } from './checks.ts'
import { draftBody, postAction, postResponse } from './posts.ts'

const TITLE_TOO_LONG = `Must have at most ${POST_TITLE_MAX_LENGTH} characters.`

/** Fields that may be missing in a draft. */
const draftFields = {
  title: string(POST_TITLE_MAX_LENGTH * 8, TITLE_TOO_LONG)
    .transform((title) => onOneLine(normalizeText(title)))
    .refine((title) => textLength(title) <= POST_TITLE_MAX_LENGTH, TITLE_TOO_LONG)
    .describe('May be empty.'),
  kind: postKind.optional().describe('Default: community, or the current kind of a saved draft.'),
  flairId: id.nullable().optional().describe('null removes the topic. Default: unchanged.'),
  pollOptions: newPollOptions.nullable().optional().describe('null removes the poll. Default: unchanged.'),
}

/** The draft to act on. */
export const draftAction = z.strictObject(postAction).describe('The draft to act on.')

/** Calls about drafts and scheduled posts. */
export const draftCalls = {
  postDraftSave: {
    method: 'POST',
    path: '/post/drafts/save',
    access: 'user',
    quota: 'draft',
    bodyLimit: POST_BODY_LIMIT,
    errors: [
      'COMMUNITY_NOT_FOUND',
      'POST_NOT_FOUND',
      'FLAIR_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'JOIN_REQUIRED',
      'OWN_POST',
      'POST_CLOSED',
      'POST_NOT_DRAFT',
      'EDIT_CONFLICT',
      'DRAFT_LIMIT',
      'COMMUNITY_ARCHIVED',
    ],
    summary:
      'Save a post being written as a draft, which may have no title yet. Naming another community moves the draft there.',
    input: z.strictObject({
      ...draftBody,
      ...draftFields,
      saveAsDraft: z.literal(true).optional(),
      postId: id.optional().describe('The draft to change. Default: a new one.'),
      revision: z
        .int()
        .nonnegative()
        .optional()
        .describe(
          '`revision` of the draft that was edited. If it has changed, the call fails with EDIT_CONFLICT. Default: overwrite.',
        ),
    }),
    output: postResponse,
  },
  postDraftPublish: {
    method: 'POST',
    path: '/post/drafts/publish',
    access: 'user',
    quota: 'post',
    errors: [
      ...CHECK_ERRORS,
      'POST_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'JOIN_REQUIRED',
      'POST_NOT_DRAFT',
      'POST_TYPE_REFUSED',
    ],
    summary: 'Publish a draft or a scheduled post now. It is pending where the community requires approval.',
    input: draftAction,
    output: postResponse,
  },
  postDraftSchedule: {
    method: 'POST',
    path: '/post/drafts/schedule',
    access: 'user',
    quota: 'post',
    errors: [
      ...CHECK_ERRORS,
      'POST_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'JOIN_REQUIRED',
      'POST_NOT_DRAFT',
      'POST_TYPE_REFUSED',
    ],
    summary: 'Schedule a draft, or reschedule a post. A draft is checked as if it were published now.',
    input: z.strictObject({
      ...postAction,
      scheduledAt: time.describe('In the future, at most 30 days ahead.'),
    }),
    output: postResponse,
  },
  postDraftUnschedule: {
    method: 'POST',
    path: '/post/drafts/unschedule',
    access: 'user',
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'POST_NOT_DRAFT'],
    summary: 'Turn a scheduled post back into a draft.',
    input: draftAction,
    output: postResponse,
  },
  postDraftDelete: {
    method: 'POST',
    path: '/post/drafts/delete',
    access: 'user',
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'POST_NOT_DRAFT'],
    summary: 'Discard a draft or a scheduled post. Its author can restore it for 30 days, after which it is deleted.',
    input: draftAction,
    output: postResponse,
  },
} as const satisfies Record<string, Call>
