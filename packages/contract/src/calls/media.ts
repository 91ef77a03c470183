import * as z from 'zod'
import { MEDIA_KINDS } from '../media-rules.ts'
import { decisionReason } from '../schemas/decision-reasons.ts'
import { mediaUrl } from '../schemas/images.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { actorId, id, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

/** A smaller version of a picture. */
const mediaSize = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  url: z.string().describe('As WebP, which all browsers support.'),
  avifUrl: z.string().nullable().describe('The same as a smaller AVIF; null: none.'),
})

/** An upload. Addresses are paths from the forum's root. */
export const media = z.object({
  id,
  kind: z.enum(MEDIA_KINDS),
  status: z
    .enum(['uploading', 'processing', 'ready', 'failed'])
    .describe(
      '`uploading`: the file has not fully arrived. `processing`: it is being converted. `ready`: it can be shown.',
    ),
  error: z.string().nullable().describe('Error code if processing failed; otherwise null.'),
  filename: z.string().describe('Original name of the file.'),
  bytes: z.int().nonnegative().describe('Size of the uploaded file.'),
  url: z.string().describe('The full picture, video, recording or captions; empty until ready.'),
  width: z
    .int()
    .positive()
    .nullable()
    .describe('Dimensions of `url` in pixels; null for what has none, and until ready.'),
  height: z.int().positive().nullable(),
  durationMs: z.int().nonnegative().nullable().describe('Duration of a video or recording; null: unknown or none.'),
  placeholder: z.string().describe('The picture’s main color, such as `#aabbcc`, as a placeholder; empty: none.'),
  sizes: z.array(mediaSize).describe('Smaller versions of a picture, smallest first.'),
  posterUrl: z.string().nullable().describe('A still of a video; null: none.'),
  captionsUrl: z.string().nullable().describe('The captions uploaded for a video or recording; null: none.'),
  removed: z.boolean().describe('Moderators have removed it: it is shown nowhere.'),
  uses: z.int().nonnegative().describe('Number of posts, profiles and communities that show it.'),
  createdAt: time,
})

/** Calls about uploads, whose files themselves go to `UPLOADS_PATH`, and about pictures on other sites. */
export const mediaCalls = {
  mediaGet: {
    method: 'GET',
    path: '/media/{mediaId}',
    access: 'user',
    errors: ['MEDIA_NOT_FOUND'],
    summary: 'One of the viewer’s uploads: the addresses of its files, or its processing status.',
    input: z.object({
      mediaId: id.describe('The upload. The address of its file contains the same id.'),
    }),
    output: z.object({ media }),
  },
  mediaList: {
    method: 'GET',
    path: '/media',
    access: 'user',
    errors: ['CURSOR_INVALID'],
    summary: 'The viewer’s uploads, newest first.',
    input: z.object({ limit, cursor }),
    output: page(media).extend({
      total: z.int().nonnegative().describe('Number of the viewer’s uploads.'),
      usedBytes: z.int().nonnegative().describe('Size of all of them, with those saved in drafts.'),
      maxBytes: z.int().positive().describe('The most it may be.'),
    }),
  },
  mediaDelete: {
    method: 'POST',
    path: '/media/delete',
    access: 'user',
    errors: ['MEDIA_NOT_FOUND', 'MEDIA_IN_USE'],
    summary: 'Delete an upload with its files, unless a post, profile or community shows it.',
    input: z.strictObject({
      userId: actorId,
      mediaId: id.describe('The upload, one of the viewer’s.'),
    }),
    output: z.object({
      deleted: z.boolean().describe('Always true. Deleting it again is an error.'),
    }),
  },
  mediaRemove: {
    method: 'POST',
    path: '/media/remove',
    access: 'user',
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'MEDIA_NOT_FOUND', 'MEDIA_ELSEWHERE'],
    summary:
      'Remove a file of a post everywhere: it is no longer served, and can’t be used again. For moderators of everything that shows it, who give a reason. Can be undone (`moderationUndo`).',
    input: z.strictObject({
      userId: actorId,
      tokenName,
      postId: id,
      mediaId: id.describe('An upload that the post shows.'),
      ...decisionReason,
    }),
    output: z.object({ activityId: id.describe('The decision, for undoing it.') }),
  },
  pictureCheck: {
    method: 'GET',
    path: '/picture/check',
    access: 'user',
    errors: ['BUSY'],
    summary:
      'Check that a picture can be loaded from an address, and get its address for browsers. For forms, before saving.',
    input: z.strictObject({ url: mediaUrl }),
    output: z.object({
      url: z.string().describe('Address of the picture for browsers, on the forum.'),
    }),
  },
} as const satisfies Record<string, Call>
