import type { muteCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const muteSamples: SamplesOf<typeof muteCalls> = {
  dmBlock: [
    async ({ person }) => ({ input: { blockUserId: (await person()).id, block: true }, other: { block: false } }),
  ],
  notificationBlock: [
    async ({ person }) => ({
      input: { entityType: 'user', entityId: (await person()).id, block: true },
      other: { block: false },
    }),
    async ({ post, other }) => ({
      input: { entityType: 'post', entityId: await post({ by: other.id }), block: true },
      other: { block: false },
    }),
    async ({ communityId, person }) => ({
      input: { entityType: 'community', entityId: communityId, block: true },
      by: await person(),
      other: { block: false },
    }),
    async ({ topic }) => ({
      input: { entityType: 'topic', entityId: await topic(), block: true },
      other: { block: false },
    }),
    ({ next }) => ({ input: { entityType: 'word', text: `word ${next()}`, block: true }, other: { block: false } }),
  ],
  muteList: [
    async ({ person, stoa, member, next }) => {
      const { id: blockUserId } = await person()
      await stoa.call('dmBlock', { blockUserId, block: true }, { token: member.token })
      await stoa.call(
        'notificationBlock',
        { entityType: 'word', text: `word ${next()}`, block: true },
        { token: member.token },
      )
      return { input: {} }
    },
  ],
}
