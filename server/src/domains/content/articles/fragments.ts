import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  type CallInput,
  type CallOutput,
  type CallParsedInput,
  closestLanguage,
  errors,
  type ThreadPart,
} from '@stoa/contract'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError, isDomainError } from '../../../platform/domain-error.ts'
import { type RecentEvents, readWithEvents } from '../../../platform/events/outbox.ts'
import type { Texts } from '../../../platform/languages/catalogues.ts'
import { type Domain, inLanguage, localeOfPage } from '../../people/tenants/index.ts'
import type { ArticleService } from './service.ts'

/** Maximum number of comments in all fragments of a request. Each takes a millisecond or more to render. */
const COMMENTS_MAX = 200

/** A part of an article's thread on a page. */
type Part = NonNullable<CallParsedInput<'articleFragments'>['articles'][number]>['part']

/** Renders an article's thread as HTML; see the embed's fragment renderer. */
export type RenderFragment = (request: {
  part: Part
  payload: ThreadPart
  article: Omit<CallInput<'articleThread'>, 'sort' | 'limit'>
  sort: CallInput<'articleThread'>['sort']
  pageSize: number | undefined
  locale: string
  origin: string
  now: number
  /** Ids of the latest events that the payload includes. */
  recentEvents: string[]
  /** Texts in the language of `locale`, and their address for browsers. Null: in English. */
  translations: { href: string; texts: Texts } | null
}) => { shadow: string; plain: string; content: string }

/** Loads the built renderer. Throws if it isn't built. */
export async function loadFragment(file: string): Promise<RenderFragment> {
  const { renderFragment }: { renderFragment: RenderFragment } = await import(pathToFileURL(file).href)
  return renderFragment
}

/** Error of an article without a fragment. */
type Refused = Extract<CallOutput<'articleFragments'>['fragments'][number], { code: string }>

/** Renders an article's thread as HTML. */
export interface ThreadRendering {
  /** Null if not built; then fragments are not found. */
  render: RenderFragment | null
  /** Cache tags of a thread. */
  tagsOf(payload: ThreadPart): readonly string[]
}

/** Where a request comes from, and the origin of the forum that it is for. */
interface Place {
  site: string
  domain: Domain
}

/** Articles' threads as HTML, with the tags that invalidate it. */
export function createFragments({
  render,
  tagsOf,
  articles,
  recentEvents,
  clock,
}: ThreadRendering & { articles: ArticleService; recentEvents: RecentEvents; clock: Clock }) {
  return {
    /** For publishers that include the thread in their HTML. */
    async one({ locale, variant, ...query }: CallParsedInput<'articleFragment'>, { site, domain }: Place) {
      if (render === null) throw new DomainError('NOT_FOUND')
      const read = await readWithEvents(recentEvents, () => articles.thread({ ...query, site, domain }))
      const { sort, limit, ...article } = query
      const fragment = render({
        part: 'comments',
        ...read,
        article,
        sort,
        pageSize: limit,
        ...languageFor(domain, locale),
        now: clock.now(),
      })
      return { html: variant === 'plain' ? fragment.plain : fragment.shadow, cacheTags: tagsOf(read.payload) }
    },
    /** The first view of a page's widgets. A refused article doesn't affect the others; then there are no tags. */
    async many(input: CallParsedInput<'articleFragments'>, { site, domain }: Place) {
      if (render === null) throw new DomainError('NOT_FOUND')
      const { community, articles: requestedArticles } = input
      const language = languageFor(domain, input.locale)
      const tags = new Set<string>()
      let isWhole = true

      const threads = requestedArticles.filter((one) => one?.part === 'comments').length
      const limitMax = Math.floor(COMMENTS_MAX / Math.max(1, threads))

      async function load(one: (typeof requestedArticles)[number]): Promise<(() => { html: string }) | Refused> {
        if (one === null) {
          isWhole = false
          return { code: 'VALIDATION_FAILED', message: errors.VALIDATION_FAILED.message }
        }
        const { part, sort, limit: requestedLimit, ...rest } = one
        const limit = requestedLimit && Math.min(requestedLimit, limitMax)
        const article = { community, ...rest }
        try {
          const read = await readWithEvents(
            recentEvents,
            async (): Promise<ThreadPart> =>
              part === 'comments'
                ? articles.thread({ ...article, sort, limit, site, domain })
                : { ...(await articles.post({ ...article, site, domain })), comments: null },
          )
          const { payload } = read
          for (const tag of tagsOf(payload)) tags.add(tag)
          const about = { ...read, part, article, sort, pageSize: limit, ...language }
          return () => ({ html: render?.({ ...about, now: clock.now() }).content ?? '' })
        } catch (error) {
          if (!isDomainError(error) || error.code !== 'ORIGIN_NOT_REGISTERED') throw error
          isWhole = false
          const { details } = error
          return {
            code: 'ORIGIN_NOT_REGISTERED',
            message: error.message,
            ...(Array.isArray(details) && { details }),
          }
        }
      }

      const fragments: ({ html: string } | Refused)[] = []
      for (const loaded of await Promise.all(requestedArticles.map(load))) {
        // Serve other requests between two fragments.
        if (fragments.length > 0) await nextTurn()
        fragments.push(typeof loaded === 'function' ? loaded() : loaded)
      }
      return { fragments, cacheTags: isWhole ? [...tags] : null }
    },
  }
}

/** The language of a widget on a page, with the domain's texts in it. */
function languageFor(domain: Domain, pageLanguage = '') {
  const { config, origin } = domain
  const locale = localeOfPage(config, pageLanguage)
  const { translations } = inLanguage(domain, closestLanguage(config.languages, locale) ?? config.language)
  const href = translations && origin + translations.hrefs.widget
  return { origin, locale, translations: translations && href ? { href, texts: translations.texts } : null }
}
