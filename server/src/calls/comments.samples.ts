import type { commentCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const commentSamples: SamplesOf<typeof commentCalls> = {
  commentCreate: [
    async ({ post, tokenName }) => ({
      input: { tokenName, postId: await post(), content: 'Once' },
      other: { content: 'Twice' },
    }),
    async ({ post, comment, tokenName }) => {
      const postId = await post()
      return {
        input: { tokenName, postId, replyToCommentId: await comment({ postId }), content: 'Once' },
        other: { content: 'Twice' },
      }
    },
    ({ article, tokenName }) => ({
      input: { tokenName, article: article(), content: 'Once' },
      other: { content: 'Twice' },
    }),
  ],
  commentAnonymous: [
    async ({ post, comment, tokenName, checkedHeaders }) => {
      const postId = await post()
      return {
        input: { tokenName, postId, replyToCommentId: await comment({ postId }), content: 'Once' },
        by: null,
        headers: await checkedHeaders(),
        other: { content: 'Twice' },
      }
    },
  ],
  commentEdit: [
    async ({ comment, tokenName }) => ({
      input: { tokenName, commentId: await comment(), content: 'Changed' },
      other: { content: 'Changed otherwise' },
    }),
  ],
  commentDelete: [
    async ({ comment, tokenName }) => ({
      input: { tokenName, commentId: await comment(), hidden: true },
      other: { hidden: false },
    }),
    async ({ comment, tokenName, moderator }) => ({
      input: { tokenName, commentId: await comment(), hidden: true, reason: 'spam' },
      by: moderator,
      other: { hidden: false },
    }),
  ],
  commentList: [
    async ({ draft }) => ({ input: { type: 'post', postId: await draft() } }),
    async ({ comment }) => ({ input: { type: 'replies', parentCommentId: await comment() } }),
    async ({ comment, member }) => {
      for (const _ of [1, 2]) await comment()
      return { input: { type: 'user', userId: member.id } }
    },
    ({ tokenName, moderator }) => ({ input: { type: 'pending', tokenName }, by: moderator }),
  ],
  commentGet: [async ({ comment }) => ({ input: { commentId: await comment() } })],
}
