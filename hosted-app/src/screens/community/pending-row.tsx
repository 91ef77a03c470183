import { authorPath, type CommunityRole } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Avatar, Badge, RelativeTime, RoleBadge, useTranslate } from '@stoa/ui'
import type { ReactNode, Ref } from 'react'
import { pendingMessages } from './pending-messages.ts'

/** An account that is younger counts as new. */
const NEW_ACCOUNT_MS = 7 * 24 * 60 * 60 * 1000

/** Who wrote something that waits for a decision. */
export interface PendingAuthor {
  /** Empty: somebody without an account. */
  id: string
  name: string
  slugUrl: string
  imageUrl: string
  role: CommunityRole | undefined
  /** When the account was created. Default: unknown. */
  since: number | undefined
}

export interface PendingRowProps {
  author: PendingAuthor
  /** When it was written. */
  at: number
  /** Where it can be read in its place. */
  href: string
  /** Of a post: its title. */
  title?: string | undefined
  /** Of a comment: the post it stands under. */
  on?: { text: string; href: string } | undefined
  /** The words; of a post its beginning. */
  text: string
  /** Why it waits. Default: not said. */
  reasons?: ReactNode
  /** The buttons that decide. */
  children: ReactNode
  ref?: Ref<HTMLLIElement>
}

/** One post or comment that waits for a moderator: who wrote it, where it belongs, its words, and what can be decided. */
export function PendingRow({ author, at, href, title, on, text, reasons, children, ref }: PendingRowProps) {
  const t = useTranslate(pendingMessages)
  const { clock } = useStoa()
  const { id, name, slugUrl, imageUrl, role, since } = author
  return (
    <li ref={ref} className="stoa-app-pending-row" tabIndex={-1}>
      <Avatar id={id} name={name} src={imageUrl} />
      <div>
        <p className="stoa-app-pending-who">
          {id ? (
            <a className="stoa-app-list-title" href={authorPath(slugUrl)} dir="auto">
              {name}
            </a>
          ) : (
            <span className="stoa-app-list-title">{name}</span>
          )}
          <RoleBadge role={role} />
          {since !== undefined && clock() - since < NEW_ACCOUNT_MS && (
            <Badge tone="warning">{t('pending.newAccount')}</Badge>
          )}
        </p>
        <p className="stoa-app-muted">
          {on &&
            t.rich('pending.on', {
              post: (
                <a href={on.href}>
                  <bdi>{on.text}</bdi>
                </a>
              ),
            })}
          {on && ' · '}
          <a href={href}>
            <RelativeTime value={at} />
          </a>
          {since !== undefined && (
            <>
              {' · '}
              {t.rich('pending.since', { date: <RelativeTime value={since} /> })}
            </>
          )}
        </p>
        {title && (
          <h3 className="stoa-app-pending-title">
            <a href={href} dir="auto">
              {title}
            </a>
          </h3>
        )}
        <p className="stoa-app-about stoa-app-pending-words" dir="auto">
          {text}
        </p>
        {reasons}
        <div className="stoa-app-pending-ways">{children}</div>
      </div>
    </li>
  )
}
