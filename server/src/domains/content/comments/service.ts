import type { Cursors } from '../../../platform/database/keyset.ts'
import { createCommentHider } from './hider.ts'
import { createCommentMover } from './mover.ts'
import { createNewComments } from './new-comments.ts'
import { createContextLoader } from './presenter.ts'
import { createCommentPreviews, createCommentTexts, createPublicComments } from './public-comments.ts'
import { createCommentReader } from './reader.ts'
import { createMentionRedactor } from './redact-mentions.ts'
import { type CommentWriterDependencies, createCommentWriter } from './writer.ts'

export type { CommentState } from './public-comments.ts'

interface Dependencies extends Omit<CommentWriterDependencies, 'loadContext'> {
  cursors: Cursors
}

export type CommentService = ReturnType<typeof createCommentService>

/** Comments and replies: writing, reading, hiding. */
export function createCommentService(dependencies: Dependencies) {
  const loadContext = createContextLoader(dependencies)
  const inner = { ...dependencies, loadContext }
  return {
    ...createCommentWriter(inner),
    ...createCommentHider(inner),
    ...createCommentReader(inner),
    ...createPublicComments(inner),
    ...createCommentPreviews(inner),
    ...createCommentTexts(inner),
    ...createCommentMover(inner),
    ...createNewComments(inner),
    ...createMentionRedactor(inner),
  }
}
