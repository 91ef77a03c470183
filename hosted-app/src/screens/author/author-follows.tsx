import { authorPath, PAGE_SIZE_MAX } from '@stoa/contract'
import { type ListQuery, loadList } from '@stoa/store'
import { useList, useStoa, useStoaState, useUser, useViewer } from '@stoa/store/react'
import { Avatar, RoleBadge, translatable, useTranslate, useWritten } from '@stoa/ui'
import { type ReactNode, useEffect } from 'react'
import { ListEnd } from '../../shell/list-parts.tsx'
import { FollowButton } from './follow-button.tsx'
import { authorMessages } from './messages.ts'

/** A person's followers, or the people whom they follow. */
export function AuthorFollows({ list, label, empty }: { list: ListQuery; label: string; empty: ReactNode }) {
  const stoa = useStoa()
  const { ids, hidden = 0 } = useList(list)
  const t = useTranslate(authorMessages)
  const viewerId = useViewer()?.id
  // The server's page is a visitor's. Once the viewer is known, whom they follow is loaded for all at once.
  const isUnknown = useStoaState(
    ({ follows }) => viewerId !== undefined && ids.some((id) => follows[id]?.follows === undefined),
  )
  useEffect(() => {
    const { length } = ids
    if (isUnknown) void loadList(stoa, list, { limit: Math.min(length, PAGE_SIZE_MAX), force: true })
    // Only when it becomes unknown, not when the list grows.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [stoa, list, isUnknown])
  return (
    <>
      {ids.length === 0 && hidden === 0 && empty}
      <ul className="stoa-app-list stoa-app-people" aria-label={label}>
        {ids.map((id) => (
          <ListedPerson key={id} id={id} />
        ))}
      </ul>
      {hidden > 0 && <p className="stoa-app-muted">{translatable(t('author.follows.hidden', { count: hidden }))}</p>}
      <ListEnd list={list} />
    </>
  )
}

function ListedPerson({ id }: { id: string }) {
  const t = useTranslate(authorMessages)
  const written = useWritten()
  const user = useUser(id)
  const followers = useStoaState((state) => state.follows[id]?.followers)
  if (!user) return null
  const { displayName, username, slugUrl, profileImageUrl, profileTitle, isAdmin } = user
  return (
    <li>
      <Avatar id={id} name={displayName} src={profileImageUrl} />
      <div>
        <a className="stoa-app-list-title" href={authorPath(slugUrl)} dir="auto">
          {displayName}
        </a>{' '}
        <RoleBadge role={isAdmin ? 'admin' : undefined} />
        <p className="stoa-app-muted">
          <bdi>{`@${username}`}</bdi>
          {Boolean(followers) && ` · ${t('author.followers.count', { count: followers ?? 0 })}`}
        </p>
        {profileTitle && <p {...written(profileTitle)}>{profileTitle}</p>}
      </div>
      <FollowButton user={user} isListed />
    </li>
  )
}
