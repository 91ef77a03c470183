import { errorCode } from '@stoa/client'
import { type List, type ListQuery, type LoadOptions, loadList, type Stoa } from '@stoa/store'
import type { LoaderFunctionArgs } from 'react-router'
import type { PageHead } from './head/page-head.ts'

/** What every screen's loader gives; what the screen shows stands in the store. */
export interface ScreenData {
  head: PageHead
  /** Name of the column beside it in wide windows. Default: none. */
  side?: string
}

export type LoaderArguments = LoaderFunctionArgs

/** Ends a loader with the 404 screen. */
export function notFound(): Response {
  return new Response(null, { status: 404 })
}

/** Runs a loader's calls; what does not exist (or may not be seen) becomes the 404 screen. */
export async function orNotFound<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isMissing(error) ? notFound() : error
  }
}

/** Loads a list for a screen. A failure on the first page is the screen's failure: on the server it decides the status. */
export async function loadScreenList(stoa: Stoa, query: ListQuery, options: LoadOptions = {}): Promise<List> {
  const list = await loadList(stoa, query, options)
  if (list.error && list.ids.length === 0) {
    if (isMissing(list.error)) throw notFound()
    throw list.error
  }
  return list
}

/** An address with nonsense in it leads nowhere, just as one that names nothing. */
function isMissing(error: unknown): boolean {
  const code = String(errorCode(error))
  return code.endsWith('NOT_FOUND') || code === 'VALIDATION_FAILED'
}
