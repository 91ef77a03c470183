import { actionsWith, type PublicDecision } from '@stoa/contract'
import { reasonText } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Badge, ButtonLink, ClockIcon, EmptyState, RelativeTime, useTranslate } from '@stoa/ui'
import { useCallback } from 'react'
import { useCommunityPath } from '../../shell/use-community-path.ts'
import { LogPost } from './log-post.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { PagedList } from './paged-list.tsx'

/** Decisions about content with their reasons, without names. */
export function PublicLog({ tokenName }: { tokenName: string }) {
  const t = useTranslate(moderationMessages)
  const { call } = useStoa().client
  const home = useCommunityPath(tokenName)
  const load = useCallback(
    (cursor: string | undefined) => call('communityDecisions', { tokenName, ...(cursor && { cursor }) }),
    [call, tokenName],
  )
  const empty = (
    <EmptyState
      title={t('activity.empty')}
      icon={<ClockIcon size={32} />}
      action={<ButtonLink href={home}>{t('activity.public.empty.action')}</ButtonLink>}
    >
      {t('activity.public.empty')}
    </EmptyState>
  )
  return (
    <>
      <h2 className="stoa-app-log-title">{t('activity.list')}</h2>
      <p className="stoa-app-muted">{t('activity.public')}</p>
      <PagedList load={load} label={t('activity.list')} failed={t('activity.failed')} empty={empty}>
        {(item) => <PublicItem key={item.id} item={item} tokenName={tokenName} />}
      </PagedList>
    </>
  )
}

const KNOWN = actionsWith({ public: true })

function PublicItem({ item, tokenName }: { item: PublicDecision; tokenName: string }) {
  const { action, at, by, reason, undone, post, commentId } = item
  const t = useTranslate(moderationMessages)
  const known = KNOWN.find((one) => one === action)
  return (
    <li>
      <div>
        <p>
          {known && t(`activity.public.${known}`, { by: t(`activity.public.by.${by}`) })}{' '}
          {undone && <Badge>{t('activity.undone')}</Badge>}
        </p>
        {post && <LogPost post={post} tokenName={tokenName} isComment={action.startsWith('comment')} />}
        <p className="stoa-app-muted">
          <RelativeTime value={at} />
          {reason && <> · {t('activity.reason', { reason: reasonText(reason, t) })}</>}
          {commentId && (
            <>
              {' · '}
              <a href={`/bbs/thread/${commentId}`}>{t('activity.comment')}</a>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
