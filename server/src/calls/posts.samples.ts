import { PostStatus } from '@stoa/contract'
import type { postCalls } from '@stoa/contract/schemas'
import { type SampleScene, type SamplesOf } from '../../test/samples.ts'

/** A post with two responses. */
async function answeredPost({ post, stoa }: SampleScene, status: number = PostStatus.published): Promise<string> {
  const ancestor_id = await post()
  for (const post_id of [await post({ status }), await post({ status })]) {
    await stoa.database.transaction(async ({ connection }) => {
      await connection('post_ancestors').insert({ post_id, ancestor_id, depth: 1 })
      await connection('posts').where({ id: post_id }).update({ parent_post_id: ancestor_id, is_response: 1 })
    })
  }
  return ancestor_id
}

/** A post with votes of two people. */
async function votedPost({ post, stoa, member, other }: SampleScene): Promise<string> {
  const postId = await post()
  for (const { token } of [member, other]) {
    await stoa.call('postVote', { postId, selectedOptionIndex: 0 }, { token })
  }
  return postId
}

export const postSamples: SamplesOf<typeof postCalls> = {
  postList: [
    ({ tokenName, flairId }) => ({ input: { type: 'community', tokenName, flairId } }),
    ({ member }) => ({ input: { type: 'userPending', userId: member.id } }),
    async ({ draft }) => {
      for (const _ of [1, 2]) await draft()
      return { input: { type: 'userDraft' } }
    },
    ({ tokenName, moderator }) => ({ input: { type: 'pending', tokenName }, by: moderator }),
    async ({ post, tokenName }) => ({ input: { type: 'responses', parentPostId: await post(), tokenName } }),
    async ({ post }) => ({ input: { type: 'related', postId: await post() } }),
  ],
  postGet: [
    async ({ draft, tokenName }) => ({ input: { idOrSlug: await draft(), tokenName } }),
    async ({ post }) => ({ input: { idOrSlug: await post() } }),
  ],
  postThread: [async ({ draft }) => ({ input: { postId: await draft() } })],
  responseList: [
    async (scene) => ({ input: { postId: await answeredPost(scene) } }),
    async (scene) => ({ input: { postId: await answeredPost(scene), tokenName: scene.tokenName } }),
    async (scene) => {
      await answeredPost(scene, PostStatus.pending)
      return { input: { tokenName: scene.tokenName, status: PostStatus.pending }, by: scene.moderator }
    },
  ],
  superCommentList: [
    async (scene) => ({ input: { postId: await answeredPost(scene) } }),
    async (scene) => ({ input: { postId: await answeredPost(scene), tokenName: scene.tokenName } }),
    async (scene) => {
      await answeredPost(scene, PostStatus.pending)
      return { input: { tokenName: scene.tokenName, status: PostStatus.pending }, by: scene.moderator }
    },
  ],
  voteList: [
    async (scene) => ({ input: { postId: await votedPost(scene) } }),
    async (scene) => ({ input: { postId: await votedPost(scene), tokenName: scene.tokenName } }),
  ],
  postRevisionList: [async ({ editedPost }) => ({ input: { postId: await editedPost({ edits: 2 }) } })],
  postRevisionGet: [
    async ({ editedPost, stoa, member }) => {
      const postId = await editedPost()
      const { items } = (await stoa.call('postRevisionList', { postId }, { token: member.token })).body.payload
      return { input: { postId, revisionId: items[0]?.id ?? '' } }
    },
  ],
  postOwnCounts: [() => ({ input: {} })],
  linkCardGet: [() => ({ input: { url: 'http://127.0.0.1:9/' } })],
  postCreate: [
    (scene) => ({ input: scene.newPost(), other: { title: 'Another' } }),
    async (scene) => ({
      input: { ...scene.newPost(), parentPostId: await scene.post({ by: scene.other.id }) },
      other: { title: 'Another' },
    }),
  ],
  postEdit: [
    async (scene) => ({ input: { ...scene.newPost(), postId: await scene.post() }, other: { title: 'Another' } }),
    async (scene) => ({
      input: { ...scene.newPost(), postId: await scene.post({ status: PostStatus.pending }) },
      by: scene.moderator,
      other: { title: 'Another' },
    }),
  ],
  postAnonymous: [
    async (scene) => {
      const { kind: _, ...input } = scene.newPost()
      return { input, by: null, headers: await scene.checkedHeaders(), other: { title: 'Another' } }
    },
  ],
  postApprove: [
    async ({ post, moderator }) => ({
      input: { postId: await post({ status: PostStatus.pending }), approve: true },
      by: moderator,
      other: { approve: false },
    }),
  ],
  postDelete: [
    async ({ post, tokenName }) => ({
      input: { tokenName, postId: await post(), hidden: true },
      other: { hidden: false },
    }),
    async ({ post, tokenName, moderator }) => ({
      input: { tokenName, postId: await post(), hidden: true, reason: 'spam' },
      by: moderator,
      other: { hidden: false },
    }),
  ],
  contentDelete: [
    async ({ post, tokenName }) => ({ input: { tokenName, postId: await post() }, other: { postId: await post() } }),
    async ({ comment, tokenName }) => ({
      input: { tokenName, commentId: await comment() },
      other: { commentId: await comment() },
    }),
  ],
  postLock: [
    async ({ post, tokenName, moderator }) => ({
      input: { tokenName, postId: await post(), isLocked: true },
      by: moderator,
      other: { isLocked: false },
    }),
  ],
  postPin: [
    async ({ post, tokenName, moderator, stoa }) => {
      // A community has few pinned posts.
      await stoa.database.transaction(({ connection }) => connection('posts').update({ is_pinned: 0 }))
      return {
        input: { tokenName, postId: await post(), isPinned: true },
        by: moderator,
        other: { isPinned: false },
      }
    },
  ],
  postSyndicate: [
    async ({ post, tokenName, moderator }) => ({
      input: { tokenName, postId: await post({ kind: 'story' }), syndicate: false },
      by: moderator,
      other: { syndicate: true },
    }),
  ],
  postView: [
    async ({ post, tokenName }) => ({
      input: { postId: await post(), tokenName, visitorId: 'somebody' },
      other: { visitorId: 'somebody else' },
    }),
    async ({ post }) => ({ input: { postId: await post() }, other: { visitorId: 'somebody else' } }),
  ],
  postVote: [
    async ({ post }) => ({
      input: { postId: await post(), selectedOptionIndex: 0 },
      other: { selectedOptionIndex: 1 },
    }),
  ],
}
