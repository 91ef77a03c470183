import { pathToFileURL } from 'node:url'
import type { CallInput, CallOutput } from '@stoa/contract'
import type { RequestHandler } from 'express'
import type { Clock } from '../lib/clock.ts'
import { tagsOfAnswer } from './cache-tags.ts'
import type { LocalCall } from './pages.ts'

/** An article's thread as HTML; see the embed's own description. */
type RenderFragment = (request: {
  payload: CallOutput<'articleThread'>
  article: Omit<CallInput<'articleThread'>, 'sort' | 'limit'>
  sort: CallInput<'articleThread'>['sort']
  pageSize: number | undefined
  locale: string
  origin: string
  now: number
}) => { shadow: string; plain: string }

export const FRAGMENT_PATH = '/api/articles/fragment'

/** Loads the built renderer. Throws when it is not built. */
export async function loadFragment(file: string): Promise<RenderFragment> {
  const { renderFragment }: { renderFragment: RenderFragment } = await import(pathToFileURL(file).href)
  return renderFragment
}

/**
 * `GET /api/articles/fragment`: takes what `articleThread` takes, and `locale` and `variant` (`shadow` or `plain`).
 * For publishers that include the thread in their page, and for the widget's first view.
 */
export function fragmentRoute(about: {
  render: RenderFragment
  call: LocalCall
  origin: string
  clock: Clock
}): RequestHandler {
  const { render, call, origin, clock } = about
  return async (request, response) => {
    const query = request.query as Record<string, string>
    const input = query as unknown as CallInput<'articleThread'>
    const payload = await call('articleThread', input)
    const { community, url, id, canonical, sort, limit } = query
    const fragment = render({
      payload,
      article: {
        community: String(community),
        url: String(url),
        ...(id === undefined ? {} : { id }),
        ...(canonical === undefined ? {} : { canonical }),
      },
      sort: sort as CallInput<'articleThread'>['sort'],
      pageSize: limit === undefined ? undefined : Number(limit),
      locale: LOCALE.test(query.locale ?? '') ? String(query.locale) : 'en',
      origin,
      now: clock.now(),
    })
    const tags = tagsOfAnswer('articleThread', { payload, input })
    if (tags) response.locals.cacheTags = tags
    response
      .set('Cache-Control', 'public, max-age=0, stale-while-revalidate=60')
      .type('html')
      .send(query.variant === 'plain' ? fragment.plain : fragment.shadow)
  }
}

/** A BCP 47 tag as far as it is safe to repeat. */
const LOCALE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/
