import type { Me } from '../entities.ts'
import type { KeyScope } from '../key-scopes.ts'

/**
 * The owner of an API key as rules see them: with the rights that they have now, as far as the key’s scopes reach. A key
 * that only reads and writes has no roles, so that it changes nothing of other people’s.
 */
export function limitedToScopes(owner: Me, scopes: readonly KeyScope[]): Me {
  const holder: Me = { ...owner, keyScopes: [...scopes] }
  if (scopes.includes('administer')) return holder
  const withoutNetwork = { ...holder, networkAdmin: false, domainAdmin: false, sectionCommunities: [] }
  if (scopes.includes('moderate')) return withoutNetwork
  return { ...withoutNetwork, tokenOwner: [], tokenPermissions: {}, moderator: [] }
}
