import type { Viewer } from '@stoa/contract'

/** The operator, who holds the server's settings: may do what a network admin may, but has no account. */
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
