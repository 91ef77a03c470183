import type { User } from '@stoa/contract'
import { loadCommunity, loadList } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { authorLists } from './author-loader.ts'

/**
 * Loads the communities in which a person was active, and returns their token names, latest first: those that they
 * wrote in, and `cameFrom` if they are a member there; if there are none, the forum's own community.
 */
export async function loadCommunities(
  { stoa, config }: Pick<HostedApp, 'stoa' | 'config'>,
  { user, cameFrom }: { user: User; cameFrom: string | null },
): Promise<readonly string[]> {
  const { posts, comments } = authorLists(user.id)
  const lists = await Promise.all([loadList(stoa, posts), loadList(stoa, comments)])
  for (const { error } of lists) if (error) throw error
  const state = stoa.state.getState()
  const items = lists
    .flatMap(({ ids }) => ids.flatMap((id) => state.posts[id] ?? state.comments[id] ?? []))
    .sort((one, other) => other.createdAt - one.createdAt)
  const tokenNames = new Set(items.map(({ tokenName }) => tokenName))
  if (cameFrom !== null && !tokenNames.has(cameFrom) && (await isMember(cameFrom))) tokenNames.add(cameFrom)
  if (tokenNames.size === 0) tokenNames.add(config.defaultTokenName)
  const namesToLoad = [...tokenNames].filter((tokenName) => !state.communities[tokenName])
  // A community that fails to load is shown by its token name.
  await Promise.allSettled(namesToLoad.map((tokenName) => loadCommunity(stoa, tokenName)))
  return [...tokenNames]

  async function isMember(tokenName: string): Promise<boolean> {
    // The community may no longer exist.
    const members = await stoa.client.call('communityMembers', { tokenName, userId: user.id }).catch(() => null)
    return members !== null && members.items.length > 0
  }
}
