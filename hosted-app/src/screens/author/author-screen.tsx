import { communityPath, type User } from '@stoa/contract'
import { ConnectedPostFeed } from '@stoa/post-feed'
import type { ListQuery } from '@stoa/store'
import { useComment, useCommunity, useList, useUser, useViewer } from '@stoa/store/react'
import { Avatar, ButtonLink, EmptyState, formatDate, RelativeTime, TabLinks, useI18n, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { useGrowth } from '../../growing-list.ts'
import { messages } from '../../messages.ts'
import { useAlert } from '../../shell/alerts.tsx'
import { ListEnd } from '../../shell/list-end.tsx'
import { type AuthorData, type AuthorTab, authorTabPath } from './author-loader.ts'

/** `/author/{id}`: a member with what they wrote. */
export function AuthorScreen() {
  const t = useTranslate(messages)
  const { locale } = useI18n()
  const alert = useAlert()
  const { userId, tab, list } = useLoaderData() as AuthorData
  const growth = useGrowth(list)
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
      <TabLinks
        label={user.displayName}
        tabs={(['activity', 'comments'] as const).map((name) => ({
          id: name,
          href: authorTabPath(user.slugUrl, name),
          label: t(`author.${name}`),
        }))}
        current={tab}
      />
      {tab === 'activity' ? (
        <ConnectedPostFeed
          {...growth}
          list={list}
          showCommunity
          onFailure={alert}
          empty={<EmptyAuthor user={user} tab={tab} />}
        />
      ) : (
        <AuthorComments list={list} empty={<EmptyAuthor user={user} tab={tab} />} />
      )}
    </>
  )
}

/** Says whose place is empty, and shows the way on to whoever can fill it. */
function EmptyAuthor({ user, tab }: { user: User; tab: AuthorTab }) {
  const t = useTranslate(messages)
  const isOwn = useViewer()?.id === user.id
  return (
    <EmptyState title={t(`author.${tab}.empty`)} action={<ButtonLink href="/">{t('author.empty.find')}</ButtonLink>}>
      <span dir="auto">{isOwn ? t('author.empty.own') : t('author.empty.other', { name: user.displayName })}</span>
    </EmptyState>
  )
}

function AuthorComments({ list, empty }: { list: ListQuery; empty: ReactNode }) {
  const { ids } = useList(list)
  return (
    <>
      {ids.length === 0 && empty}
      <ul className="stoa-app-list">
        {ids.map((id) => (
          <CommentItem key={id} id={id} />
        ))}
      </ul>
      <ListEnd list={list} />
    </>
  )
}

function CommentItem({ id }: { id: string }) {
  const t = useTranslate(messages)
  const comment = useComment(id)
  const community = useCommunity(comment?.tokenName ?? '')
  if (!comment) return null
  const { createdAt, tokenName, content } = comment
  return (
    <li>
      <div>
        <p className="stoa-app-muted">
          <a href={`/bbs/thread/${id}`}>
            <RelativeTime value={createdAt} />
          </a>
          {' · '}
          {t.rich('author.commentOn', {
            community: (
              <a href={communityPath(tokenName)} dir="auto">
                {community?.title ?? tokenName}
              </a>
            ),
          })}
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
