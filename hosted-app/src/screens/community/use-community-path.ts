import { communityPath } from '@stoa/contract'
import { useCommunity } from '@stoa/store/react'

/** Home of a community that the screen has loaded. */
export function useCommunityPath(tokenName: string): string {
  return communityPath(useCommunity(tokenName) ?? tokenName)
}
