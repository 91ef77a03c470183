import type { moderationLogCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const moderationLogHandlers = ({
  appeals,
  logReader,
  moderationQueue,
}: Services): HandlersOf<typeof moderationLogCalls> => ({
  communityActivity: (context) => logReader.list(viewerOf(context), context.input),
  modActivityList: ({ viewer, input: { userId, postId, status, ...input } }) =>
    logReader.list(viewerOf({ viewer }), {
      ...input,
      personId: userId,
      subjectId: postId,
      isUndone: status && status === 'undone',
    }),
  communityDecisions: ({ input }) => logReader.listPublic(input),
  decisionList: (context) => appeals.list(viewerOf(context), context.input, context.onlyCommunity),
  appealCreate: (context) => appeals.create(viewerOf(context), context.input, context.tx),
  moderationUndo: (context) => moderationQueue.undo(viewerOf(context), context.input, context.tx),
})
