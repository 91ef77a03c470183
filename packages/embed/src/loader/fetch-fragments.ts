import type { ErrorResponse, SuccessResponse } from '@stoa/contract'
import type { ThreadPartName } from '../first-view/fragment-state.ts'
import type { MountOptions } from './define-element.ts'

/** `FRAGMENTS_MAX` of the contract; importing it would add bytes. */
const AT_ONCE = 10
/** Maximum length of a query that is sent with others, so that all stay below `FRAGMENTS_MAX_LENGTH`. */
const SHORT = 400

/** An element's query: the address shared by one request, and the article as JSON. */
export type FragmentQuery = readonly [address: string | false, article: string]

/** One request and its response. */
interface Batch {
  body?: Promise<SuccessResponse<'articleFragments'> | ErrorResponse>
}

/** An element's fragment: the request and its index in the response. */
export interface FragmentResponse {
  batch: Batch
  index: number
}

const responses = new Map<string, FragmentResponse>()

export function queryOf(part: ThreadPartName | false, options: MountOptions): FragmentQuery {
  const { article, sort, pageSize: limit, locale, forumUrl } = options
  const { community, ...rest } = article
  const query = new URLSearchParams({ community, locale })
  return [
    part && `${forumUrl}/api/articles/fragments?${query}&articles=`,
    JSON.stringify({ part, ...rest, sort, limit }),
  ]
}

/** Fetches an element's fragment, in one request with those of the page's other elements. Equal elements share one. */
export function fetchFragment(
  [address, ownArticle]: FragmentQuery,
  others: Iterable<() => FragmentQuery>,
): FragmentResponse | undefined {
  const key = `${address}${ownArticle}`
  if (!responses.has(key)) {
    const batch: Batch = {}
    const some: string[] = []
    const add = (article: string) => responses.set(`${address}${article}`, { batch, index: some.push(article) - 1 })
    add(ownArticle)
    for (const other of others) {
      const [elsewhere, article] = other()
      if (
        elsewhere === address &&
        !responses.has(`${address}${article}`) &&
        !some[AT_ONCE - 1] &&
        article.length < SHORT
      )
        add(article)
    }
    // Revalidates, so that a reader's own comment is there after a reload. oxlint-disable-next-line
    // oxlint-disable-next-line typescript/restrict-template-expressions -- joined with commas; the script has no byte left
    const query = encodeURIComponent(`[${some}]`)
    // A page's own `fetch` may throw at once.
    batch.body = (async () => (await fetch(`${address}${query}`, { cache: 'no-cache' })).json())()
  }
  return responses.get(key)
}

/** Drops all fragments, so that the next ones are fetched again. */
export const clearFragments = () => responses.clear()
