import * as z from 'zod'
import { MEDIA_KINDS } from '../media-rules.ts'
import { actorId, cursor, id, limit, page, time } from './common.ts'

/** A smaller version of a picture. */
const mediaSize = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  url: z.string().describe('As WebP, which every browser shows.'),
  avifUrl: z.string().nullable().describe('The same as AVIF, in fewer bytes; null: there is none.'),
})

/** An upload. Addresses are paths from the forum's root. */
export const media = z.object({
  id,
  kind: z.enum(MEDIA_KINDS),
  status: z
    .enum(['uploading', 'processing', 'ready', 'failed'])
    .describe(
      '`uploading`: its file has not arrived yet. `processing`: it is being made ready. `ready`: it can be shown.',
    ),
  error: z.string().nullable().describe('The code of the error that says why it failed; null: it has not.'),
  filename: z.string().describe('What its file was called.'),
  bytes: z.int().nonnegative().describe('Of the file that was sent.'),
  url: z.string().describe('The whole picture, video, recording or captions; empty until it is ready.'),
  width: z
    .int()
    .positive()
    .nullable()
    .describe('Pixels of what `url` shows; null for what is not seen, and until it is ready.'),
  height: z.int().positive().nullable(),
  durationMs: z.int().nonnegative().nullable().describe('Of a video or recording; null: unknown or none.'),
  placeholder: z
    .string()
    .describe("The picture's main colour, such as `#aabbcc`, to show until it is there; empty: none."),
  sizes: z.array(mediaSize).describe('Smaller versions of a picture, smallest first.'),
  posterUrl: z.string().nullable().describe('A still of a video; null: there is none.'),
  captionsUrl: z.string().nullable().describe('The captions that were uploaded for a video or recording; null: none.'),
  uses: z.int().nonnegative().describe('Posts, profiles and communities that show it.'),
  createdAt: time,
})

/** Inputs and outputs of calls about uploads. */
export const mediaCalls = {
  mediaGet: {
    input: z.object({
      mediaId: id.describe("The upload; it has the id of its file's address."),
    }),
    output: z.object({ media }),
  },
  mediaList: {
    input: z.object({ limit, cursor }),
    output: page(media).extend({ total: z.int().nonnegative().describe('How many uploads the viewer has.') }),
  },
  mediaDelete: {
    input: z.strictObject({
      userId: actorId,
      mediaId: id.describe("Which upload of the viewer's."),
    }),
    output: z.object({
      deleted: z.boolean().describe('Always true; deleting it again is an error, because it is gone.'),
    }),
  },
}
