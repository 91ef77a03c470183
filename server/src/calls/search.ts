import type { searchCalls } from '@stoa/contract/schemas'
import type { HandlersOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const searchHandlers = ({ search }: Services): HandlersOf<typeof searchCalls> => ({
  searchPosts: ({ viewer, input, onlyCommunity }) => search.posts(viewer, { ...input, onlyCommunity }),
  searchComments: ({ viewer, input, onlyCommunity }) => search.comments(viewer, { ...input, onlyCommunity }),
  searchUsers: ({ viewer, input, onlyCommunity }) => search.users(viewer, { ...input, onlyCommunity }),
  searchCommunities: ({ viewer, input, onlyCommunity }) => search.communities(viewer, { ...input, onlyCommunity }),
  searchCounts: ({ viewer, input, onlyCommunity }) => search.counts(viewer, { ...input, onlyCommunity }),
  searchSuggestions: ({ viewer, input, onlyCommunity }) => search.suggestions(viewer, { ...input, onlyCommunity }),
})
