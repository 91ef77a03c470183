import { errorCode, pageStorage } from '@stoa/client'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@stoa/contract'
import { type ListQuery, listOf, loadMore, type Stoa, startingAfter } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect, useRef } from 'react'
import { redirect, type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router'
import type { HostedApp } from './hosted-app.ts'
import type { PageHead } from './page-head.ts'
import { loadScreenList } from './screen-data.ts'

/** The length of a list according to its address. */
export interface Growth {
  /** Number of pages shown, so that reload and back restore as many. */
  pages: number
  /** The cursor after which the list begins, for paging without scripts. */
  after: string | undefined
}

/** More than anyone loads; a made-up address must not make a browser load a whole forum. */
const PAGES_MAX = 1000
/** Most items of a list that the server renders, to limit the cost of a page. Browsers load the rest. */
export const SERVER_ITEMS_MAX = 200

/** Reads the length of a list from its address; invalid values are the default. */
export function readGrowth(search: URLSearchParams): Growth {
  const pages = Number.parseInt(search.get('pages') ?? '1', 10)
  return {
    pages: Number.isInteger(pages) ? Math.min(Math.max(pages, 1), PAGES_MAX) : 1,
    after: search.get('after') || undefined,
  }
}

/** Items on a list's first page and the pages after it. */
const itemsOf = ({ pages }: Growth, first: number) => first + (pages - 1) * PAGE_SIZE

/** Loads a screen's list up to the length in its address, and returns the list to show. */
export async function loadGrown(
  { stoa, session }: HostedApp,
  whole: ListQuery,
  { url, first = PAGE_SIZE, force = true }: { url: string | URL; first?: number; force?: boolean },
): Promise<ListQuery> {
  const growth = readGrowth(new URL(url).searchParams)
  const query = startingAfter(whole, growth.after)
  const limit = itemsOf(growth, first)
  if (force) await orFromTheStart(loadScreenList(stoa, query, { limit: Math.min(limit, PAGE_SIZE_MAX), force }), url)
  await growTo(stoa, query, session ? limit : Math.min(limit, SERVER_ITEMS_MAX))
  return query
}

/** Addresses of a page of a list for search engines: a page after a cursor is canonical itself, and names the next one. */
export function pageLinks(
  stoa: Stoa,
  { list, url, path }: { list: ListQuery; url: string | URL; path: string },
): Required<Pick<PageHead, 'canonicalPath'>> & Pick<PageHead, 'nextPath'> {
  const { after } = readGrowth(new URL(url).searchParams)
  const [pathname = '', search = ''] = path.split('?')
  const at = (cursor: string | undefined) => pathOf({ pathname, search }, { pages: 1, after: cursor })
  const { hasMore, cursor } = listOf(stoa, list)
  return { canonicalPath: at(after), ...(hasMore && cursor !== null ? { nextPath: at(cursor) } : {}) }
}

/** Runs a loader that uses the cursor in an address; an invalid or outdated one redirects to the start of the list. */
export async function orFromTheStart<Result>(work: Promise<Result>, url: string | URL): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) !== 'CURSOR_INVALID') throw error
    const { pathname, search } = new URL(url)
    throw redirect(pathOf({ pathname, search }, { pages: 1, after: undefined }))
  }
}

/** Loads more, as much as a request may return, until the list has that many items, ends or fails. */
export async function growTo(stoa: Stoa, query: ListQuery, count: number): Promise<void> {
  let list = listOf(stoa, query)
  for (let had = -1; list.status === 'success' && list.hasMore && had < list.ids.length; ) {
    had = list.ids.length
    if (had >= count) return
    list = await loadMore(stoa, query, Math.min(count - had, PAGE_SIZE_MAX))
  }
}

/**
 * For routes with a growing list: a longer list in the address doesn't reload the screen, because the list has grown
 * already.
 */
export const unlessGrown: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
  const before = readGrowth(currentUrl.searchParams)
  const now = readGrowth(nextUrl.searchParams)
  const isSame = pathOf(currentUrl, { ...before, pages: 1 }) === pathOf(nextUrl, { ...now, pages: 1 })
  return isSame && now.pages > before.pages ? false : defaultShouldRevalidate
}

/** The path of the address with a list of that length. */
function pathOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>, { pages, after }: Growth): string {
  const params = new URLSearchParams(search)
  params.delete('pages')
  params.delete('after')
  if (after !== undefined) params.set('after', after)
  if (pages > 1) params.set('pages', String(pages))
  return params.size === 0 ? pathname : `${pathname}?${params}`
}

/** Options of `useGrowth`. */
interface GrowthOptions {
  /** Items of the first page. Default 20. */
  first?: number
  /**
   * Restores expanded parts of the list, such as replies, for a history entry. Resolves to false if there are none.
   * Default: nothing to restore.
   */
  reopen?: (about: { list: ListQuery; entry: string }) => Promise<boolean>
}

/** Updates the address when the list grows, and restores lists longer than the server renders. */
export function useGrowth(list: ListQuery, { first = PAGE_SIZE, reopen = async () => false }: GrowthOptions = {}) {
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const stoa = useStoa()
  const growth = readGrowth(new URLSearchParams(search))
  const arrived = useRef({ list, limit: itemsOf(growth, first), entry: key, reopen })
  useEffect(() => {
    const { limit, reopen: reopenMore, ...visit } = arrived.current
    const reader = watchReader()
    async function grow() {
      const { ids, hasMore, status } = listOf(stoa, visit.list)
      const isShort = status === 'success' && hasMore && ids.length < limit
      if (isShort) await growTo(stoa, visit.list, limit)
      if (!(await reopenMore(visit)) && !isShort) return
      // Restores the reader's position, unless the reader has scrolled meanwhile.
      await new Promise(requestAnimationFrame)
      const scrollTop = positionOf(visit.entry)
      if (scrollTop !== null && !reader.hasMoved()) window.scrollTo(0, scrollTop)
    }
    void grow().finally(reader.end)
    return reader.end
  }, [stoa])
  const address = { pathname, search }
  return {
    /** Address of the list after a cursor. */
    hrefAfter: (cursor: string) => pathOf(address, { pages: 1, after: cursor }),
    /** Address of the list's start, if this one begins in the middle. */
    startHref: growth.after === undefined ? undefined : pathOf(address, { pages: 1, after: undefined }),
    /** Records that another page follows the items shown so far. */
    onMore(visibleCount: number) {
      const pages = Math.ceil(Math.max(visibleCount - first, 0) / PAGE_SIZE) + 2
      void navigate(pathOf(address, { ...growth, pages }), { replace: true, preventScrollReset: true })
    },
  }
}

const MOVING = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'popstate'] as const

/**
 * Whether the reader has scrolled or left the page. The scroll position can't tell, because browsers adjust it when
 * content above changes.
 */
function watchReader() {
  let hasMoved = false
  const note = () => {
    hasMoved = true
  }
  for (const event of MOVING) window.addEventListener(event, note, { passive: true })
  return {
    hasMoved: () => hasMoved,
    end: () => {
      note()
      for (const event of MOVING) window.removeEventListener(event, note)
    },
  }
}

/** Where the router stores scroll positions of history entries, in session storage. */
export const SCROLL_KEY = 'stoa.scroll'

/** The scroll position of a history entry when the page was left; null if unknown. */
function positionOf(entry: string): number | null {
  try {
    const positions = JSON.parse(pageStorage('session').getItem(SCROLL_KEY) ?? '{}') as Record<string, unknown>
    const position = positions[entry]
    return typeof position === 'number' ? position : null
  } catch {
    // Something else is stored there.
    return null
  }
}
