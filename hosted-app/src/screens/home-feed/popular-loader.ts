import { FORUM_FEED_PATH } from '@stoa/contract'
import { feed, type ListQuery } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { loadGrown, pageLinks, readGrowth } from '../../list-length.ts'
import { type FeedQuery, POPULAR_PATH, readFeedQuery, writeFeedQuery } from '../../paths.ts'
import type { LoaderArguments, ScreenData } from '../../screen-data.ts'

/** Data of the posts of all communities. */
export interface PopularData extends ScreenData {
  query: FeedQuery
  list: ListQuery
}

/** Loads posts of all communities up to the length in the address. */
export function popularLoader(app: HostedApp) {
  const { stoa, config, t } = app
  return async ({ request: { url } }: LoaderArguments): Promise<PopularData> => {
    const { searchParams } = new URL(url)
    const query = { ...readFeedQuery(searchParams), flairId: undefined }
    const list = await loadGrown(app, feed({ type: 'all', sort: query.sort, since: query.since }), { url })
    const head = {
      title: `${t('app.popular')} · ${config.domainDisplayName}`,
      feedPath: FORUM_FEED_PATH,
      ...pageLinks(stoa, { list, url, path: POPULAR_PATH + writeFeedQuery(query) }),
    }
    // A page after a cursor changes with every new post.
    return { query, list, head: readGrowth(searchParams).after === undefined ? head : { ...head, noindex: true } }
  }
}
