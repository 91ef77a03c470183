import type { muteCalls } from '@stoa/contract/schemas'
import type { HandlersOf } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'

const notYet = (): never => {
  throw new DomainError('UNAVAILABLE')
}

export const muteHandlers = (_services: Services): HandlersOf<typeof muteCalls> => ({
  dmBlock: notYet,
  notificationBlock: notYet,
  muteList: notYet,
})
