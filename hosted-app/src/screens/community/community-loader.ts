import {
  type Community,
  communityFeedPath,
  communityName,
  communityPath,
  communityPicture,
  unmappedPath,
} from '@stoa/contract'
import { feed, type ListQuery, loadCommunity } from '@stoa/store'
import { redirect } from 'react-router'
import type { HostedApp } from '../../hosted-app.ts'
import { loadGrown, pageLinks, readGrowth } from '../../list-length.ts'
import { type FeedQuery, readFeedQuery, writeFeedQuery } from '../../paths.ts'
import { type LoaderArguments, loadScreenList, orNotFound, type ScreenData } from '../../screen-data.ts'
import { sideOfCommunity } from '../../side/side.tsx'

/** The default community's other name, on every domain. */
const OLD_NAME = 'video'

/** Data of a community's posts tab. */
export interface CommunityData extends ScreenData {
  tokenName: string
  query: FeedQuery
  list: ListQuery
  /** Pinned posts above the list; null if it begins in the middle. */
  pinned: ListQuery | null
}

/** Loads a community's feed up to the length in its address. */
export function communityLoader(app: HostedApp) {
  const { stoa, config } = app
  return async ({ params, request: { url } }: LoaderArguments): Promise<CommunityData> => {
    const { searchParams } = new URL(url)
    const query = readFeedQuery(searchParams)
    const community = await orNotFound(loadCommunity(stoa, params.token ?? config.defaultTokenName))
    sendFromFormer(community, { token: params.token, url })
    const { tokenName, activeFlairs } = community
    const { flairId = '' } = query
    const topic = activeFlairs.find(({ formerIds }) => formerIds?.includes(flairId))
    if (topic) throw redirect(communityPath(community) + writeFeedQuery({ ...query, flairId: topic.id }), 301)
    const { after } = readGrowth(searchParams)
    // Promotions are a list of their own.
    const hasPinned = after === undefined && query.sort !== 'promoted'
    const pinned = hasPinned ? pinnedPosts(tokenName, query) : null
    const [list] = await Promise.all([
      loadGrown(app, communityFeed(tokenName, query), { url }),
      pinned && loadScreenList(stoa, pinned, { force: true }),
    ])
    const path = params.token === undefined ? '/' : communityPath(community)
    const head = {
      ...communityHead(community),
      ...pageLinks(stoa, { list, url, path: path + writeFeedQuery(query) }),
      feedPath: communityFeedPath(community, query.flairId),
    }
    // A page after a cursor changes with every new post.
    const side = sideOfCommunity(tokenName)
    return { tokenName, query, list, pinned, side, head: after === undefined ? head : { ...head, noindex: true } }
  }
}

/** Redirects a community's other addresses, by its token name or a former slug, to the present one. */
export function sendFromFormer(community: Community, { token, url }: { token: string | undefined; url: string }): void {
  const name = token?.toLowerCase()
  if (name === undefined || name === communityName(community).toLowerCase() || name === OLD_NAME) return
  const { pathname, search } = new URL(url)
  const rest = unmappedPath(pathname).split('/').slice(3).join('/')
  throw redirect(`${communityPath(community)}${rest && `/${rest}`}${search}`, 301)
}

/** The feed query for the address. */
function communityFeed(tokenName: string, { sort, since, flairId }: FeedQuery): ListQuery {
  return feed({ type: 'all', tokenName, sort, since, ...(flairId ? { flairId } : {}) })
}

function pinnedPosts(tokenName: string, { flairId }: FeedQuery): ListQuery {
  return feed({ type: 'pinned', tokenName, ...(flairId ? { flairId } : {}) })
}

export function communityHead(community: Community) {
  return {
    title: community.title,
    description: community.about || community.title,
    image: communityPicture(community),
  }
}
