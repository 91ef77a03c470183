import { PostStatus } from '@stoa/contract'
import { POST_CONTENT, type SampleScene, type Samples } from '../sample-scene.ts'

const draftOf = ({ tokenName, flairId, next }: SampleScene) => ({
  tokenName,
  title: `A post ${next()}`,
  kind: 'community' as const,
  postContent: POST_CONTENT,
  flairId,
})

export const postSamples: Samples<
  | 'postList'
  | 'postGet'
  | 'postThread'
  | 'postRevisionList'
  | 'postRevisionGet'
  | 'postOwnCounts'
  | 'linkCardGet'
  | 'postCreate'
  | 'postEdit'
  | 'postAnonymous'
  | 'postApprove'
  | 'postSyndicate'
  | 'contentDelete'
  | 'postDelete'
  | 'postLock'
  | 'postPin'
  | 'postView'
> = {
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
    (scene) => ({ input: draftOf(scene), other: { title: 'Another' } }),
    async (scene) => ({
      input: { ...draftOf(scene), parentPostId: await scene.post({ by: scene.other.id }) },
      other: { title: 'Another' },
    }),
  ],
  postEdit: [
    async (scene) => ({ input: { ...draftOf(scene), postId: await scene.post() }, other: { title: 'Another' } }),
    async (scene) => ({
      input: { ...draftOf(scene), postId: await scene.post({ status: PostStatus.pending }) },
      by: scene.moderator,
      other: { title: 'Another' },
    }),
  ],
  postAnonymous: [
    async (scene) => {
      const { kind: _, ...input } = draftOf(scene)
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
  postSyndicate: [
    async ({ post, tokenName, moderator }) => ({
      input: { tokenName, postId: await post({ kind: 'story' }), syndicate: false },
      by: moderator,
      other: { syndicate: true },
    }),
  ],
  contentDelete: [
    async ({ post, tokenName }) => ({ input: { tokenName, postId: await post() }, other: { postId: await post() } }),
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
  postView: [
    async ({ post, tokenName }) => ({
      input: { postId: await post(), tokenName, visitorId: 'somebody' },
      other: { visitorId: 'somebody else' },
    }),
    async ({ post }) => ({ input: { postId: await post() }, other: { visitorId: 'somebody else' } }),
  ],
}

export const draftSamples: Samples<
  'postDraftSave' | 'postDraftPublish' | 'postDraftSchedule' | 'postDraftUnschedule' | 'postDraftDelete'
> = {
  postDraftSave: [
    async (scene) => ({
      input: { ...draftOf(scene), parentPostId: await scene.post({ by: scene.other.id }) },
      other: { title: '' },
    }),
    async (scene) => ({ input: { ...draftOf(scene), postId: await scene.draft() }, other: { title: 'Begun again' } }),
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

/** Votes, reactions and what people keep or hide for themselves. */
export const markSamples: Samples<
  'postVote' | 'postReaction' | 'postSave' | 'commentSave' | 'savedList' | 'contentHideForMe' | 'hiddenForMeList'
> = {
  postVote: [
    async ({ post }) => ({
      input: { postId: await post(), selectedOptionIndex: 0 },
      other: { selectedOptionIndex: 1 },
    }),
  ],
  postReaction: [
    async ({ post }) => ({
      input: { entityType: 'Post', entityId: await post(), reactionName: 'thumb-up' },
      other: { reactionName: 'thumb-down' },
    }),
    async ({ comment }) => ({
      input: { entityType: 'Comment', entityId: await comment(), reactionName: 'thumb-up' },
      other: { reactionName: 'thumb-down' },
    }),
    ({ article, tokenName }) => ({
      input: { entityType: 'Post', article: article(), tokenName, reactionName: 'thumb-up' },
      other: { reactionName: 'thumb-down' },
    }),
  ],
  postSave: [
    async ({ post }) => ({ input: { postId: await post(), save: true }, other: { save: false } }),
    async ({ draft }) => ({ input: { postId: await draft(), save: true }, other: { save: false } }),
  ],
  commentSave: [async ({ comment }) => ({ input: { commentId: await comment(), save: true }, other: { save: false } })],
  savedList: [
    async ({ post, stoa, member }) => {
      for (const postId of [await post(), await post()])
        await stoa.call('postSave', { postId, save: true }, { token: member.token })
      return { input: {} }
    },
  ],
  contentHideForMe: [
    async ({ post, other }) => ({
      input: { entityType: 'Post', entityId: await post({ by: other.id }), hide: true },
      other: { hide: false },
    }),
    async ({ comment, other }) => ({
      input: { entityType: 'Comment', entityId: await comment({ by: other.id }), hide: true },
      other: { hide: false },
    }),
  ],
  hiddenForMeList: [
    async ({ post, stoa, member, other }) => {
      for (const entityId of [await post({ by: other.id }), await post({ by: other.id })])
        await stoa.call('contentHideForMe', { entityType: 'Post', entityId, hide: true }, { token: member.token })
      return { input: {} }
    },
  ],
}
