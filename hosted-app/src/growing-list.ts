import { errorCode } from '@stoa/client'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@stoa/contract'
import { type ListQuery, listOf, loadMore, type Stoa, startingAfter } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect, useRef } from 'react'
import { redirect, type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router'
import type { HostedApp } from './hosted-app.ts'
import { loadScreenList } from './load.ts'
import { placeOf } from './shell/scroll.ts'

/** How far an address says that its list has grown. */
export interface Growth {
  /** Pages shown so far, so that reload and back show as much again. */
  pages: number
  /** The cursor that the list begins after: how readers without scripts turn the page. */
  after: string | undefined
}

/** Nobody presses more often; a made-up address must not make a browser load a whole forum. */
const PAGES_MAX = 1000
/** What the server renders at most of one list. Longer ones are completed in the browser: a page costs what a page costs. */
export const SERVER_ITEMS_MAX = 200

/** Reads how far a list has grown; anything unknown is a list as it begins. */
export function readGrowth(search: URLSearchParams): Growth {
  const pages = Number.parseInt(search.get('pages') ?? '1', 10)
  return {
    pages: Number.isInteger(pages) ? Math.min(Math.max(pages, 1), PAGES_MAX) : 1,
    after: search.get('after') || undefined,
  }
}

/** Items on a list's first page and the pages after it. */
const itemsOf = ({ pages }: Growth, first: number) => first + (pages - 1) * PAGE_SIZE

/** Loads a screen's list as far as its address says that it has grown, and gives the list that the screen shows. */
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

/** Runs what loads a list after the cursor in an address; one that is none, or none any more, leads to the list's beginning. */
export async function orFromTheStart<Result>(work: Promise<Result>, url: string | URL): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) !== 'CURSOR_INVALID') throw error
    const { pathname, search } = new URL(url)
    throw redirect(pathOf({ pathname, search }, { pages: 1, after: undefined }))
  }
}

/** Loads on, as much as a request may, until the list holds so many items, or ends, or fails. */
export async function growTo(stoa: Stoa, query: ListQuery, count: number): Promise<void> {
  let list = listOf(stoa, query)
  for (let had = -1; list.status === 'success' && list.hasMore && had < list.ids.length; ) {
    had = list.ids.length
    if (had >= count) return
    list = await loadMore(stoa, query, Math.min(count - had, PAGE_SIZE_MAX))
  }
}

/** For a route with a growing list: the list grows by itself, so that a longer list in the address loads nothing. */
export const unlessGrown: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
  const before = readGrowth(currentUrl.searchParams)
  const now = readGrowth(nextUrl.searchParams)
  const isSame = pathOf(currentUrl, { ...before, pages: 1 }) === pathOf(nextUrl, { ...now, pages: 1 })
  return isSame && now.pages > before.pages ? false : defaultShouldRevalidate
}

/** The path of an address whose list has grown so far. */
function pathOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>, { pages, after }: Growth): string {
  const params = new URLSearchParams(search)
  params.delete('pages')
  params.delete('after')
  if (after !== undefined) params.set('after', after)
  if (pages > 1) params.set('pages', String(pages))
  return params.size === 0 ? pathname : `${pathname}?${params}`
}

/** What `useGrowth` may be told. */
interface GrowthOptions {
  /** Items of the first page. Default 20. */
  first?: number
  /** Loads what else this entry of the history showed of the list; resolves to false where there is nothing. Default: nothing. */
  reopen?: (about: { list: ListQuery; entry: string }) => Promise<boolean>
}

/** Keeps the address in step with a list that grows, and a list that was longer than the server renders with its address. */
export function useGrowth(list: ListQuery, { first = PAGE_SIZE, reopen = async () => false }: GrowthOptions = {}) {
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const stoa = useStoa()
  const growth = readGrowth(new URLSearchParams(search))
  const arrived = useRef({ list, limit: itemsOf(growth, first), entry: key, reopen })
  useEffect(() => {
    const { limit, reopen: reopenMore, ...shown } = arrived.current
    const reader = watchReader()
    async function grow() {
      const { ids, hasMore, status } = listOf(stoa, shown.list)
      const isShort = status === 'success' && hasMore && ids.length < limit
      if (isShort) await growTo(stoa, shown.list, limit)
      if (!(await reopenMore(shown)) && !isShort) return
      // The place the reader left, unless the reader has moved on meanwhile.
      await new Promise(requestAnimationFrame)
      const left = placeOf(shown.entry)
      if (left !== null && !reader.hasMoved()) window.scrollTo(0, left)
    }
    void grow().finally(reader.end)
    return reader.end
  }, [stoa])
  const address = { pathname, search }
  return {
    /** Address of what follows a cursor. */
    hrefAfter: (cursor: string) => pathOf(address, { pages: 1, after: cursor }),
    /** Address of the list from its start, where this one begins in its middle. */
    startHref: growth.after === undefined ? undefined : pathOf(address, { pages: 1, after: undefined }),
    /** Writes down that a page follows those that show so many items. */
    onMore(shown: number) {
      const pages = Math.ceil(Math.max(shown - first, 0) / PAGE_SIZE) + 2
      void navigate(pathOf(address, { ...growth, pages }), { replace: true, preventScrollReset: true })
    },
  }
}

const MOVING = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'popstate'] as const

/** Whether the reader has moved in the page or left it. Not told by its place, which browsers change when something comes above it. */
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
