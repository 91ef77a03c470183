import { createFetcher, type Fetcher, type FetcherOptions } from './fetcher.ts'

/** One guarded fetcher per purpose, each with places of its own: what is slow for one holds up no other. */
export interface Fetchers {
  /** The public keys of publishers: readers wait for them to sign in. */
  keys: Fetcher
  /** The pages of partners' articles. */
  articles: Fetcher
  /** The pages behind links in posts. */
  links: Fetcher
  /** Pictures hosted elsewhere. */
  pictures: Fetcher
}

export function createFetchers(options: Omit<FetcherOptions, 'limits'>): Fetchers {
  const fetcher = (limits: NonNullable<FetcherOptions['limits']>) => createFetcher({ ...options, limits })
  return {
    keys: fetcher({ running: 8, runningPerHost: 1, waiting: 100 }),
    articles: fetcher({ running: 6, runningPerHost: 2, waiting: 500 }),
    // Ten posts of ten links wait, which is what a member may post in an hour.
    links: fetcher({ running: 8, runningPerHost: 2, runningPerUser: 2, waiting: 500, waitingPerUser: 100 }),
    pictures: fetcher({
      ...{ running: 16, runningPerHost: 4, runningPerUser: 2, runningPerNetwork: 4 },
      // A reader's browser asks for all pictures of a page at once.
      ...{ waiting: 200, waitingPerUser: 10, waitingPerNetwork: 60, waitingMs: 10_000 },
    }),
  }
}
