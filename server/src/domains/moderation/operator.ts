import type { Viewer } from '@stoa/contract'

/** Whoever has the server's settings in hand: may do what a network admin may, and has no account. */
export const OPERATOR: NonNullable<Viewer> = {
  id: '',
  networkAdmin: true,
  domainAdmin: false,
  domainCommunity: null,
  joinedCommunities: [],
  bannedCommunities: {},
  tokenOwner: [],
  tokenPermissions: {},
  enableSell: [],
  ForwardedFrom: [],
  site: null,
}
