import type { searchCalls } from '@stoa/contract/schemas'
import type { HandlersOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const searchHandlers = ({ search }: Services): HandlersOf<typeof searchCalls> => ({
  searchPosts: ({ viewer, input, onlyCommunity, address }) =>
    search.posts({ viewer, address }, { ...input, onlyCommunity }),
  searchComments: ({ viewer, input, onlyCommunity, address }) =>
    search.comments({ viewer, address }, { ...input, onlyCommunity }),
  searchUsers: ({ viewer, input, onlyCommunity, address }) =>
    search.users({ viewer, address }, { ...input, onlyCommunity }),
  searchCommunities: ({ viewer, input, onlyCommunity, address }) =>
    search.communities({ viewer, address }, { ...input, onlyCommunity }),
  searchCounts: ({ viewer, input, onlyCommunity, address }) =>
    search.counts({ viewer, address }, { ...input, onlyCommunity }),
  searchSuggestions: ({ viewer, input, onlyCommunity, address }) =>
    search.suggestions({ viewer, address }, { ...input, onlyCommunity }),
})
