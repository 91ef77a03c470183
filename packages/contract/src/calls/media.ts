import { mediaRoutes } from '../routes/media.ts'
import type { Call } from './call.ts'

/** Calls about uploads. */
export const mediaCalls = {
  mediaGet: {
    ...mediaRoutes.mediaGet,
    errors: ['MEDIA_NOT_FOUND'],
    summary: 'One of the viewer’s uploads: the addresses of its files, or its processing status.',
  },
  mediaList: {
    ...mediaRoutes.mediaList,
    errors: ['CURSOR_INVALID'],
    summary: 'The viewer’s uploads, newest first.',
  },
  mediaDelete: {
    ...mediaRoutes.mediaDelete,
    errors: ['MEDIA_NOT_FOUND', 'MEDIA_IN_USE'],
    summary: 'Delete an upload with its files, unless a post, profile or community shows it.',
  },
} as const satisfies Record<keyof typeof mediaRoutes, Call>
