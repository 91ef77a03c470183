import type { messageCalls } from '@stoa/contract/schemas'
import type { HandlersOf } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'

const notYet = (): never => {
  throw new DomainError('UNAVAILABLE')
}

export const messageHandlers = (_services: Services): HandlersOf<typeof messageCalls> => ({
  dmSend: notYet,
  dmConversationList: notYet,
  dmConversationGet: notYet,
  dmWith: notYet,
  dmMessageList: notYet,
  dmRead: notYet,
  dmAccept: notYet,
  dmDelete: notYet,
  dmReport: notYet,
  dmSettingsGet: notYet,
  dmSettings: notYet,
})
