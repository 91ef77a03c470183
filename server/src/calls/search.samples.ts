import type { searchCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const searchSamples: SamplesOf<typeof searchCalls> = {
  searchPosts: [],
  searchComments: [],
  searchUsers: [],
  searchCommunities: [],
  searchCounts: [],
  searchSuggestions: [],
}
