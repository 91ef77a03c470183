import { PostStatus } from '@stoa/contract'
import type { draftCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const draftSamples: SamplesOf<typeof draftCalls> = {
  postDraftSave: [
    async (scene) => ({
      input: { ...scene.newPost(), parentPostId: await scene.post({ by: scene.other.id }) },
      other: { title: '' },
    }),
    async (scene) => ({ input: { ...scene.newPost(), postId: await scene.draft() }, other: { title: 'Begun again' } }),
  ],
  postDraftPublish: [
    async ({ draft, tokenName }) => ({ input: { tokenName, postId: await draft() }, other: { postId: await draft() } }),
  ],
  postDraftSchedule: [
    async ({ draft, tokenName, stoa }) => {
      const scheduledAt = stoa.clock.now() + 60_000
      return { input: { tokenName, postId: await draft(), scheduledAt }, other: { scheduledAt: scheduledAt + 1 } }
    },
  ],
  postDraftUnschedule: [
    async ({ post, tokenName }) => ({
      input: { tokenName, postId: await post({ status: PostStatus.scheduled }) },
      other: { postId: await post({ status: PostStatus.scheduled }) },
    }),
  ],
  postDraftDelete: [
    async ({ draft, tokenName }) => ({ input: { tokenName, postId: await draft() }, other: { postId: await draft() } }),
  ],
}
