import './search.css'
import { type Community, SEARCH_TOTAL_MAX } from '@stoa/contract'
import { useCommunity, useViewer } from '@stoa/store/react'
import {
  Button,
  ButtonLink,
  CloseIcon,
  EmptyState,
  IconButton,
  SearchIcon,
  TabLinks,
  translatable,
  useTranslate,
  useWritten,
  Written,
} from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useLocation, useRevalidator } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { SEARCH_TYPES, type SearchType, searchPath } from '../../search-paths.ts'
import { keepRecentSearch, readRecentSearches, removeRecentSearch } from '../../shell/search/recent-searches.ts'
import { SearchField } from '../../shell/search/search-field.tsx'
import { WithSide } from '../../side/side-panels.tsx'
import { FoundCommentItem } from './found-items.tsx'
import { FoundList } from './found-list.tsx'
import { searchMessages } from './messages.ts'
import { adviceOn, filtersOf } from './query-filters.ts'
import { SearchFilters } from './search-filters.tsx'
import type { Results, SearchData } from './search-loader.ts'
import { PeoplePanel, SearchTips } from './search-side.tsx'

/** `/bbs/search`, and the same in one community: what an address searches for. */
export function SearchScreen() {
  const t = useTranslate(searchMessages)
  const data = useLoaderData() as SearchData
  const { config } = useHostedApp()
  const { pathname, search: parameters } = useLocation()
  const { search, results, people, hasFailed } = data
  const { query, tokenName } = search
  const community = useCommunity(tokenName ?? '') ?? null
  const list = useRef<HTMLUListElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const resultsText = useResultsText(data)
  const viewerId = useViewer()?.id
  useOwnResults()
  useEffect(() => {
    // Not before the viewer is known: a search belongs to who made it.
    if (viewerId !== undefined || document.documentElement.dataset.stoaExpected === undefined)
      keepRecentSearch(viewerId ?? '', query)
  }, [viewerId, query])
  const focusResults = () => (list.current ?? status.current)?.focus({ preventScroll: true })
  useKeptFocus(parameters, focusResults)
  const address = { query, sort: search.sort, community }
  const side = (
    <>
      {people.length > 0 && <PeoplePanel people={people} search={address} />}
      <SearchTips isFirst={people.length === 0} />
    </>
  )
  return (
    <WithSide side={side} isSideLast>
      <SearchField path={pathname + parameters} community={community} hasCommunities={config.enableForumPicker} />
      {query === '' ? (
        <Start community={community} />
      ) : (
        <>
          <h1 className="stoa-visually-hidden">{t('search.heading', { query })}</h1>
          <Tabs data={data} community={community} />
          <SearchFilters data={data} community={community} />
          <p ref={status} className="stoa-visually-hidden" role="status" tabIndex={-1}>
            {translatable(resultsText)}
          </p>
          {hasFailed && <Failed onEnd={() => document.activeElement === document.body && focusResults()} />}
          {results &&
            // The search may not be at its end yet.
            (results.items.length > 0 || results.cursor !== null ? (
              <>
                {results.didYouMean !== null && (
                  <p className="stoa-app-found-meant">
                    <Meant query={results.didYouMean} search={search} community={community} />
                  </p>
                )}
                <FoundList first={results} search={search} listRef={list} />
              </>
            ) : (
              <NothingFound data={data} results={results} community={community} />
            ))}
          <CommentsBelow data={data} community={community} />
        </>
      )}
    </WithSide>
  )
}

/** The server renders what visitors find. Who is signed in gets their own results once that is known, or changes. */
function useOwnResults(): void {
  const { revalidate } = useRevalidator()
  const viewer = useViewer()
  const shownFor = useRef(viewer?.id ?? '')
  useEffect(() => {
    if (viewer === undefined || (viewer?.id ?? '') === shownFor.current) return
    shownFor.current = viewer?.id ?? ''
    void revalidate()
  }, [viewer, revalidate])
}

/**
 * The pressed filter may be gone: focus then goes to the results. It also leaves the search field on touch screens, whose
 * keyboard would cover them.
 */
function useKeptFocus(parameters: string, focusResults: () => void): void {
  const shown = useRef(parameters)
  useEffect(() => {
    if (shown.current === parameters) return
    shown.current = parameters
    const { activeElement } = document
    const isCovered = activeElement?.matches('[type=search]') && window.matchMedia?.('(pointer: coarse)').matches
    if (activeElement === document.body || isCovered) focusResults()
  })
}

function useResultsText({ results, counts, hasFailed, search }: SearchData): string {
  const t = useTranslate(searchMessages)
  if (!results || hasFailed) return ''
  const count = countOf(counts, search.type)
  if (count === null) return t('search.results')
  return count > SEARCH_TOTAL_MAX ? t('search.count.many', { count: SEARCH_TOTAL_MAX }) : t('search.count', { count })
}

/** Null: unknown. */
function countOf(counts: SearchData['counts'], type: SearchType): number | null {
  return counts?.[type === 'people' ? 'users' : type] ?? null
}

interface PartProps {
  data: SearchData
  community: Community | null
}

