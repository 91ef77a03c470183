import { errorCode } from '@stoa/client'
import { type List, type ListQuery, type LoadOptions, loadList, type Stoa } from '@stoa/store'
import type { LoaderFunctionArgs } from 'react-router'
import type { PageHead } from './page-head.ts'

/** Common data of all screen loaders; the content is in the store. */
export interface ScreenData {
  head: PageHead
  /** Name of the side column in wide windows. Default: none. */
  side?: string
  /** The page isn’t cached for visitors: what it shows depends on more than its parts. Default false. */
  isFresh?: boolean
}

export type LoaderArguments = LoaderFunctionArgs

/** Ends a loader with the 404 screen. */
export function notFound(): Response {
  return new Response(null, { status: 404 })
}

/** Runs a loader's calls; missing or invisible content leads to the 404 screen. */
export async function orNotFound<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isMissing(error) ? notFound() : error
  }
}

/** Loads a list for a screen. An error on the first page is the screen's error: on the server it decides the status. */
export async function loadScreenList(stoa: Stoa, query: ListQuery, options: LoadOptions = {}): Promise<List> {
  const list = await loadList(stoa, query, options)
  if (list.error && list.ids.length === 0) {
    if (isMissing(list.error)) throw notFound()
    throw list.error
  }
  return list
}

/** An invalid address is treated like one that names nothing. */
function isMissing(error: unknown): boolean {
  const code = String(errorCode(error))
  return code.endsWith('NOT_FOUND') || code === 'VALIDATION_FAILED'
}
