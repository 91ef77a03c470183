import './communities.css'
import {
  COMMUNITIES_PAGE_SIZE,
  COMMUNITY_QUERY_MAX_LENGTH,
  COMMUNITY_SORTS,
  type CommunitySort,
  canCreateCommunity,
  communityPath,
} from '@stoa/contract'
import { communities } from '@stoa/store'
import { useList, useViewer } from '@stoa/store/react'
import {
  Button,
  ButtonLink,
  EmptyState,
  FilterChips,
  SegmentedControl,
  TextField,
  UsersIcon,
  useTranslate,
} from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { directoryPath } from '../../paths.ts'
import { readLastCommunity } from '../../shell/last-community.ts'
import { ListEnd } from '../../shell/list-parts.tsx'
import type { CommunitiesData } from './communities-loader.ts'
import { CommunityItem } from './community-item.tsx'
import { directoryMessages } from './messages.ts'

const PAUSE_MS = 300

/** `/bbs/picker`: the communities, with search and order. `/bbs` redirects members to their last community. */
export function CommunitiesScreen() {
  const t = useTranslate(directoryMessages)
  const { list, sort, query } = useLoaderData() as CommunitiesData
  const { config } = useHostedApp()
  const viewer = useViewer()
  const { sections = [] } = config
  /** `all`, `joined` or a section's slug after a slash, which no other has. */
  const [shown, setShown] = useState('all')
  const isJoined = shown === 'joined'
  const section = sections.find(({ slug }) => shown === `/${slug}`)
  const all = useRef<HTMLDivElement>(null)
  // Where members may create communities, visitors see the link, too: nothing moves when the viewer becomes known.
  const mayFound =
    config.communityFounders === 'members' || canCreateCommunity(viewer ?? null, config.communityFounders).allowed
  useLastCommunity()
  return (
    <section className="stoa-app-directory">
      <header className="stoa-app-communities">
        <h1 className="stoa-app-title">{t('app.communities')}</h1>
        {mayFound && <ButtonLink href="/bbs/create-token">{t('app.createCommunity')}</ButtonLink>}
      </header>
      <Ways sort={sort} query={query} />
      {/* Its space is reserved, so that nothing moves when the viewer becomes known. */}
      <div ref={all} className="stoa-app-directory-which">
        {(viewer || sections.length > 0) && (
          <FilterChips
            label={t('directory.which')}
            options={[
              { value: 'all', label: t('directory.all') },
              ...sections.map(({ slug, name }) => ({ value: `/${slug}`, label: name })),
              ...(viewer ? [{ value: 'joined', label: t('directory.joined') }] : []),
            ]}
            value={shown}
            onChoose={setShown}
          />
        )}
      </div>
      {section ? (
        <Chosen key={`${section.slug} ${sort} ${query}`} tokenNames={section.communities} sort={sort} query={query} />
      ) : viewer && isJoined ? (
        <Joined
          key={`${sort} ${query}`}
          tokenNames={viewer.joinedCommunities}
          sort={sort}
          query={query}
          onAll={() => {
            setShown('all')
            all.current?.querySelector('button')?.focus()
          }}
        />
      ) : (
        <Found list={list} query={query} />
      )}
    </section>
  )
}

/** On `/bbs`: redirects members to their last community. */
function useLastCommunity(): void {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isLanding = pathname === '/bbs' && search === ''
  const isMember = Boolean(viewer)
  useEffect(() => {
    const last = isLanding && isMember ? readLastCommunity() : null
    if (last !== null) void navigate(communityPath(last), { replace: true })
  }, [isLanding, isMember, navigate])
}

/** Search and order; both are in the address. */
function Ways({ sort, query }: { sort: CommunitySort; query: string }) {
  const t = useTranslate(directoryMessages)
  const navigate = useNavigate()
  const [typed, setTyped] = useState(query)
  const looked = typed.trim()
  useEffect(() => {
    if (looked === query) return
    const timer = setTimeout(() => {
      void navigate(directoryPath({ sort, query: looked }), { replace: true, preventScrollReset: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [looked, query, sort, navigate])
  return (
    <form
      className="stoa-app-directory-ways"
      role="search"
      aria-label={t('directory.search')}
      action="/bbs/picker"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(directoryPath({ sort, query: looked }), { replace: true, preventScrollReset: true })
      }}
    >
      <TextField
        type="search"
        name="q"
        label={t('directory.search')}
        maxLength={COMMUNITY_QUERY_MAX_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <input type="hidden" name="sort" value={sort} />
      <SegmentedControl
        label={t('directory.sort')}
        value={sort}
        options={COMMUNITY_SORTS.map((value) => ({
          value,
          href: directoryPath({ sort: value, query: looked }),
          label: t(`directory.sort.${value}`),
        }))}
        onChoose={(next, event) => {
          event.preventDefault()
          void navigate(directoryPath({ sort: next, query: looked }), { preventScrollReset: true })
        }}
      />
    </form>
  )
}

interface ChosenProps {
  tokenNames: readonly string[]
  sort: CommunitySort
  query: string
}

/** Some communities by name. */
function Chosen({ tokenNames, sort, query }: ChosenProps) {
  const list = communities({ sort, tokenNames: tokenNames.join(','), ...(query === '' ? {} : { query }) })
  return <LoadedList list={list} query={query} />
}

interface JoinedProps extends ChosenProps {
  /** Shows all communities. */
  onAll: () => void
}

/** Communities that the viewer has joined. */
function Joined({ tokenNames, sort, query, onAll }: JoinedProps) {
  const t = useTranslate(directoryMessages)
  if (tokenNames.length === 0) {
    return (
      <EmptyState
        title={t('directory.joined.empty')}
        icon={<UsersIcon size={32} />}
        action={<Button onClick={onAll}>{t('directory.none.all')}</Button>}
      >
        {t('directory.joined.empty.text')}
      </EmptyState>
    )
  }
  return <Chosen tokenNames={tokenNames} sort={sort} query={query} />
}

function LoadedList(props: Pick<CommunitiesData, 'list' | 'query'>) {
  useList(props.list, { load: true })
  return <Found {...props} />
}

function Found({ list, query }: Pick<CommunitiesData, 'list' | 'query'>) {
  const t = useTranslate(directoryMessages)
  const { ids, status } = useList(list)
  const isEmpty = ids.length === 0 && status !== 'loading' && status !== 'idle'
  return (
    <>
      {isEmpty &&
        (query === '' ? (
          <EmptyState title={t('communities.empty')} icon={<UsersIcon size={32} />} />
        ) : (
          <EmptyState
            title={t('directory.none', { query })}
            action={<ButtonLink href="/bbs/picker">{t('directory.none.all')}</ButtonLink>}
          />
        ))}
      <ul className="stoa-app-list stoa-app-directory-list">
        {ids.map((tokenName) => (
          <CommunityItem key={tokenName} tokenName={tokenName} />
        ))}
      </ul>
      <ListEnd list={list} first={COMMUNITIES_PAGE_SIZE} />
    </>
  )
}
