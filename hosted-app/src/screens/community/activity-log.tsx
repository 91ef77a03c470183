import { type Activity, authorPath, communityPath } from '@stoa/contract'
import { useAction, useCommunity, useManages, useStoa, useViewer } from '@stoa/store/react'
import { Badge, Button, ButtonLink, ClockIcon, EmptyState, RelativeTime, useI18n, useTranslate } from '@stoa/ui'
import { useCallback, useRef, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { ActivityFilter, type LogFilter } from './activity-filter.tsx'

import { MemberMenu } from './member-menu.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { PagedList } from './paged-list.tsx'
import { PublicLog } from './public-log.tsx'

/** `tab/activity`: a community's decisions; in full for those who manage it, without names for others. */
export function ActivityLog({ tokenName }: { tokenName: string }) {
  const viewer = useViewer()
  const community = useCommunity(tokenName)
  const manages = useManages(tokenName)
  if (viewer === undefined || !community) return <ListSkeleton lines={2} />
  return manages ? <Log tokenName={tokenName} /> : <PublicLog tokenName={tokenName} />
}

/** Decisions with the person who made them and whom they concern. */
function Log({ tokenName }: { tokenName: string }) {
  const t = useTranslate(moderationMessages)
  const { call } = useStoa().client
  const [filter, setFilter] = useState<LogFilter>({})
  const load = useCallback(
    (cursor: string | undefined) => call('communityActivity', { tokenName, ...filter, ...(cursor && { cursor }) }),
    [call, tokenName, filter],
  )
  const isFiltered = Object.keys(filter).length > 0
  const empty = isFiltered ? (
    <EmptyState
      title={t('activity.none')}
      action={<Button onClick={() => setFilter({})}>{t('activity.filter.clear')}</Button>}
    />
  ) : (
    <EmptyState
      title={t('activity.empty')}
      icon={<ClockIcon size={32} />}
      action={<ButtonLink href={`${communityPath(tokenName)}/tab/holders`}>{t('activity.empty.action')}</ButtonLink>}
    >
      {t('activity.empty.text')}
    </EmptyState>
  )
  return (
    <>
      <ActivityFilter tokenName={tokenName} filter={filter} onChange={setFilter} />
      <PagedList
        key={JSON.stringify(filter)}
        load={load}
        label={t('activity.list')}
        failed={t('activity.failed')}
        empty={empty}
      >
        {(item) => <Decision key={item.id} item={item} tokenName={tokenName} onFilter={setFilter} />}
      </PagedList>
    </>
  )
}

/** One decision of the log: who, when and what, and the way back. */
export function Decision({
  item,
  tokenName,
  onFilter,
}: {
  item: Activity
  tokenName: string
  /** Shows only some decisions. Default: it is not offered. */
  onFilter?: (filter: LogFilter) => void
}) {
  const t = useTranslate(moderationMessages)
  const { locale } = useI18n()
  const viewer = useViewer()
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const { busy, run } = useAction()
  const [isUndone, setUndone] = useState(item.undone)
  const row = useRef<HTMLLIElement>(null)
  const undo = () =>
    void run(async () => {
      try {
        await call('moderationUndo', { tokenName, activityIds: [item.id] })
      } catch (error) {
        alert(error)
        return
      }
      setUndone(true)
      toasts.show({ text: t('activity.undo.done'), tone: 'success' })
      // The pressed button has disappeared.
      row.current?.focus()
    })
  const { action, actor, person, at, reason, until, given, taken, changes, commentId } = item
  const list = (permissions: Activity['given']) =>
    new Intl.ListFormat(locale).format(permissions.map((permission) => t(`permission.${permission}`)))
  return (
    <li ref={row} tabIndex={-1}>
      <div>
        <p dir="auto">
          {t.rich(`activity.${action}`, {
            actor: actor ? <Named who={actor} /> : t('activity.forum'),
            person: <Named who={person} />,
          })}
        </p>
        {given.length > 0 && <p dir="auto">{t('activity.given', { permissions: list(given) })}</p>}
        {taken.length > 0 && <p dir="auto">{t('activity.taken', { permissions: list(taken) })}</p>}
        {changes.map(({ setting, before, after }) => (
          <p key={setting} dir="auto">
            {t.rich(`activity.change.${setting}`, { before: <Value>{before}</Value>, after: <Value>{after}</Value> })}
          </p>
        ))}
        {reason && <p dir="auto">{t('activity.reason', { reason })}</p>}
        <p className="stoa-app-muted">
          <RelativeTime value={at} />
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
        <div className="stoa-app-pending-ways">
          {isUndone && <Badge>{t('activity.undone')}</Badge>}
          {item.canUndo && !isUndone && (
            <Button size="s" busy={busy} onClick={undo}>
              {t('activity.undo')}
            </Button>
          )}
          {(item.undoBlock === 'newer' || item.undoBlock === 'over') && (
            <span className="stoa-app-muted">{t(`activity.block.${item.undoBlock}`)}</span>
          )}
          {onFilter && actor && actor.slugUrl !== '' && (
            <Button size="s" variant="quiet" onClick={() => onFilter({ actorId: actor.userId })}>
              {t('activity.filter.actor', { name: actor.displayName })}
            </Button>
          )}
        </div>
      </div>
      {person !== null && person.slugUrl !== '' && person.userId !== viewer?.id && (
        <MemberMenu tokenName={tokenName} userId={person.userId} name={person.displayName} />
      )}
    </li>
  )
}

function Named({ who }: { who: Activity['person'] }) {
  const t = useTranslate(moderationMessages)
  if (who === null) return t('activity.anonymous')
  if (who.slugUrl === '') return t('activity.gone')
  return (
    <a className="stoa-app-list-title" href={authorPath(who.slugUrl)}>
      <bdi>{who.displayName}</bdi>
    </a>
  )
}

/** A setting's value: an address, yes, no or none. */
function Value({ children }: { children: string }) {
  const t = useTranslate(moderationMessages)
  if (children === '') return t('activity.change.none')
  if (children === 'true' || children === 'false') return t(`activity.change.${children}`)
  return <code dir="ltr">{children}</code>
}
