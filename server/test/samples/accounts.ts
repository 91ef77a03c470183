import { PASSWORD, type Samples } from '../sample-scene.ts'

export const accountSamples: Samples<
  | 'me'
  | 'viewerFacts'
  | 'userGet'
  | 'userReputation'
  | 'userUsername'
  | 'userEdit'
  | 'pictureCheck'
  | 'userDelete'
  | 'userExport'
  | 'userForwarded'
  | 'userForwardProve'
  | 'userForward'
  | 'userForwardUndo'
  | 'userVisit'
  | 'communityVisit'
> = {
  me: [() => ({ input: {} })],
  viewerFacts: [
    async ({ post, comment, stoa, member }) => {
      const [postIds, commentIds] = [await post(), await comment()]
      for (const [entityType, entityId] of [['Post', postIds] as const, ['Comment', commentIds] as const])
        await stoa.call('postReaction', { entityType, entityId, reactionName: 'thumb-up' }, { token: member.token })
      return { input: { postIds, commentIds } }
    },
  ],
  userGet: [({ member }) => ({ input: { idOrSlug: member.id } })],
  userReputation: [
    async ({ comment, stoa, member, moderator }) => {
      for (const entityId of [await comment(), await comment()]) {
        const input = { entityType: 'Comment', entityId, reactionName: 'thumb-up' } as const
        await stoa.call('postReaction', input, { token: moderator.token })
      }
      return { input: { idOrSlug: member.id } }
    },
  ],
  userUsername: [
    async ({ person, next }) => ({
      input: { username: `renamed_${next()}` },
      by: await person(),
      other: { username: `renamed_${next()}` },
    }),
  ],
  userEdit: [
    ({ member, next }) => ({
      input: { editedUserId: member.id, profileTitle: `Title ${next()}` },
      other: { profileTitle: 'Another title' },
    }),
    async ({ person, tokenName, moderator }) => ({
      input: { editedUserId: (await person()).id, approveSell: true, tokenName },
      by: moderator,
      other: { approveSell: false },
    }),
  ],
  pictureCheck: [() => ({ input: { url: 'http://127.0.0.1:9/' } })],
  userDelete: [
    async ({ account }) => {
      const { username, token } = await account()
      return { input: { confirm: username }, by: { token }, other: { content: 'remove' } }
    },
  ],
  userExport: [async ({ person }) => ({ input: {}, by: await person() })],
  userForwarded: [() => ({ input: {} })],
  userForwardProve: [
    async ({ person, account }) => ({
      input: { login: (await account()).username, password: PASSWORD },
      by: await person(),
      other: { password: 'wrong' },
    }),
  ],
  userForward: [
    async ({ mergeable }) => {
      const { keeper, proof } = await mergeable()
      return { input: { proof, mainAccount: 'this' }, by: keeper, other: { mainAccount: 'other' } }
    },
  ],
  userForwardUndo: [
    async ({ mergeable, stoa, member }) => {
      const { keeper, given, proof } = await mergeable()
      await stoa.call('userForward', { proof, mainAccount: 'this' }, { token: keeper.token })
      await stoa.app.background.settled()
      return { input: { forwardedUserId: given.userId }, by: keeper, other: { forwardedUserId: member.id } }
    },
  ],
  userVisit: [({ tokenName }) => ({ input: { tokenName } })],
  communityVisit: [({ tokenName }) => ({ input: { tokenName } })],
}

export const mediaSamples: Samples<'mediaGet' | 'mediaList' | 'mediaDelete'> = {
  mediaGet: [async ({ media }) => ({ input: { mediaId: await media() } })],
  mediaList: [
    async ({ media }) => {
      for (const _ of [1, 2]) await media()
      return { input: {} }
    },
  ],
  mediaDelete: [async ({ media }) => ({ input: { mediaId: await media() }, other: { mediaId: await media() } })],
}

export const notificationSamples: Samples<
  | 'userFollow'
  | 'userFollowGet'
  | 'notificationList'
  | 'notificationViewed'
  | 'notificationRead'
  | 'notificationDelete'
  | 'notificationSettings'
  | 'notificationSettingsGet'
> = {
  userFollow: [
    async ({ person }) => ({ input: { followedUserId: (await person()).id, follow: true }, other: { follow: false } }),
  ],
  userFollowGet: [async ({ person }) => ({ input: { followedUserId: (await person()).id } })],
  notificationList: [
    async ({ notification }) => {
      for (const _ of [1, 2]) await notification()
      return { input: {} }
    },
  ],
  notificationViewed: [() => ({ input: {} })],
  notificationRead: [
    async ({ notification }) => ({
      input: { notificationIds: [await notification()] },
      other: { notificationIds: [await notification()] },
    }),
  ],
  notificationDelete: [
    async ({ notification }) => ({
      input: { notificationIds: [await notification()] },
      other: { notificationIds: [await notification()] },
    }),
  ],
  notificationSettings: [
    ({ next }) => ({
      input: { notificationSettings: { email: { digest: next() % 2 === 0 } } },
      other: { notificationSettings: { onSite: { reply: false } } },
    }),
  ],
  notificationSettingsGet: [() => ({ input: {} })],
}
