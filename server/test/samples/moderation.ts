import type { Samples } from '../sample-scene.ts'

export const moderationSamples: Samples<
  | 'userBan'
  | 'userWarn'
  | 'userPermissions'
  | 'userGetUserEmails'
  | 'cacheDelete'
  | 'communityStanding'
  | 'communityBans'
  | 'communityActivity'
  | 'communityDecisions'
  | 'memberCard'
  | 'memberNote'
> = {
  userBan: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, banUserId: (await person()).id, ban: true },
      by: moderator,
      other: { ban: false },
    }),
    async ({ tokenName, moderator, writer }) => {
      const { personId, commentId } = await writer()
      return { input: { tokenName, banUserId: personId, ban: true, commentId }, by: moderator, other: { ban: false } }
    },
  ],
  userWarn: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, warnedUserId: (await person()).id, reason: 'Be kind' },
      by: moderator,
      other: { reason: 'Be kinder' },
    }),
    async ({ tokenName, moderator, writer }) => {
      const { personId, commentId } = await writer()
      return {
        input: { tokenName, warnedUserId: personId, reason: 'Be kind', commentId },
        by: moderator,
        other: { reason: 'Be kinder' },
      }
    },
  ],
  userPermissions: [
    async ({ tokenName, owner, person }) => ({
      input: { tokenName, editedUserId: (await person()).id, permissions: { pinPost: true } },
      by: owner,
      other: { permissions: {} },
    }),
  ],
  userGetUserEmails: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, userIds: [(await person()).id] },
      by: moderator,
    }),
  ],
  cacheDelete: [
    ({ tokenName, moderator }) => ({ input: { key: `whitelistedUsers_${tokenName}` }, by: moderator }),
    ({ tokenName, moderator }) => ({ input: { key: `partnerPosts_${tokenName}_*` }, by: moderator }),
  ],
  communityStanding: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, memberId: (await person()).id },
      by: moderator,
    }),
    async ({ tokenName, moderator, writer }) => {
      const { personId: memberId, commentId } = await writer()
      return { input: { tokenName, memberId, commentId }, by: moderator }
    },
  ],
  communityBans: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, memberIds: (await person()).id },
      by: moderator,
    }),
    async ({ tokenName, moderator, person, stoa }) => {
      for (const { id: banUserId } of [await person(), await person()])
        await stoa.call('userBan', { tokenName, banUserId, ban: true }, { token: moderator.token })
      return { input: { tokenName }, by: moderator }
    },
  ],
  communityActivity: [
    async ({ tokenName, moderator, member, decisionOnMember }) => {
      const { commentId } = await decisionOnMember()
      return {
        input: { tokenName, actorId: moderator.id, personId: member.id, subjectId: commentId },
        by: moderator,
      }
    },
    async ({ tokenName, moderator, decision }) => {
      for (const _ of [1, 2]) await decision()
      return { input: { tokenName }, by: moderator }
    },
  ],
  communityDecisions: [
    async ({ tokenName, decisionOnMember }) => {
      for (const _ of [1, 2]) await decisionOnMember()
      return { input: { tokenName } }
    },
  ],
  memberCard: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, memberId: (await person()).id },
      by: moderator,
    }),
  ],
  memberNote: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, memberId: (await person()).id, text: 'Noted' },
      by: moderator,
      other: { text: 'Noted otherwise' },
    }),
    async ({ tokenName, moderator, member, note }) => ({
      input: { tokenName, memberId: member.id, noteId: await note() },
      by: moderator,
      other: { noteId: await note() },
    }),
  ],
}

export const queueSamples: Samples<
  | 'queueList'
  | 'queueDecided'
  | 'queueClaim'
  | 'queueDecide'
  | 'moderationUndo'
  | 'decisionList'
  | 'appealCreate'
  | 'reportCreate'
  | 'reportGet'
  | 'reportUpdate'
> = {
  queueList: [
    async ({ tokenName, moderator, report }) => {
      for (const _ of [1, 2]) await report()
      return { input: { tokenName }, by: moderator }
    },
    async ({ tokenName, moderator, post }) => ({ input: { tokenName, postId: await post() }, by: moderator }),
    async ({ moderator, post }) => ({ input: { postId: await post() }, by: moderator }),
  ],
  queueDecided: [
    async ({ tokenName, moderator, decision }) => {
      for (const _ of [1, 2]) await decision()
      return { input: { tokenName }, by: moderator }
    },
  ],
  queueClaim: [
    async ({ tokenName, moderator, report }) => ({
      input: { tokenName, itemIds: [await report()], claim: true },
      by: moderator,
      other: { claim: false },
    }),
  ],
  queueDecide: [
    async ({ tokenName, moderator, report }) => ({
      input: { tokenName, itemIds: [await report()], decision: 'approve' },
      by: moderator,
      other: { decision: 'hide', reason: 'spam' },
    }),
  ],
  moderationUndo: [
    async ({ tokenName, moderator, decision }) => ({
      input: { tokenName, activityIds: [await decision()] },
      by: moderator,
      other: { activityIds: [await decision()] },
    }),
  ],
  decisionList: [
    async ({ decisionOnMember }) => {
      for (const _ of [1, 2]) await decisionOnMember()
      return { input: {} }
    },
  ],
  appealCreate: [
    async ({ decisionOnMember }) => {
      const { activityId } = await decisionOnMember()
      return { input: { activityId, text: 'It was a joke.' }, other: { text: 'It was none.' } }
    },
  ],
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
