import type { notificationCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const notificationSamples: SamplesOf<typeof notificationCalls> = {
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
  notificationSettingsGet: [() => ({ input: {} })],
  notificationSettings: [
    ({ next }) => ({
      input: { notificationSettings: { email: { digest: next() % 2 === 0 } } },
      other: { notificationSettings: { onSite: { reply: false } } },
    }),
  ],
}
