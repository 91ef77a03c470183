import { authorPath, type Member } from '@stoa/contract'
import { Avatar, RelativeTime, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { memberMessages } from './messages.ts'

/** A person in a list: name with marks, a line of details, and actions (`children`). */
export function PersonItem({
  person,
  marks,
  about,
  text,
  children,
}: {
  person: Pick<Member, 'userId' | 'displayName' | 'username' | 'slugUrl' | 'imageUrl'>
  marks: ReactNode
  about: ReactNode
  /** Another line. */
  text?: ReactNode | undefined
  children: ReactNode
}) {
  const { userId, displayName, username, slugUrl, imageUrl } = person
  return (
    <li>
      <Avatar id={userId} name={displayName} src={imageUrl} />
      <div>
        <a className="stoa-app-list-title" href={authorPath(slugUrl)} dir="auto">
          {displayName}
        </a>{' '}
        {marks}
        <p className="stoa-app-muted">
          <bdi>{`@${username}`}</bdi>
          {' · '}
          {about}
        </p>
        {text && <p>{text}</p>}
      </div>
      {children}
    </li>
  )
}

/** When a person joined, and since when they have their role. */
export function Since({ member: { joinedAt, role, roleSince } }: { member: Member }) {
  const t = useTranslate(memberMessages)
  return (
    <>
      {joinedAt > 0 && t.rich('community.members.since', { date: <RelativeTime value={joinedAt} /> })}
      {role !== undefined && role !== 'admin' && roleSince !== undefined && (
        <>
          {joinedAt > 0 && ' · '}
          {t.rich(`community.members.became.${role}`, { date: <RelativeTime value={roleSince} /> })}
        </>
      )}
    </>
  )
}
