import type { messageCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const messageSamples: SamplesOf<typeof messageCalls> = {
  dmSend: [],
  dmConversationList: [],
  dmConversationGet: [],
  dmWith: [],
  dmMessageList: [],
  dmRead: [],
  dmAccept: [],
  dmDelete: [],
  dmReport: [],
  dmSettingsGet: [],
  dmSettings: [],
}
