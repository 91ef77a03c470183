import { type Activity, actionsWith, type PublicDecision, postPath } from '@stoa/contract'
import { reasonText } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Badge, ClockIcon, EmptyState, RelativeTime, useTranslate, Written } from '@stoa/ui'
import { useCallback } from 'react'
import { PagedList } from '../../../shell/paged-list.tsx'
import { logMessages } from './messages.ts'

/** Decisions about content with their reasons, without names. */
export function PublicLog({ tokenName }: { tokenName: string }) {
  const t = useTranslate(logMessages)
  const { call } = useStoa().client
  const load = useCallback(
    (cursor: string | undefined) => call('communityDecisions', { tokenName, ...(cursor && { cursor }) }),
    [call, tokenName],
  )
  const empty = (
    <EmptyState title={t('activity.empty')} icon={<ClockIcon size={32} />}>
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

const PUBLIC_ACTIONS = actionsWith({ public: true })

function PublicItem({ item, tokenName }: { item: PublicDecision; tokenName: string }) {
  const { action, at, by, reason, undone, post, commentId } = item
  const t = useTranslate(logMessages)
  const knownAction = PUBLIC_ACTIONS.find((one) => one === action)
  return (
    <li>
      <div>
        <p>
          {knownAction && t(`activity.public.${knownAction}`, { by: t(`activity.public.by.${by}`) })}{' '}
          {undone && <Badge>{t('activity.undone')}</Badge>}
        </p>
        {post && <LogPost post={post} tokenName={tokenName} isComment={action.startsWith('comment')} />}
        <p className="stoa-app-muted">
          <RelativeTime value={at} />
          {reason && <> · {t.rich('activity.reason', { reason: <Written>{reasonText(reason, t)}</Written> })}</>}
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

/** The post that the decision is about, or the post of the comment. */
export function LogPost({
  post,
  tokenName,
  isComment,
}: {
  post: NonNullable<Activity['post']>
  tokenName: string
  isComment: boolean
}) {
  const t = useTranslate(logMessages)
  const link = (
    <a href={postPath({ tokenName, ...post })}>
      <Written>{post.title}</Written>
    </a>
  )
  return <p>{isComment ? t.rich('activity.comment.in', { post: link }) : link}</p>
}
