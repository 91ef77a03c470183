import type { mediaCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const mediaHandlers = ({ checkPicture, uploaded, posts }: Services): HandlersOf<typeof mediaCalls> => ({
  mediaGet: (context) => uploaded.get(viewerOf(context), context.input.mediaId),
  mediaList: (context) => uploaded.list(viewerOf(context), context.input),
  mediaDelete: (context) => uploaded.delete(viewerOf(context), context.input.mediaId, context.tx),
  mediaRemove: (context) => posts.removeFile(viewerOf(context), context.input, context.tx),
  pictureCheck: (context) => checkPicture(viewerOf(context), context.input.url),
})
