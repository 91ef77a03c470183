import { type HeldRole, isOwn, type User } from '@stoa/contract'
import { ConnectedPostFeed } from '@stoa/post-feed'
import type { ListQuery } from '@stoa/store'
import { useList, useStoaState, useUser, useViewer } from '@stoa/store/react'
import {
  Avatar,
  Badge,
  ButtonLink,
  CommentIcon,
  EmptyState,
  RoleBadge,
  TabLinks,
  UsersIcon,
  useTranslate,
} from '@stoa/ui'
import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { useGrowth } from '../../list-length.ts'
import { useOwnCounts } from '../../own-counts.ts'
import { createPostPath } from '../../paths.ts'
import { ListEnd } from '../../shell/list-parts.tsx'
import { OWN_LISTS } from '../../shell/own-lists.tsx'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { useHasRoom, WithSide } from '../../side/side-panels.tsx'
import { AuthorActivity } from './author-activity.tsx'
import { AuthorFollows } from './author-follows.tsx'
import { AuthorComment } from './author-item.tsx'
import {
  type AuthorData,
  type AuthorTab,
  authorTabPath,
  FOLLOW_TABS,
  isFollowTab,
  isOwnTab,
  type OwnTab,
  PUBLIC_TABS,
} from './author-loader.ts'
import { AuthorPageMenu } from './author-page-menu.tsx'
import { AuthorReputation } from './author-reputation.tsx'
import { AuthorSide } from './author-side.tsx'
import { useCommunitiesOf } from './comment-communities.ts'
import { FollowButton } from './follow-button.tsx'
import { MessageButton } from './message-button.tsx'
import { authorMessages } from './messages.ts'
import { OwnLists } from './own-lists.tsx'
import { OwnPosts } from './own-posts.tsx'
import { SavedItems } from './saved-items.tsx'

/** `/author/{id}`: a member's page. */
export function AuthorScreen() {
  const { userId, communities, tab, list, reputation } = useLoaderData() as AuthorData
  const t = useTranslate(authorMessages)
  const user = useUser(userId)
  const viewer = useViewer()
  const hasRoom = useHasRoom()
  const isViewer = isOwn(viewer ?? null, userId)
  const counts = useOwnCounts({ isOwn: isViewer })
  if (!user) return null
  // Last in the column, and with a private list's content, so that nothing moves once the viewer is known.
  const ownLists = isViewer && <OwnLists slugUrl={user.slugUrl} tab={tab} counts={counts ?? {}} />
  const empty = <EmptyAuthor user={user} tab={tab} />
  const isOnReputation = tab === 'reputation'
  return (
    <WithSide
      head={<AuthorHeader user={user} communities={communities} />}
      side={
        <>
          <AuthorSide
            user={user}
            communities={communities}
            reputation={isOnReputation ? null : (reputation?.communities ?? null)}
          />
          {hasRoom && ownLists}
        </>
      }
    >
      <TabLinks
        label={user.displayName}
        tabs={[...PUBLIC_TABS, ...(isFollowTab(tab) ? FOLLOW_TABS : [])].map((name) => ({
          id: name,
          href: authorTabPath(user.slugUrl, name),
          label: t(`author.${name}`),
        }))}
        current={tab}
      />
      {!hasRoom && isOwnTab(tab) && ownLists}
      {tab === 'activity' && <AuthorActivity user={user} empty={empty} />}
      {tab === 'published' && list && <AuthorPosts list={list} empty={empty} />}
      {isFollowTab(tab) && list && <AuthorFollows list={list} label={t(`author.${tab}`)} empty={empty} />}
      {tab === 'comments' && list && <AuthorComments list={list} empty={empty} />}
      {isOnReputation && reputation && (
        <AuthorReputation key={userId} userId={userId} first={reputation} empty={empty} />
      )}
      {tab === 'saved' && <SavedItems userId={userId} empty={empty} />}
      {isOwnTab(tab) && tab !== 'saved' && <OwnPosts key={tab} userId={userId} tab={tab} empty={empty} />}
    </WithSide>
  )
}

const ROLES = ['owner', 'moderator', 'partner'] as const

