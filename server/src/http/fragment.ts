import { pathToFileURL } from 'node:url'
import type { CallInput, CallOutput } from '@stoa/contract'
import type { Request } from 'express'
import type { ArticleService } from '../domains/articles/service.ts'
import type { Clock } from '../lib/clock.ts'
import { DomainError } from '../lib/domain-error.ts'
import { tagsOfAnswer } from './cache-tags.ts'
import type { Handler } from './mount.ts'

/** An article's thread as HTML; see the embed's own description. */
export type RenderFragment = (request: {
  payload: CallOutput<'articleThread'>
  article: Omit<CallInput<'articleThread'>, 'sort' | 'limit'>
  sort: CallInput<'articleThread'>['sort']
  pageSize: number | undefined
  locale: string
  origin: string
  now: number
}) => { shadow: string; plain: string }

/** Loads the built renderer. Throws when it is not built. */
export async function loadFragment(file: string): Promise<RenderFragment> {
  const { renderFragment }: { renderFragment: RenderFragment } = await import(pathToFileURL(file).href)
  return renderFragment
}

/** For publishers that include the thread in their page, and for the widget's first view. Without a renderer nothing is found. */
export function fragmentHandler(about: {
  render: RenderFragment | null
  articles: ArticleService
  /** Origin of the forum that a request is for; of none: the default one's. */
  originOf: (request: Request | undefined) => string
  clock: Clock
}): Handler<'articleFragment'> {
  const { render, articles, originOf, clock } = about
  return async ({ input, site, exchange }) => {
    if (render === null) throw new DomainError('NOT_FOUND')
    const { locale, variant, ...query } = input
    const payload = await articles.thread({ ...query, site })
    const { sort, limit, ...article } = query
    const fragment = render({
      payload,
      article,
      sort,
      pageSize: limit,
      locale: isLocale(locale) ? locale : 'en',
      origin: originOf(exchange?.request),
      now: clock.now(),
    })
    if (exchange) exchange.response.locals.cacheTags = tagsOfAnswer('articleThread', { payload, input: query })
    return variant === 'plain' ? fragment.plain : fragment.shadow
  }
}

/** What `Intl` takes: it throws at a tag that only looks like one. */
function isLocale(locale: string | undefined): locale is string {
  try {
    return locale !== undefined && Intl.getCanonicalLocales(locale).length === 1
  } catch {
    return false
  }
}
