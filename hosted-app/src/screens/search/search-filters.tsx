import type { Community } from '@stoa/contract'
import { useStoaState, useViewer } from '@stoa/store/react'
import {
  Avatar,
  Button,
  ChevronDownIcon,
  CloseIcon,
  SegmentedControl,
  TextField,
  TopicDot,
  useTranslate,
} from '@stoa/ui'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { SEARCH_SORTS, type SearchAddress, searchPath } from '../../search-paths.ts'
import { usePopupDetails } from '../../shell/use-popup-details.ts'
import { searchMessages } from './messages.ts'
import { filtersOf, PERIODS, type Period, periodOf, startOf } from './query-filters.ts'
import type { FoundItems, SearchData } from './search-loader.ts'

/** People and communities that a filter offers. */
const OFFERED = 6

export interface SearchFiltersProps {
  data: SearchData
  /** The only community searched; null: all. */
  community: Community | null
}

/** Order and filters. All are links and forms that change the address, so they work without scripts. */
export function SearchFilters({ data, community }: SearchFiltersProps) {
  const t = useTranslate(searchMessages)
  const { config } = useHostedApp()
  const { type, query, sort } = data.search
  const { parsed, with: withFilters } = filtersOf(query)
  const here = { query, type, sort, community }
  const to = (changes: Partial<SearchAddress>) => searchPath({ ...here, ...changes })
  const filtered = (changes: Parameters<typeof withFilters>[0]) => to({ query: withFilters(changes) })
  const isContent = type === 'posts' || type === 'comments'
  const has = (content: 'image' | 'video' | 'poll') => parsed.has.includes(content)
  const toggled = (content: 'image' | 'video' | 'poll') =>
    filtered({ has: has(content) ? parsed.has.filter((one) => one !== content) : [...parsed.has, content] })
  return (
    <div className="stoa-app-filters">
      {isContent && (
        <SegmentedControl
          label={t('search.sort')}
          value={sort}
          options={SEARCH_SORTS.map((value) => ({
            value,
            label: t(`search.sort.${value}`),
            href: to({ sort: value }),
          }))}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: links and menus are no fieldset. */}
      <div className="stoa-app-chips" role="group" aria-label={t('search.filters')}>
        {config.enableForumPicker && type !== 'communities' && <CommunityFilter {...{ data, community, to }} />}
        {isContent && (
          <>
            <TimeFilter {...{ data, community, filtered }} />
            <AuthorFilter {...{ data, community, filtered }} />
            {community && <TopicFilter {...{ data, community, filtered }} />}
          </>
        )}
        {type === 'posts' && (
          <>
            <Chip href={filtered({ story: !parsed.story })} isOn={parsed.story}>
              {t('search.filter.stories')}
            </Chip>
            {(['image', 'video', 'poll'] as const).map((content) => (
              <Chip key={content} href={toggled(content)} isOn={has(content)}>
                {t(`search.filter.${content}`)}
              </Chip>
            ))}
          </>
        )}
      </div>
    </div>
  )
}

interface FilterProps extends SearchFiltersProps {
  /** Address of the search with other filters. */
  filtered: (changes: Parameters<ReturnType<typeof filtersOf>['with']>[0]) => string
}

function CommunityFilter({
  data,
  community,
  to,
}: SearchFiltersProps & { to: (changes: Partial<SearchAddress>) => string }) {
  const t = useTranslate(searchMessages)
  const joined = useStoaState(({ joined }) => joined) ?? []
  if (community) {
    return (
      <RemovableChip href={to({ community: null })} name={community.title}>
        <Logo {...community} />
        <bdi>{community.title}</bdi>
      </RemovableChip>
    )
  }
  const offered = new Map(joined.map((one) => [one.tokenName, { ...one, name: one.title }]))
  const found = data.search.type === 'posts' ? ((data.results?.items ?? []) as FoundItems['posts'][]) : []
  const ofResults = found.flatMap(({ post }) =>
    offered.has(post.tokenName)
      ? []
      : [{ ...post, urlSlug: post.communitySlug ?? post.tokenName, name: post.communityTitle }],
  )
  const communities = new Map([...ofResults, ...offered.values()].map((one) => [one.tokenName, one] as const))
  if (communities.size === 0) return null
  return (
    <FilterMenu label={t('search.filter.community')}>
      {[...communities.values()].slice(0, OFFERED).map(({ tokenName, urlSlug, name }) => (
        <FilterLink key={tokenName} href={to({ community: { tokenName, urlSlug: urlSlug.toLowerCase() } })}>
          <bdi>{name}</bdi>
        </FilterLink>
      ))}
    </FilterMenu>
  )
}

function TimeFilter({ data, community, filtered }: FilterProps) {
  const t = useTranslate(searchMessages)
  const { search, today } = data
  const { parsed } = filtersOf(search.query)
  const period = periodOf(parsed, today)
  const label = period === 'any' ? t('search.filter.time') : t(`search.filter.time.${period}`)
  return (
    <FilterMenu label={label} isOn={period !== 'any'}>
      <FilterLink href={filtered({ after: null, before: null })} isOn={period === 'any'}>
        {t('search.filter.time')}
      </FilterLink>
      {(Object.keys(PERIODS) as Period[]).map((one) => (
        <FilterLink key={one} href={filtered({ after: startOf(one, today), before: null })} isOn={period === one}>
          {t(`search.filter.time.${one}`)}
        </FilterLink>
      ))}
      <FilterForm search={search} community={community}>
        <input type="hidden" name="days" value="1" />
        <TextField type="date" name="since" label={t('search.filter.since')} defaultValue={parsed.after ?? ''} />
        <TextField type="date" name="until" label={t('search.filter.until')} defaultValue={parsed.before ?? ''} />
      </FilterForm>
    </FilterMenu>
  )
}

function AuthorFilter({ data, community, filtered }: FilterProps) {
  const t = useTranslate(searchMessages)
  const viewer = useViewer()
  const { parsed } = filtersOf(data.search.query)
  if (parsed.from !== null) {
    const name = t('search.filter.from', { name: parsed.from })
    return (
      <RemovableChip href={filtered({ from: null })} name={name}>
        {name}
      </RemovableChip>
    )
  }
  const people = new Map<string, string>()
  if (viewer) people.set(viewer.username, t('search.filter.author.you'))
  for (const { user } of data.people) if (!people.has(user.username)) people.set(user.username, user.displayName)
  return (
    <FilterMenu label={t('search.filter.author')}>
      {Array.from(people, ([username, name]) => (
        <FilterLink key={username} href={filtered({ from: username })}>
          <bdi>{name}</bdi> <span className="stoa-app-muted">@{username}</span>
        </FilterLink>
      ))}
      <FilterForm search={data.search} community={community}>
        <TextField
          name="from"
          label={t('search.filter.author.name')}
          autoCapitalize="none"
          autoComplete="off"
          required
        />
      </FilterForm>
    </FilterMenu>
  )
}

function TopicFilter({ data, community, filtered }: FilterProps) {
  const t = useTranslate(searchMessages)
  const { topic } = filtersOf(data.search.query).parsed
  const topics = community?.activeFlairs ?? []
  if (topic !== null) {
    const color = topics.find(({ name }) => name.toLowerCase() === topic.toLowerCase())?.color
    return (
      <RemovableChip href={filtered({ topic: null })} name={topic}>
        <TopicDot color={color} />
        <bdi>{topic}</bdi>
      </RemovableChip>
    )
  }
  if (topics.length === 0) return null
  return (
    <FilterMenu label={t('search.filter.topic')}>
      {topics.map(({ id, name, color }) => (
        <FilterLink key={id} href={filtered({ topic: name })}>
          <TopicDot color={color} />
          <bdi>{name}</bdi>
        </FilterLink>
      ))}
    </FilterMenu>
  )
}

function Logo({ tokenName, title, logoImageURI }: Pick<Community, 'tokenName' | 'title' | 'logoImageURI'>) {
  return <Avatar id={tokenName} name={title} src={logoImageURI} size="xs" shape="square" />
}

/** A filter that is on or off. */
function Chip({ href, isOn, children }: { href: string; isOn: boolean; children: ReactNode }) {
  return (
    <a className="stoa-app-chip" href={href} aria-current={isOn || undefined}>
      {children}
    </a>
  )
}

/** A filter that is on; a press removes it. */
function RemovableChip({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  const t = useTranslate(searchMessages)
  return (
    <a
      className="stoa-app-chip"
      href={href}
      aria-current="true"
      aria-label={t('search.filter.remove', { filter: name })}
    >
      {children}
      <CloseIcon size={16} />
    </a>
  )
}

interface FilterMenuProps {
  label: string
  /** The filter is on. Default false. */
  isOn?: boolean
  children: ReactNode
}

/** A filter with several values. */
function FilterMenu({ label, isOn = false, children }: FilterMenuProps) {
  // Another address has other links.
  const { pathname, search } = useLocation()
  return (
    <details className="stoa-app-filter" {...usePopupDetails(pathname + search)}>
      <summary className="stoa-app-chip" aria-current={isOn || undefined}>
        {label}
        <ChevronDownIcon size={16} />
      </summary>
      <div className="stoa-app-filter-list">{children}</div>
    </details>
  )
}

function FilterLink({ href, isOn = false, children }: { href: string; isOn?: boolean; children: ReactNode }) {
  return (
    <a className="stoa-app-rail-link" href={href} aria-current={isOn || undefined}>
      {children}
    </a>
  )
}

interface FilterFormProps extends Pick<SearchData, 'search'>, Pick<SearchFiltersProps, 'community'> {
  children: ReactNode
}

/** A filter whose value is typed. Its loader writes the value into the query. */
function FilterForm({ search: { type, query, sort }, community, children }: FilterFormProps) {
  const t = useTranslate(searchMessages)
  return (
    <form method="get" action={searchPath({ query: '', type, community })}>
      <input type="hidden" name="q" value={query} />
      {sort !== 'relevance' && <input type="hidden" name="sort" value={sort} />}
      {children}
      <Button type="submit" size="s">
        {t('search.filter.apply')}
      </Button>
    </form>
  )
}
