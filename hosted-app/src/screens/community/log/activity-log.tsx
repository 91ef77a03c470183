import { type Activity, actionsWith, authorPath, communityPath } from '@stoa/contract'
import { reasonText } from '@stoa/store'
import { useAction, useCommunity, useManages, useStoa, useViewer } from '@stoa/store/react'
import {
  Badge,
  Button,
  ButtonLink,
  ClockIcon,
  EmptyState,
  Menu,
  RelativeTime,
  RoleBadge,
  SearchIcon,
  type Translate,
  useI18n,
  useTranslate,
  Written,
} from '@stoa/ui'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHostedApp } from '../../../hosted-app.ts'
import { ListSkeleton } from '../../../shell/list-parts.tsx'
import { PagedList } from '../../../shell/paged-list.tsx'
import { useErrorToast } from '../../../shell/use-error-toast.ts'
import { MemberMenu } from '../members/member-menu.tsx'
import { ActivityFilter } from './activity-filter.tsx'
import { BanAgainDialog } from './ban-again-dialog.tsx'
import { type LogFilter, logInput, logSearch, NARROWED, type Narrowed, readLogFilter } from './log-filter.ts'
import { LogValue } from './log-value.tsx'
import { logMessages } from './messages.ts'
import { LogPost, PublicLog } from './public-log.tsx'

/** `tab/activity`: a community's decisions, in full for its managers, without names for others. */
export function ActivityLog({ tokenName }: { tokenName: string }) {
  const viewer = useViewer()
  const community = useCommunity(tokenName)
  const manages = useManages(tokenName)
  if (viewer === undefined || !community) return <ListSkeleton lines={2} />
  return manages ? <Log tokenName={tokenName} /> : <PublicLog tokenName={tokenName} />
}

