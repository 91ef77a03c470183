import { type Community, communityPath, PAGE_SIZE } from '@stoa/contract'
import { feed, type ListQuery, loadCommunity } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, loadScreenList, orNotFound, type ScreenData } from '../../load.ts'
import { type FeedQuery, readFeedQuery, writeFeedQuery } from '../../paths.ts'

/** What the posts tab of a community shows. */
export interface CommunityData extends ScreenData {
  tokenName: string
  query: FeedQuery
}

/** Loads a community's feed; several pages at once when the address asks for them, so that reload and back show as much again. */
export function communityLoader({ stoa, config }: HostedApp) {
  return async ({ params, request }: LoaderArguments): Promise<CommunityData> => {
    const query = readFeedQuery(new URL(request.url).searchParams)
    const community = await orNotFound(loadCommunity(stoa, params.token ?? config.defaultTokenName))
    const { tokenName } = community
    await Promise.all([
      loadScreenList(stoa, communityFeed(tokenName, query), { limit: PAGE_SIZE * query.pages, force: true }),
      loadScreenList(stoa, pinnedPosts(tokenName), { force: true }),
    ])
    const path = params.token === undefined ? '/' : communityPath(tokenName)
    return { tokenName, query, head: communityHead(community, path + writeFeedQuery({ ...query, pages: 1 })) }
  }
}

/** The feed that a query asks for. */
export function communityFeed(tokenName: string, { sort, since, flairId }: FeedQuery): ListQuery {
  return feed({ type: 'all', tokenName, sort, since, ...(flairId ? { flairId } : {}) })
}

export function pinnedPosts(tokenName: string): ListQuery {
  return feed({ type: 'pinned', tokenName })
}

export function communityHead(community: Community, canonicalPath: string) {
  return {
    title: community.title,
    description: community.about || community.title,
    canonicalPath,
    ...(community.logoImageURI ? { image: community.logoImageURI } : {}),
  }
}
