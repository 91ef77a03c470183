import type { messageCalls } from '@stoa/contract/schemas'
import { type SampleScene, type SamplesOf } from '../../test/samples.ts'

/** A message to the member from somebody else, with its conversation. */
async function received({ stoa, member, person }: SampleScene, text = 'Hello') {
  const sender = await person()
  const { body } = await stoa.call('dmSend', { recipientId: member.id, text }, { token: sender.token })
  const { conversationId, message } = body.payload
  return { sender, conversationId, message, messageId: message.id }
}

export const messageSamples: SamplesOf<typeof messageCalls> = {
  dmSend: [
    // An answer: few people may write to many strangers.
    async (scene) => ({
      input: { recipientId: (await received(scene)).sender.id, text: `Hello ${scene.next()}`, nonce: 'a nonce' },
      other: { text: 'Something else' },
    }),
  ],
  dmConversationList: [
    async (scene) => {
      for (const _ of [1, 2]) await received(scene)
      return { input: { box: 'requests' } }
    },
    async (scene) => {
      await received(scene)
      return { input: { box: 'requests', query: 'hello' } }
    },
  ],
  dmConversationGet: [async (scene) => ({ input: { conversationId: (await received(scene)).conversationId } })],
  dmWith: [async (scene) => ({ input: { userId: (await received(scene)).sender.id } })],
  dmMessageList: [
    async (scene) => {
      const { conversationId, sender } = await received(scene)
      await scene.stoa.call('dmSend', { recipientId: scene.member.id, text: 'Again' }, { token: sender.token })
      return { input: { conversationId } }
    },
  ],
  dmRead: [
    async (scene) => {
      const { conversationId, message } = await received(scene)
      return { input: { conversationId, until: message.createdAt }, other: { until: 0 } }
    },
  ],
  dmAccept: [async (scene) => ({ input: { conversationId: (await received(scene)).conversationId } })],
  dmDelete: [
    async (scene) => ({ input: { messageId: (await received(scene)).messageId } }),
    async (scene) => ({ input: { conversationId: (await received(scene)).conversationId } }),
    async (scene) => {
      const { conversationId, message } = await received(scene)
      return { input: { conversationId, until: message.createdAt }, other: { until: 0 } }
    },
  ],
  dmReport: [
    async (scene) => ({
      input: {
        messageId: (await received(scene)).messageId,
        before: 2,
        tokenName: scene.tokenName,
        reportReason: 'spam',
      },
      other: { reportReason: 'nudity' },
    }),
  ],
  dmSettingsGet: [() => ({ input: {} })],
  dmSettings: [
    ({ next }) => ({
      input: { messageSettings: { audience: next() % 2 === 0 ? 'anyone' : 'members' } },
      other: { messageSettings: { showSeen: false } },
    }),
  ],
}
