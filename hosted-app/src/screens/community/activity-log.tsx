import { type Activity, authorPath } from '@stoa/contract'
import { useCommunity, useManages, useStoa, useViewer } from '@stoa/store/react'
import { EmptyState, RelativeTime, Spinner, useI18n, useTranslate } from '@stoa/ui'
import { useCallback } from 'react'
import { messages } from '../../messages.ts'
import { MemberMenu } from './member-menu.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { PagedList } from './paged-list.tsx'
import { Refused } from './refused.tsx'

/** `tab/activity`: what was decided in a community, for those who manage it. */
export function ActivityLog({ tokenName }: { tokenName: string }) {
  const t = useTranslate(messages)
  const viewer = useViewer()
  const community = useCommunity(tokenName)
  const manages = useManages(tokenName)
  if (viewer === undefined || !community) return <EmptyState title={t('app.loading')} icon={<Spinner />} />
  return manages ? <Log tokenName={tokenName} /> : <Refused />
}

/** Who decided what about whom. */
function Log({ tokenName }: { tokenName: string }) {
  const t = useTranslate(moderationMessages)
  const { call } = useStoa().client
  const load = useCallback(
    (cursor: string | undefined) => call('communityActivity', { tokenName, ...(cursor && { cursor }) }),
    [call, tokenName],
  )
  const empty = <EmptyState title={t('activity.empty')}>{t('activity.empty.text')}</EmptyState>
  return (
    <PagedList load={load} label={t('activity.list')} failed={t('activity.failed')} empty={empty}>
      {(item) => <Decision key={item.id} item={item} tokenName={tokenName} />}
    </PagedList>
  )
}

function Decision({ item, tokenName }: { item: Activity; tokenName: string }) {
  const t = useTranslate(moderationMessages)
  const { locale } = useI18n()
  const viewer = useViewer()
  const { action, actor, person, at, reason, until, given, taken, commentId } = item
  const list = (permissions: Activity['given']) =>
    new Intl.ListFormat(locale).format(permissions.map((permission) => t(`permission.${permission}`)))
  return (
    <li>
      <div>
        <p dir="auto">
          {t.rich(`activity.${action}`, {
            actor: actor ? <Named who={actor} /> : t('activity.forum'),
            person: <Named who={person} />,
          })}
        </p>
        {given.length > 0 && <p dir="auto">{t('activity.given', { permissions: list(given) })}</p>}
        {taken.length > 0 && <p dir="auto">{t('activity.taken', { permissions: list(taken) })}</p>}
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
