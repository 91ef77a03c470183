import type { moderationLogCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const moderationLogSamples: SamplesOf<typeof moderationLogCalls> = {
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
  modActivityList: [
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
  moderationUndo: [
    async ({ tokenName, moderator, decision }) => ({
      input: { tokenName, activityIds: [await decision()] },
      by: moderator,
      other: { activityIds: [await decision()] },
    }),
  ],
}
