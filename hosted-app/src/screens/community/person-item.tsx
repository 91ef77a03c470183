import { authorPath, type Member } from '@stoa/contract'
import { Avatar } from '@stoa/ui'
import type { ReactNode } from 'react'

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
  /** Another line, with user text. */
  text?: string | undefined
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
        {text && <p dir="auto">{text}</p>}
      </div>
      {children}
    </li>
  )
}
