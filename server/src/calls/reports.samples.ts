import type { reportCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const reportSamples: SamplesOf<typeof reportCalls> = {
  reportCreate: [
    async ({ tokenName, post, other }) => ({
      input: {
        tokenName,
        reportedType: 'Post',
        reportedPostId: await post({ by: other.id }),
        reportReason: 'spam',
      },
      other: { reportReason: 'nudity' },
    }),
    async ({ tokenName, comment, other }) => ({
      input: {
        tokenName,
        reportedType: 'Comment',
        reportedCommentId: await comment({ by: other.id }),
        reportReason: 'spam',
      },
      other: { reportReason: 'nudity' },
    }),
    async ({ tokenName, person }) => ({
      input: { tokenName, reportedType: 'User', reportedUserId: (await person()).id, reportReason: 'spam' },
      other: { reportReason: 'nudity' },
    }),
  ],
  reportList: [
    async ({ tokenName, moderator, report }) => {
      for (const _ of [1, 2]) await report()
      return { input: { tokenName }, by: moderator }
    },
  ],
  reportGet: [
    async ({ tokenName, moderator, report }) => {
      for (const _ of [1, 2]) await report()
      return { input: { tokenName }, by: moderator }
    },
  ],
  reportUpdate: [
    async ({ tokenName, moderator, report }) => ({
      input: { tokenName, reportId: await report(), status: 'kept' },
      by: moderator,
      other: { status: 'open' },
    }),
  ],
}
