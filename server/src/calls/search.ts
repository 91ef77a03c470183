import type { searchCalls } from '@stoa/contract/schemas'
import type { HandlersOf } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'

const notYet = (): never => {
  throw new DomainError('UNAVAILABLE')
}

export const searchHandlers = (_services: Services): HandlersOf<typeof searchCalls> => ({
  searchPosts: notYet,
  searchComments: notYet,
  searchUsers: notYet,
  searchCommunities: notYet,
  searchCounts: notYet,
  searchSuggestions: notYet,
})