function Tabs({ data: { search, counts }, community }: PartProps) {
  const t = useTranslate(searchMessages)
  const { config } = useHostedApp()
  // In one community there are no others to find.
  const types = SEARCH_TYPES.filter((type) => type !== 'communities' || (config.enableForumPicker && !community))
  return (
    <TabLinks
      label={t('search.results')}
      current={search.type}
      tabs={types.map((type) => {
        const count = countOf(counts, type)
        return {
          id: type,
          label: t(`search.${type}`),
          href: searchPath({ query: search.query, type, sort: search.sort, community }),
          count: count && Math.min(count, SEARCH_TOTAL_MAX),
          isAtLeast: count !== null && count > SEARCH_TOTAL_MAX,
        }
      })}
    />
  )
}

/** The best comments below posts. */
function CommentsBelow({ data: { search, comments, counts }, community }: PartProps) {
  const t = useTranslate(searchMessages)
  if (comments.length === 0) return null
  const count = countOf(counts, 'comments')
  return (
    <section className="stoa-app-found-below" aria-labelledby="found-comments">
      <header>
        <h2 id="found-comments">{t('search.comments')}</h2>
        <a href={searchPath({ ...search, type: 'comments', community })}>
          {count === null || count > SEARCH_TOTAL_MAX ? t('search.all.many') : t('search.all', { count })}
        </a>
      </header>
      <ul className="stoa-app-list stoa-app-found" data-type="comments">
        {comments.map((found) => (
          <FoundCommentItem key={found.comment.id} found={found} showCommunity={community === null} />
        ))}
      </ul>
    </section>
  )
}

/** Links to a query that finds more. */
function Meant({
  query,
  search,
  community,
}: {
  query: string
  search: SearchData['search']
  community: Community | null
}) {
  const t = useTranslate(searchMessages)
  const { type, sort } = search
  return t.rich('search.none.meant', {
    query: (
      <a href={searchPath({ query, type, sort, community })}>
        <Written>{query}</Written>
      </a>
    ),
  })
}

/** What to try next. */
function NothingFound({ data: { search, counts }, results, community }: PartProps & { results: Results }) {
  const t = useTranslate(searchMessages)
  const { type, query, sort } = search
  const { hasAny, withoutAll } = filtersOf(query)
  const advice = adviceOn(query)
  const others = SEARCH_TYPES.filter((other) => other !== type && countOf(counts, other))
  return (
    <EmptyState
      title={t(`search.none.${type}`, { query })}
      icon={<SearchIcon size={32} />}
      action={
        <div className="stoa-app-ways">
          {others.map((other) => (
            <ButtonLink key={other} size="s" href={searchPath({ query, type: other, sort, community })}>
              {t(`search.none.other.${other}`, { count: countOf(counts, other) ?? 0 })}
            </ButtonLink>
          ))}
          {community && (
            <ButtonLink size="s" href={searchPath({ query, type, sort })}>
              {t('search.none.everywhere')}
            </ButtonLink>
          )}
          {hasAny && (
            <ButtonLink size="s" variant="quiet" href={searchPath({ query: withoutAll(), type, sort, community })}>
              {t('search.none.filters')}
            </ButtonLink>
          )}
        </div>
      }
    >
      {results.didYouMean === null ? (
        t(`search.none.${advice}`, { example: 'before:2026-05-01' })
      ) : (
        <Meant query={results.didYouMean} search={search} community={community} />
      )}
    </EmptyState>
  )
}

function Failed({ onEnd }: { onEnd: () => void }) {
  const t = useTranslate(searchMessages)
  const { revalidate, state } = useRevalidator()
  const retry = async () => {
    await revalidate()
    // The button is gone once results are shown.
    setTimeout(onEnd)
  }
  return (
    <EmptyState
      title={t('search.failed')}
      action={
        <Button busy={state === 'loading'} onClick={() => void retry()}>
          {t('error.failed.retry')}
        </Button>
      }
    >
      {t('search.failed.text')}
    </EmptyState>
  )
}

/** Nothing was typed: what can be, and what was before. */
function Start({ community }: Pick<PartProps, 'community'>) {
  const t = useTranslate(searchMessages)
  return (
    <div className="stoa-app-search-start">
      <h1 className="stoa-app-title">{t('search.start')}</h1>
      <p className="stoa-app-muted">
        {community ? t('search.start.text.in', { community: community.title }) : t('search.start.text')}
      </p>
      {/* Elsewhere they are beside it. */}
      <div className="stoa-app-search-start-tips">
        <SearchTips isFirst={false} />
      </div>
      <RecentSearches community={community} />
    </div>
  )
}

function RecentSearches({ community }: Pick<PartProps, 'community'>) {
  const t = useTranslate(searchMessages)
  const written = useWritten()
  const viewer = useViewer()
  const viewerId = viewer?.id ?? ''
  const [recent, setRecent] = useState<readonly string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => setRecent(viewer === undefined ? [] : readRecentSearches(viewerId)), [viewer, viewerId])
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent-searches">
      <h2 id="recent-searches" ref={heading} tabIndex={-1}>
        {t('search.recent')}
      </h2>
      <ul>
        {recent.map((query) => (
          <li key={query}>
            <a className="stoa-app-rail-link" href={searchPath({ query, community })} {...written(query)}>
              {query}
            </a>
            <IconButton
              label={t('search.recent.remove', { query })}
              icon={<CloseIcon />}
              onClick={() => {
                heading.current?.focus()
                setRecent(removeRecentSearch(viewerId, query))
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