/** The full log, with names. */
function Log({ tokenName }: { tokenName: string }) {
  const t = useTranslate(logMessages)
  const { call } = useStoa().client
  const home = communityPath(useCommunity(tokenName) ?? tokenName)
  const [filter, setFilter] = useLogFilter()
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({})
  const filters = useRef<HTMLDivElement>(null)
  const load = useCallback(
    async (cursor: string | undefined) => {
      const page = await call('communityActivity', { tokenName, ...logInput(filter), ...(cursor && { cursor }) })
      // The address only has ids; their labels come from the entries.
      const activeOptions = page.items.flatMap((item) =>
        filterOptions(item, t).filter(({ name, id }) => filter[name] === id),
      )
      setLabels((current) => ({
        ...current,
        ...Object.fromEntries(activeOptions.map(({ name, id, label }) => [name + id, label])),
      }))
      return page
    },
    [call, tokenName, filter, t],
  )
  const narrowed: Narrowed = {}
  for (const name of NARROWED) narrowed[name] = labels[name + filter[name]]
  const isFiltered = Object.keys(filter).length > 0
  const empty = isFiltered ? (
    <EmptyState
      title={t('activity.none')}
      action={
        <Button
          onClick={() => {
            setFilter({})
            filters.current?.focus()
          }}
        >
          {t('activity.filter.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={t('activity.empty')}
      icon={<ClockIcon size={32} />}
      action={<ButtonLink href={`${home}/tab/holders`}>{t('activity.empty.action')}</ButtonLink>}
    >
      {t('activity.empty.text')}
    </EmptyState>
  )
  return (
    <>
      <ActivityFilter tokenName={tokenName} filter={filter} narrowed={narrowed} onChange={setFilter} ref={filters} />
      <PagedList
        key={JSON.stringify(filter)}
        load={load}
        label={t('activity.list')}
        failed={t('activity.failed')}
        empty={empty}
      >
        {(item, { refresh }) => (
          <Decision
            key={item.id}
            item={item}
            onChange={() => refresh(({ id }) => id)}
            onFilter={({ name, id, label }) => {
              setLabels((current) => ({ ...current, [name + id]: label }))
              setFilter({ ...filter, [name]: id })
              // The entry disappears while the filtered log loads.
              filters.current?.focus()
            }}
          />
        )}
      </PagedList>
    </>
  )
}

/** The filter in the address, and a function that replaces it there. */
function useLogFilter(): [LogFilter, (filter: LogFilter) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const filter = useMemo(() => readLogFilter(search), [search])
  const set = (next: LogFilter) =>
    void navigate(pathname + logSearch(next), { replace: true, preventScrollReset: true })
  return [filter, set]
}

/** A filter offered by an entry: decisions by a person, about a person, or about a post or comment. */
interface FilterOption {
  name: (typeof NARROWED)[number]
  id: string
  label: string
}
type OnFilter = (option: FilterOption) => void

interface DecisionProps {
  item: Activity
  /** Title of its community, to name it. Default: it isn't named. */
  communityTitle?: string | undefined
  /** Something was decided here: there are new entries. */
  onChange: () => void
  /** Default: filtering is not offered. */
  onFilter?: OnFilter
}

/** One decision of the log: who, when and what, with undo. */
export function Decision({ item, communityTitle, onChange, onFilter }: DecisionProps) {
  const t = useTranslate(logMessages)
  const viewer = useViewer()
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const { busy, run } = useAction()
  const [isUndoneHere, setUndone] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const isUndone = isUndoneHere || item.undone
  const row = useRef<HTMLLIElement>(null)
  /** The pressed button, to which a dialog would return focus, has disappeared. */
  const isButtonGone = useRef(false)
  useEffect(() => {
    if (!isButtonGone.current) return
    isButtonGone.current = false
    row.current?.focus()
  })
  /** Rejects with the error. */
  async function undo(): Promise<void> {
    await call('moderationUndo', { tokenName: item.tokenName, activityIds: [item.id] })
    isButtonGone.current = true
    setUndone(true)
    setAsked(false)
    toasts.show({ text: t('activity.undo.done'), tone: 'success' })
    onChange()
  }
  const { tokenName, person } = item
  return (
    <li ref={row} tabIndex={-1}>
      <div>
        <DecisionFacts item={item} communityTitle={communityTitle} />
        <div className="stoa-app-decision-ways">
          {isUndone && <Badge>{t(item.reinstated ? 'activity.reinstated' : 'activity.undone')}</Badge>}
          {item.canUndo && !isUndone && (
            <Button
              size="s"
              busy={busy}
              onClick={() => (item.bansAgain ? setAsked(true) : void run(() => undo().catch(alert)))}
            >
              {t(item.bansAgain ? 'activity.undo.ask' : 'activity.undo')}
            </Button>
          )}
          {(item.undoBlock === 'newer' || item.undoBlock === 'over') && (
            <span className="stoa-app-muted">{t(`activity.block.${item.undoBlock}`)}</span>
          )}
        </div>
      </div>
      <div className="stoa-app-decision-menus">
        {onFilter && <Narrow item={item} onFilter={onFilter} />}
        {person !== null && person.slugUrl !== '' && person.userId !== viewer?.id && (
          <MemberMenu tokenName={tokenName} userId={person.userId} name={person.displayName} onDecided={onChange} />
        )}
      </div>
      {isAsked && item.bansAgain && (
        <BanAgainDialog
          name={person?.displayName || t('activity.gone')}
          ban={item.bansAgain}
          onBan={undo}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}

/** Who decided what, why and when. */
function DecisionFacts({ item, communityTitle }: Pick<DecisionProps, 'item' | 'communityTitle'>) {
  const t = useTranslate(logMessages)
  const { locale } = useI18n()
  const { tokenName, actor, person, at, reason, until, given, taken, changes, commentId, post } = item
  const list = (permissions: Activity['given']) =>
    new Intl.ListFormat(locale).format(permissions.map((permission) => t(`permission.${permission}`)))
  return (
    <>
      <p>
        {t.rich(sentenceOf(item), {
          actor: actor ? <Named who={actor} /> : t('activity.forum'),
          person: <Named who={person} />,
        })}
      </p>
      {post && <LogPost post={post} tokenName={tokenName} isComment={commentId !== null} />}
      {given.length > 0 && <p>{t('activity.given', { permissions: list(given) })}</p>}
      {taken.length > 0 && <p>{t('activity.taken', { permissions: list(taken) })}</p>}
      {changes.map(({ setting, before, after }) => (
        <p key={setting}>
          {t.rich(`activity.change.${setting}`, {
            before: <LogValue setting={setting} value={before} />,
            after: <LogValue setting={setting} value={after} />,
          })}
        </p>
      ))}
      {reason && <p>{t.rich('activity.reason', { reason: <Written>{reasonText(reason, t)}</Written> })}</p>}
      <p className="stoa-app-muted">
        <RelativeTime value={at} />
        {communityTitle && (
          <>
            {' · '}
            <a href={communityPath(post ? { tokenName, ...post } : tokenName)}>
              <Written>{communityTitle}</Written>
            </a>
          </>
        )}
        {until !== null && (
          <>
            {' · '}
            {until === 0 ? t('activity.always') : t.rich('activity.until', { date: <RelativeTime value={until} /> })}
          </>
        )}
        {commentId && (
          <>
            {' · '}
            <a href={`/bbs/thread/${commentId}`}>{t('activity.comment')}</a>
          </>
        )}
      </p>
    </>
  )
}

/** Undoing an undo reinstates a decision, which is worded differently from a new one. */
function sentenceOf({ action, undoes }: Activity): `activity.${Activity['action']}` | `activity.again.${Appealable}` {
  const appealable = APPEALABLE.find((one) => one === action)
  return appealable && undoes !== null ? `activity.again.${appealable}` : `activity.${action}`
}

type Appealable = (typeof APPEALABLE)[number]
const APPEALABLE = actionsWith({ appealable: true })

function Named({ who }: { who: Activity['person'] }) {
  const t = useTranslate(logMessages)
  if (who === null) return t('activity.anonymous')
  if (who.slugUrl === '') return t('activity.gone')
  return (
    <>
      <a className="stoa-app-list-title" href={authorPath(who.slugUrl)}>
        <bdi>{who.displayName}</bdi>
      </a>
      {who.role && ' '}
      <RoleBadge role={who.role} />
    </>
  )
}

/** Filters for entries about the same people or the same item. */
function filterOptions(
  { actor, person, post, postId, commentId }: Activity,
  t: Translate<typeof logMessages>,
): FilterOption[] {
  const title = post?.title ?? ''
  const itemLabel = commentId ? t('activity.filter.comment') : t('activity.filter.item', { title })
  const options: (FilterOption | false | null)[] = [
    actor && { name: 'actorId', id: actor.userId, label: t('activity.filter.by', { name: actor.displayName }) },
    person && { name: 'personId', id: person.userId, label: t('activity.filter.about', { name: person.displayName }) },
    postId !== null && {
      name: 'subjectId',
      id: commentId ?? postId,
      label: title || commentId ? itemLabel : t('activity.filter.post'),
    },
  ]
  return options.filter((option) => option !== null && option !== false)
}

/** The menu with these filters. */
function Narrow({ item, onFilter }: { item: Activity; onFilter: OnFilter }) {
  const t = useTranslate(logMessages)
  const options = filterOptions(item, t)
  if (options.length === 0) return null
  return (
    <Menu
      label={t('activity.filter.menu')}
      icon={<SearchIcon />}
      items={options.map((option) => ({ id: option.name, label: option.label, onSelect: () => onFilter(option) }))}
    />
  )
}