function AuthorHeader({ user, communities }: { user: User; communities: readonly HeldRole[] }) {
  const t = useTranslate(authorMessages)
  const counts = useStoaState((state) => state.follows[user.id])
  const isBlocked = useViewer()?.mutes?.blocked.includes(user.id) ?? false
  const roles = ROLES.filter((role) => communities.some((community) => community.role === role))
  return (
    <header className="stoa-app-author">
      <Avatar id={user.id} name={user.displayName} src={user.profileImageUrl} size="xl" />
      <div>
        <div className="stoa-app-author-name">
          <h1 className="stoa-app-title" dir="auto">
            {user.displayName}
          </h1>
          <RoleBadge role={user.isAdmin ? 'admin' : undefined} />
          {roles.map((role) => (
            <RoleBadge key={role} role={role} />
          ))}
          {isBlocked && <Badge tone="danger">{t('author.blocked')}</Badge>}
        </div>
        <p className="stoa-app-muted">
          <bdi>{`@${user.username}`}</bdi>
          {FOLLOW_TABS.map((list) => {
            const count = counts?.[list]
            return count === undefined ? null : (
              <span key={list}>
                {' · '}
                <a className="stoa-app-author-count" href={authorTabPath(user.slugUrl, list)}>
                  <bdi key={count}>{t(`author.${list}.count`, { count })}</bdi>
                </a>
              </span>
            )
          })}
        </p>
      </div>
      <div className="stoa-app-author-actions">
        <FollowButton user={user} />
        <MessageButton user={user} />
        <AuthorPageMenu key={user.id} user={user} />
      </div>
    </header>
  )
}

/** Says that the page is empty, and offers its owner a next step. */
function EmptyAuthor({ user, tab }: { user: User; tab: AuthorTab }) {
  const t = useTranslate(authorMessages)
  const { config } = useHostedApp()
  if (isOwnTab(tab)) {
    const Icon = OWN_LISTS.find((list) => list.tab === tab)?.Icon ?? CommentIcon
    const write = createPostPath(config.defaultTokenName)
    const published = authorTabPath(user.slugUrl, 'published')
    const hrefs = { saved: '/', draft: write, pending: published, scheduled: write, hidden: published }
    return (
      <EmptyState
        title={t(`author.${tab}.empty`)}
        icon={<Icon size={32} />}
        action={<ButtonLink href={hrefs[tab]}>{t(`author.${tab}.empty.action`)}</ButtonLink>}
      >
        {t(`author.${tab}.empty.text`)}
      </EmptyState>
    )
  }
  return <EmptyPublic user={user} tab={tab} />
}

function EmptyPublic({ user, tab }: { user: User; tab: Exclude<AuthorTab, OwnTab> }) {
  const t = useTranslate(authorMessages)
  const { config } = useHostedApp()
  const isOwn = useViewer()?.id === user.id
  if (isFollowTab(tab)) {
    return (
      <EmptyState
        title={t(`author.${tab}.empty`)}
        icon={<UsersIcon size={32} />}
        action={isOwn && <ButtonLink href="/">{t('author.empty.find')}</ButtonLink>}
      >
        {t.rich(`author.${tab}.empty.${isOwn ? 'own' : 'text'}`, { name: <bdi>{user.displayName}</bdi> })}
      </EmptyState>
    )
  }
  const look = { title: t(`author.${tab}.empty`), icon: <CommentIcon size={32} /> }
  if (!isOwn) {
    return <EmptyState {...look}>{t.rich('author.empty.other', { name: <bdi>{user.displayName}</bdi> })}</EmptyState>
  }
  const action =
    tab === 'published' || tab === 'activity' ? (
      <ButtonLink href={createPostPath(config.defaultTokenName)}>{t('app.writePost')}</ButtonLink>
    ) : (
      <ButtonLink href="/">{t('author.empty.find')}</ButtonLink>
    )
  return (
    <EmptyState {...look} action={action}>
      {tab === 'reputation' && t('author.empty.reputation')}
    </EmptyState>
  )
}

function AuthorPosts({ list, empty }: { list: ListQuery; empty: ReactNode }) {
  const alert = useErrorToast()
  const growth = useGrowth(list)
  return <ConnectedPostFeed {...growth} list={list} showCommunity onFailure={alert} empty={empty} />
}

function AuthorComments({ list, empty }: { list: ListQuery; empty: ReactNode }) {
  const { ids } = useList(list)
  useGrowth(list)
  useCommunitiesOf(list, ids)
  return (
    <>
      {ids.length === 0 && empty}
      <ul className="stoa-app-list stoa-app-written">
        {ids.map((id) => (
          <AuthorComment key={id} id={id} />
        ))}
      </ul>
      <ListEnd list={list} />
    </>
  )
}
