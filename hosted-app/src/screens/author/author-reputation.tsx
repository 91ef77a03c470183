import '../community/leaderboard/leaderboard.css'
import { type CallOutput, communityPath, type ReputationSource } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { formatNumber, LoadMore, useI18n, useTranslate, useWritten, Written } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { ReputationHelp, signedNumber } from '../community/leaderboard/reputation-help.tsx'
import { Where } from './author-item.tsx'
import { authorMessages } from './messages.ts'

interface AuthorReputationProps {
  userId: string
  first: CallOutput<'userReputation'>
  empty: ReactNode
}

/** A person's reputation in each community, and the posts and comments that it comes from. */
export function AuthorReputation({ userId, first, empty }: AuthorReputationProps) {
  const t = useTranslate(authorMessages)
  const { locale } = useI18n()
  const { items, hasMore, status, onMore } = useSources(userId, first)
  if (first.communities.length === 0 && items.length === 0) {
    return (
      <>
        {empty}
        <p className="stoa-app-list-start">
          <ReputationHelp />
        </p>
      </>
    )
  }
  return (
    <>
      <div className="stoa-app-leaders-head">
        <ul className="stoa-app-standings" aria-label={t('author.reputation.communities')}>
          {first.communities.map(({ communityTitle, points, ...community }) => (
            <li key={community.tokenName}>
              <a href={`${communityPath(community)}/tab/leaderboard?period=all`}>
                <Written>{communityTitle}</Written>
                <b translate="no">{formatNumber(points, locale)}</b>
              </a>
            </li>
          ))}
        </ul>
        <ReputationHelp />
      </div>
      <ul className="stoa-app-list stoa-app-leaders" aria-label={t('author.reputation.sources')}>
        {items.map((source) => (
          <Source key={source.entityId} source={source} />
        ))}
      </ul>
      {hasMore && (
        <LoadMore
          busy={status === 'loading'}
          error={status === 'error' ? t('list.failed') : undefined}
          onLoadMore={onMore}
        />
      )}
    </>
  )
}

function Source({ source }: { source: ReputationSource }) {
  const t = useTranslate(authorMessages)
  const written = useWritten()
  const { locale } = useI18n()
  const { entityType, communityTitle, title, path, excerpt, points, createdAt } = source
  const named = <Written>{title}</Written>
  return (
    <li>
      <div>
        <Where href={path} at={createdAt} community={source} title={communityTitle} />
        <h2 className="stoa-app-author-post">
          <a className="stoa-app-list-title" href={path}>
            {entityType === 'Post' ? named : t.rich('author.reputation.comment', { post: named })}
          </a>
        </h2>
        {excerpt !== '' && <p {...written(excerpt)}>{excerpt}</p>}
      </div>
      <b>
        <bdi>{signedNumber(points, locale)}</bdi>
      </b>
    </li>
  )
}

/** The loaded part of the list. */
function useSources(userId: string, first: CallOutput<'userReputation'>) {
  const { call } = useStoa().client
  const [later, setLater] = useState<Omit<CallOutput<'userReputation'>, 'communities'>>({ ...first, items: [] })
  const [status, setStatus] = useState<'success' | 'loading' | 'error'>('success')
  async function onMore(): Promise<void> {
    if (later.cursor === null) return
    setStatus('loading')
    try {
      const page = await call('userReputation', { idOrSlug: userId, cursor: later.cursor })
      setLater({ ...page, items: [...later.items, ...page.items] })
      setStatus('success')
    } catch {
      setStatus('error')
    }
  }
  return { items: [...first.items, ...later.items], hasMore: later.hasMore, status, onMore }
}
