import * as z from 'zod'
import { cursor, limit, page } from '../schemas/paging.ts'
import { entityType } from '../schemas/references.ts'
import { actorId, id, time } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { comment } from './comments.ts'
import { postSummary } from './posts.ts'

/** A saved post or comment. */
export const savedItem = z.object({
  id: id.describe('Id of the saved comment or post.'),
  savedAt: time,
  remindAt: time.optional().describe('When the viewer is reminded of it. Omitted: never.'),
  post: postSummary.describe('The saved post, or the post of the saved comment.'),
  comment: comment.nullable(),
})

/** A post or comment that the viewer has hidden for themselves. */
export const hiddenForMeItem = z.object({
  id: id.describe('Id of the hidden comment or post.'),
  hiddenAt: time.describe('When it was hidden, in ms.'),
  post: postSummary.describe('The hidden post, or the post of the hidden comment.'),
  comment: comment.nullable().describe('Null: a post was hidden.'),
})

/** Whether it is now saved. */
export const savedResponse = z.object({ saved: z.boolean() }).describe('Whether it is now saved.')

/** Calls about posts and comments that the viewer has saved or hidden for themselves. */
export const markCalls = {
  postSave: {
    method: 'POST',
    path: '/post/save',
    access: 'user',
    site: true,
    widget: 'all',
    errors: ['POST_NOT_FOUND'],
    summary: 'Save a post, or remove it from the saved items.',
    /** `save` false removes it, including a deleted or hidden item. */
    input: z.strictObject({ postId: id, save: z.boolean(), userId: actorId }),
    output: savedResponse,
  },
  commentSave: {
    method: 'POST',
    path: '/comment/save',
    access: 'user',
    site: true,
    widget: 'all',
    errors: ['COMMENT_NOT_FOUND'],
    summary: 'Save a comment, or remove it from the saved items.',
    /** `save` as in `postSave`. */
    input: z.strictObject({ commentId: id, save: z.boolean(), userId: actorId }),
    output: savedResponse,
  },
  saveRemind: {
    method: 'POST',
    path: '/save/remind',
    access: 'user',
    site: true,
    widget: 'all',
    errors: ['NOT_FOUND'],
    summary: 'Be reminded of a saved item at a time, at most a year ahead, instead of any time before; or never.',
    input: z.strictObject({
      entityType,
      entityId: id.describe('the saved post or comment; a response is a Post'),
      remindAt: time.nullable().describe('when, in ms; null: never'),
      userId: actorId,
    }),
    output: z.object({ remindAt: time.nullable().describe('when the viewer is reminded; null: never') }),
  },
  saveRemindGet: {
    method: 'GET',
    path: '/save/remind',
    access: 'user',
    errors: [],
    summary: 'When the viewer is reminded of a saved item.',
    input: z.object({ entityId: id.describe('a saved post or comment') }),
    output: z.object({ remindAt: time.nullable().describe('when the viewer is reminded; null: never') }),
  },
  postWatch: {
    method: 'POST',
    path: '/post/watch',
    access: 'user',
    site: true,
    widget: 'all',
    errors: ['POST_NOT_FOUND'],
    summary: 'Be notified of each new comment on a post, or no longer.',
    /** `watch` false ends it, also for a deleted or hidden post. */
    input: z.strictObject({ postId: id, watch: z.boolean(), userId: actorId }),
    output: z.object({ watched: z.boolean().describe('Whether the viewer now watches it.') }),
  },
  savedList: {
    method: 'GET',
    path: '/saved',
    access: 'user',
    errors: ['CURSOR_INVALID'],
    summary: 'Posts and comments that the viewer has saved and may see, last saved first.',
    input: z.object({ limit, cursor }),
    output: page(savedItem),
  },
  contentHideForMe: {
    method: 'POST',
    path: '/content/hide-for-me',
    access: 'user',
    site: true,
    widget: 'all',
    errors: ['POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN'],
    summary: 'Hide another person’s post or comment for the caller alone, or show it again.',
    input: z.strictObject({
      entityType,
      entityId: id.describe('the post or comment; a response is a Post'),
      hide: z.boolean().describe('false shows it again, even if it no longer exists'),
      userId: actorId,
    }),
    output: z.object({ hidden: z.boolean().describe('whether it is now hidden for the caller') }),
  },
  hiddenForMeList: {
    method: 'GET',
    path: '/content/hidden-for-me',
    access: 'user',
    errors: ['CURSOR_INVALID'],
    summary: 'Posts and comments that the viewer has hidden for themselves and may see, last hidden first.',
    input: z.object({ limit, cursor }),
    output: page(hiddenForMeItem),
  },
} as const satisfies Record<string, Call>
