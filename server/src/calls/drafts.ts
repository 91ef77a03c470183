import type { draftCalls } from '@stoa/contract/schemas'
import type { CallContext } from '../platform/calls/context.ts'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export function draftHandlers({ contentChecks, posts }: Services): HandlersOf<typeof draftCalls> {
  const score = ({ viewer, input }: Pick<CallContext<'postDraftPublish'>, 'viewer' | 'input'>) =>
    contentChecks.score(viewer, { tokenName: input.tokenName, text: () => posts.textOf(input.postId) })

  return {
    postDraftSave: async (context) => ({ post: await posts.saveDraft(viewerOf(context), context.input, context) }),
    postDraftPublish: {
      score,
      handle: async (context) => ({ post: await posts.publishDraft(viewerOf(context), context.input, context) }),
    },
    postDraftSchedule: {
      score,
      handle: async (context) => ({ post: await posts.schedule(viewerOf(context), context.input, context) }),
    },
    postDraftUnschedule: async (context) => ({
      post: await posts.unschedule(viewerOf(context), context.input, context.tx),
    }),
    postDraftDelete: async (context) => ({
      post: await posts.discardDraft(viewerOf(context), context.input, context.tx),
    }),
  }
}
