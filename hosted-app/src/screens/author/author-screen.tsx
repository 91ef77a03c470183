import { ConnectedPostFeed } from '@stoa/post-feed'
import { useComment, useList, useUser } from '@stoa/store/react'
import { Avatar, EmptyState, formatDate, LoadMore, RelativeTime, useI18n, useTranslate } from '@stoa/ui'
import { useLoaderData } from 'react-router'
import { messages } from '../../messages.ts'
import { useAlert } from '../../shell/alerts.tsx'
import { type AuthorData, authorList, authorTabPath } from './author-loader.ts'

/** `/author/{id}`: a member with what they wrote. */
export function AuthorScreen() {
  const t = useTranslate(messages)
  const { locale } = useI18n()
  const alert = useAlert()
  const { userId, tab } = useLoaderData() as AuthorData
  const user = useUser(userId)
  if (!user) return null
  const since = formatDate(user.createdAt, locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <>
      <header className="stoa-app-author">
        <Avatar id={user.id} name={user.displayName} src={user.profileImageUrl} size="xl" />
        <div>
          <h1 className="stoa-app-title" dir="auto">
            {user.displayName}
          </h1>
          <p className="stoa-app-muted">
            <bdi>{`@${user.username}`}</bdi>
            {` · ${t('author.since', { date: since })}`}
          </p>
          {user.profileTitle && <p dir="auto">{user.profileTitle}</p>}
          {user.profileAbout && (
            <p className="stoa-app-about" dir="auto">
              {user.profileAbout}
            </p>
          )}
        </div>
      </header>
      <nav className="stoa-app-tabs" aria-label={user.displayName}>
        {(['activity', 'comments'] as const).map((name) => (
          <a key={name} href={authorTabPath(user.slugUrl, name)} aria-current={name === tab ? 'page' : undefined}>
            {t(`author.${name}`)}
          </a>
        ))}
      </nav>
      {tab === 'activity' ? (
        <ConnectedPostFeed list={authorList(userId, tab)} showCommunity onFailure={alert} />
      ) : (
        <AuthorComments userId={userId} />
      )}
    </>
  )
}

function AuthorComments({ userId }: { userId: string }) {
  const t = useTranslate(messages)
  const { ids, hasMore, status, loadMore } = useList(authorList(userId, 'comments'))
  return (
    <>
      {ids.length === 0 && <EmptyState title={t('author.comments.empty')} />}
      <ul className="stoa-app-list">
        {ids.map((id) => (
          <CommentItem key={id} id={id} />
        ))}
      </ul>
      {hasMore && <LoadMore onLoadMore={() => loadMore()} busy={status === 'loading'} />}
    </>
  )
}

function CommentItem({ id }: { id: string }) {
  const t = useTranslate(messages)
  const comment = useComment(id)
  if (!comment) return null
  const { createdAt, tokenName, content } = comment
  return (
    <li>
      <div>
        <p className="stoa-app-muted">
          <a href={`/bbs/thread/${id}`}>
            <RelativeTime value={createdAt} />
          </a>{' '}
          · {t('author.commentOn', { community: tokenName })}
        </p>
        {content !== null && (
          <p className="stoa-app-about" dir="auto">
            {content}
          </p>
        )}
      </div>
    </li>
  )
}
