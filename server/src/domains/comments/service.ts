import type { Cursors } from '../../lib/cursor.ts'
import { createCommentHider } from './hiding.ts'
import { createCommentMover } from './moving.ts'
import { createCommentPreviews } from './previews.ts'
import { createPublicComments } from './public-comments.ts'
import { createCommentReader } from './reading.ts'
import { createSurroundings } from './surroundings.ts'
import { createCommentUnnamer } from './unnaming.ts'
import { type CommentWriterDependencies, createCommentWriter } from './writing.ts'

export type { CommentState } from './public-comments.ts'

interface Dependencies extends Omit<CommentWriterDependencies, 'surround'> {
  cursors: Cursors
}

export type CommentService = ReturnType<typeof createCommentService>

/** Comments and replies: writing, reading, hiding. */
export function createCommentService(dependencies: Dependencies) {
  const surround = createSurroundings(dependencies)
  const inner = { ...dependencies, surround }
  return {
    ...createCommentWriter(inner),
    ...createCommentHider(inner),
    ...createCommentReader(inner),
    ...createPublicComments(inner),
    ...createCommentPreviews(inner),
    ...createCommentMover(inner),
    ...createCommentUnnamer(inner),
  }
}
