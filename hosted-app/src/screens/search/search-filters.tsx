import type { Community } from '@stoa/contract'
import { useStoaState, useViewer } from '@stoa/store/react'
import {
  Avatar,
  Button,
  CheckIcon,
  ChevronDownIcon,
  CloseIcon,
  TextField,
  TopicDot,
  useTranslate,
  VisuallyHidden,
  Written,
} from '@stoa/ui'
import type { ReactNode, SyntheticEvent } from 'react'
import { useLocation } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { SEARCH_SORTS, type SearchAddress, searchPath } from '../../search-paths.ts'
import { usePopupDetails } from '../../shell/use-popup-details.ts'
import { searchMessages } from './messages.ts'
import { filtersOf, PERIODS, type Period, periodOf, startOf } from './query-filters.ts'
import type { FoundItems, SearchData } from './search-loader.ts'

/** People and communities that a filter offers. */
const OFFERED = 6

/** What posts can contain, as filters. */
const CONTENTS = ['image', 'video', 'poll'] as const

export interface SearchFiltersProps {
  data: SearchData
  /** The only community searched; null: all. */
  community: Community | null
}

/** Filters and order. All are links and forms that change the address, so they work without scripts. */
export function SearchFilters({ data, community }: SearchFiltersProps) {
  const t = useTranslate(searchMessages)
  const { config } = useHostedApp()
  const { type, query, sort } = data.search
  const { with: withFilters } = filtersOf(query)
  const here = { query, type, sort, community }
  const to = (changes: Partial<SearchAddress>) => searchPath({ ...here, ...changes })
  const filtered = (changes: Parameters<typeof withFilters>[0]) => to({ query: withFilters(changes) })
  const isContent = type === 'posts' || type === 'comments'
  const hasCommunities = config.enableForumPicker && (isContent || community !== null)
  if (!isContent && !hasCommunities) return null
  return (
    <div className="stoa-app-filters">
      {/* biome-ignore lint/a11y/useSemanticElements: links and menus are no fieldset. */}
      <div className="stoa-app-chips" role="group" aria-label={t('search.filters')}>
        {hasCommunities && <CommunityFilter {...{ data, community, to }} />}
        {isContent && (
          <>
            <TimeFilter {...{ data, community, filtered }} />
            <AuthorFilter {...{ data, community, filtered }} />
            {community && <TopicFilter {...{ data, community, filtered }} />}
          </>
        )}
        {type === 'posts' && <KindFilter {...{ data, community, filtered }} />}
      </div>
      {isContent && (
        <FilterMenu
          isOrder
          label={
            <>
              <VisuallyHidden>{t('search.sort')} </VisuallyHidden>
              {t(`search.sort.${sort}`)}
            </>
          }
        >
          {SEARCH_SORTS.map((one) => (
            <FilterLink key={one} href={to({ sort: one })} isOn={one === sort}>
              {t(`search.sort.${one}`)}
            </FilterLink>
          ))}
        </FilterMenu>
      )}
    </div>
  )
}

/** The posts of the results, or of the comments found. */
function postsOf({ search: { type }, results }: SearchData) {
  return type === 'posts' || type === 'comments'
    ? ((results?.items ?? []) as (FoundItems['posts'] | FoundItems['comments'])[]).map(({ post }) => post)
    : []
}

/** Who wrote the results. */
function authorsOf(data: SearchData) {
  const written =
    data.search.type === 'comments'
      ? ((data.results?.items ?? []) as FoundItems['comments'][]).map(({ comment }) => comment)
      : postsOf(data)
  // Others have no account.
  return written.filter(({ publisherId, publisherProfileName }) => publisherId !== '' && publisherProfileName !== '')
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
        <Written>{community.title}</Written>
      </RemovableChip>
    )
  }
  const offered = new Map(joined.map((one) => [one.tokenName, { ...one, name: one.title }]))
  const ofResults = postsOf(data).flatMap((post) =>
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
  const found = [
    ...authorsOf(data).map(({ publisherName, publisherProfileName }) => [publisherName, publisherProfileName] as const),
    ...data.people.map(({ user }) => [user.username, user.displayName] as const),
  ]
  for (const [username, name] of found) if (!people.has(username)) people.set(username, name)
  return (
    <FilterMenu label={t('search.filter.author')}>
      {[...people].slice(0, OFFERED).map(([username, name]) => (
        <FilterLink key={username} href={filtered({ from: username })}>
          <bdi>{name}</bdi>{' '}
          <span className="stoa-app-muted" dir="ltr">
            @{username}
          </span>
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
        <Written>{topic}</Written>
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

/** Stories, and what posts contain. Several can be chosen. */
function KindFilter({ data, filtered }: FilterProps) {
  const t = useTranslate(searchMessages)
  const { parsed } = filtersOf(data.search.query)
  const kinds = [
    { id: 'stories', isOn: parsed.story, href: filtered({ story: !parsed.story }) },
    ...CONTENTS.map((content) => {
      const isOn = parsed.has.includes(content)
      const has = isOn ? parsed.has.filter((one) => one !== content) : [...parsed.has, content]
      return { id: content, isOn, href: filtered({ has }) }
    }),
  ] as const
  const [first, ...more] = kinds.filter(({ isOn }) => isOn)
  const name = first && t(`search.filter.${first.id}`)
  const label = more.length > 0 ? t('search.filter.more', { filter: name ?? '', count: more.length }) : name
  return (
    <FilterMenu label={label ?? t('search.filter.kind')} isOn={first !== undefined}>
      <FilterLink href={filtered({ story: false, has: [] })} isOn={first === undefined}>
        {t('search.filter.kind')}
      </FilterLink>
      {kinds.map(({ id, isOn, href }) => (
        <FilterLink key={id} href={href} isOn={isOn}>
          {t(`search.filter.${id}`)}
          {isOn && <CheckIcon size={16} />}
        </FilterLink>
      ))}
    </FilterMenu>
  )
}

function Logo({ tokenName, title, logoImageURI }: Pick<Community, 'tokenName' | 'title' | 'logoImageURI'>) {
  return <Avatar id={tokenName} name={title} src={logoImageURI} size="xs" shape="square" />
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
  label: ReactNode
  /** The filter is on. Default false. */
  isOn?: boolean
  /** It is the order, at the end of the line. Default false. */
  isOrder?: boolean
  children: ReactNode
}

/** A filter with several values. */
function FilterMenu({ label, isOn = false, isOrder = false, children }: FilterMenuProps) {
  // Another address has other links.
  const { pathname, search } = useLocation()
  const popup = usePopupDetails(pathname + search)
  return (
    <details
      className="stoa-app-filter"
      data-order={isOrder || undefined}
      onToggle={keepInSight}
      onClick={closeByBackdrop}
      {...popup}
      onKeyDown={popup.onKeyDown}
    >
      <summary className="stoa-app-chip" aria-current={isOn || undefined}>
        <span>{label}</span>
        <ChevronDownIcon size={16} />
      </summary>
      <div className="stoa-app-filter-list">{children}</div>
    </details>
  )
}

/** A list that would leave the window at one side starts at the other. */
function keepInSight({ currentTarget: details }: SyntheticEvent<HTMLDetailsElement>): void {
  details.removeAttribute('data-at-end')
  const list = details.lastElementChild?.getBoundingClientRect()
  if (list && (list.left < 0 || list.right > document.documentElement.clientWidth)) details.dataset.atEnd = ''
}

/** On phones the backdrop of the sheet belongs to the element itself. */
function closeByBackdrop({ target, currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (target === currentTarget) currentTarget.removeAttribute('open')
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
