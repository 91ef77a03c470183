import './featured-settings.css'
import { COMMUNITY_QUERY_MAX_LENGTH, type Community, communityPath, FEATURED_COMMUNITIES_MAX } from '@stoa/contract'
import { useCommunity, useStoa } from '@stoa/store/react'
import {
  Avatar,
  Banner,
  Button,
  EmptyState,
  IconButton,
  TextField,
  TrashIcon,
  translatable,
  useTranslate,
  useWritten,
  VisuallyHidden,
} from '@stoa/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useDebounced } from '../../../shell/use-debounced.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { mergeLists } from './merge-lists.ts'
import { featuredMessages } from './messages.ts'
import { focusInRow, focusMoved, MoveButtons, type Step } from './move-buttons.tsx'
import { useSaveCommunity } from './use-save-community.ts'

/** Number of search results. */
const FOUND_MAX = 6

/** `admin-settings/featured`: recommended communities and their order. */
export function FeaturedSettings({ tokenName }: { tokenName: string }) {
  const t = useTranslate(featuredMessages)
  const community = useCommunity(tokenName)
  const saveCommunity = useSaveCommunity()
  const { busy, problem, run } = useFormAction()
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const names = community?.featuredTokens ?? []
  const { knownCommunities, learn } = useTitles(names)
  if (!community) return null
  const loadedCommunity = community
  const titleOf = (name: string) => knownCommunities[name]?.title ?? name

  async function save(featuredTokens: string[], message: string): Promise<boolean> {
    if (busy) return false
    const isDone = await run(() =>
      saveCommunity(loadedCommunity, (latest) => ({
        featuredTokens: mergeLists({ base: names, mine: featuredTokens, theirs: latest.featuredTokens }).merged,
      })),
    )
    if (isDone) setAnnouncement(message)
    return isDone
  }
  async function move(at: number, step: Step) {
    const name = names[at] ?? ''
    const moved = names.toSpliced(at, 1).toSpliced(at + step, 0, name)
    const message = t('featured.moved', { name: titleOf(name), place: at + step + 1, count: names.length })
    if (await save(moved, message)) focusMoved(list, at + step, step)
  }
  async function remove(at: number) {
    if (!(await save(names.toSpliced(at, 1), t('featured.removed', { name: titleOf(names[at] ?? '') })))) return
    if (names.length > 1) focusInRow(list, Math.min(at, names.length - 2), '[data-remove]')
  }

  return (
    <section className="stoa-app-featured" aria-labelledby="featured-title">
      <h2 id="featured-title">{t('featured.title')}</h2>
      <p className="stoa-app-muted">{t('featured.text', { most: FEATURED_COMMUNITIES_MAX })}</p>
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
      {names.length === 0 ? (
        <EmptyState level={3} title={t('featured.empty')}>
          {t('featured.empty.text')}
        </EmptyState>
      ) : (
        <ul ref={list} className="stoa-app-list" aria-label={t('featured.title')}>
          {names.map((name, at) => (
            <CommunityRow key={name} tokenName={name} community={knownCommunities[name]}>
              <MoveButtons
                at={at}
                count={names.length}
                label={(step) => t(step < 0 ? 'featured.up' : 'featured.down', { name: titleOf(name) })}
                onMove={(step) => void move(at, step)}
              />
              <IconButton
                data-remove
                label={t('featured.remove', { name: titleOf(name) })}
                icon={<TrashIcon size={18} />}
                onClick={() => void remove(at)}
              />
            </CommunityRow>
          ))}
        </ul>
      )}
      <div role="status">
        <VisuallyHidden>{translatable(announcement)}</VisuallyHidden>
      </div>
      {names.length < FEATURED_COMMUNITIES_MAX && (
        <Search
          without={[tokenName, ...names]}
          onAdd={(added) => {
            learn(added)
            return save([...names, added.tokenName], t('featured.added', { name: added.title }))
          }}
        />
      )}
    </section>
  )
}

interface CommunityRowProps {
  tokenName: string
  /** Undefined while it loads. */
  community: Community | undefined
  children: ReactNode
}

function CommunityRow({ tokenName, community, children }: CommunityRowProps) {
  const written = useWritten()
  const title = community?.title ?? tokenName
  return (
    <li>
      <Avatar id={tokenName} name={title} src={community?.logoImageURI ?? ''} size="s" shape="square" />
      <span>
        <a className="stoa-app-list-title" href={communityPath(community ?? tokenName)} {...written(title)}>
          {title}
        </a>
        <small className="stoa-app-muted">{tokenName}</small>
      </span>
      {children}
    </li>
  )
}

/** The known communities of these names. */
function useTitles(names: readonly string[]) {
  const { call } = useStoa().client
  const [knownCommunities, setCommunities] = useState<Readonly<Record<string, Community>>>({})
  const namesToLoad = names.filter((name) => !knownCommunities[name]).join(',')
  useEffect(() => {
    if (namesToLoad === '') return
    // A community that fails to load is shown by its token name.
    call('communityList', { tokenNames: namesToLoad }).then(
      ({ items }) =>
        setCommunities((before) => ({ ...before, ...Object.fromEntries(items.map((one) => [one.tokenName, one])) })),
      () => {},
    )
  }, [call, namesToLoad])
  return {
    knownCommunities,
    learn: (one: Community) => setCommunities((before) => ({ ...before, [one.tokenName]: one })),
  }
}

interface SearchProps {
  /** Token names to exclude. */
  without: readonly string[]
  onAdd: (community: Community) => Promise<boolean>
}

function Search({ without, onAdd }: SearchProps) {
  const t = useTranslate(featuredMessages)
  const { call } = useStoa().client
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed)
  const [results, setResults] = useState<readonly Community[] | 'failed' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    let isOver = false
    const show = (result: typeof results) => isOver || setResults(result)
    if (query === '') show(null)
    else
      call('communityList', { query, limit: FOUND_MAX }).then(
        ({ items }) => show(items),
        () => show('failed'),
      )
    return () => {
      isOver = true
    }
  }, [call, query])
  const offered = results === 'failed' ? null : results?.filter(({ tokenName }) => !without.includes(tokenName))
  async function add(community: Community) {
    if (!(await onAdd(community))) return
    setTyped('')
    field.current?.focus()
  }
  return (
    <>
      <TextField
        ref={field}
        type="search"
        label={t('featured.search')}
        hint={t('featured.search.hint')}
        error={results === 'failed' ? t('featured.failed') : undefined}
        maxLength={COMMUNITY_QUERY_MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div aria-live="polite">{offered?.length === 0 && <p className="stoa-app-muted">{t('featured.none')}</p>}</div>
      {offered && offered.length > 0 && (
        <ul className="stoa-app-list" aria-label={t('featured.found')}>
          {offered.map((community) => (
            <CommunityRow key={community.tokenName} tokenName={community.tokenName} community={community}>
              <Button
                size="s"
                aria-label={t('featured.add.name', { name: community.title })}
                onClick={() => void add(community)}
              >
                {t('featured.add')}
              </Button>
            </CommunityRow>
          ))}
        </ul>
      )}
    </>
  )
}
