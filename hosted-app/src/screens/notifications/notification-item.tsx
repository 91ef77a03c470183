import type { Notification } from '@stoa/contract'
import { reasonText } from '@stoa/store'
import { Avatar, BellIcon, CheckIcon, Menu, RelativeTime, TrashIcon, useTranslate } from '@stoa/ui'
import { notificationsMessages } from './messages.ts'
import { NotificationText, notificationPath } from './notification-text.tsx'

export interface NotificationItemProps {
  notification: Notification
  /** It was opened, in any window. */
  onOpen: (id: string) => void
  onRead: (id: string) => void
  onDelete: (id: string) => void
}

/** The middle button opens a link in a new window; the right one opens a menu. */
const MIDDLE = 1

/** A notification as one link: who did what, where and when. */
export function NotificationItem({ notification, onOpen, onRead, onDelete }: NotificationItemProps) {
  const t = useTranslate(notificationsMessages)
  const { id, at, read, actors, community, excerpt, decision } = notification
  const open = () => onOpen(id)
  const openElsewhere = ({ button }: { button: number }) => {
    if (button === MIDDLE) open()
  }
  const reason = decision?.reason ?? ''
  return (
    <li data-notification={id} data-unread={!read || undefined}>
      <a className="stoa-notification" href={notificationPath(notification)} onClick={open} onAuxClick={openElsewhere}>
        <span className="stoa-notification-actors" aria-hidden="true">
          {actors.length === 0 ? (
            <span className="stoa-notification-mark">
              <BellIcon />
            </span>
          ) : (
            actors.map(({ userId, displayName, imageUrl }) => (
              <Avatar key={userId} id={userId} name={displayName} src={imageUrl} />
            ))
          )}
        </span>
        <span className="stoa-notification-words">
          <span className="stoa-notification-text" dir="auto">
            <NotificationText notification={notification} />
          </span>
          {reason !== '' && (
            <span className="stoa-notification-excerpt" dir="auto">
              {t('notifications.reason', { reason: reasonText(reason, t) })}
            </span>
          )}
          {excerpt !== '' && (
            <span className="stoa-notification-excerpt" dir="auto">
              {excerpt}
            </span>
          )}
          <span className="stoa-app-muted">
            {!read && <span className="stoa-visually-hidden">{`${t('notifications.isUnread')} · `}</span>}
            <RelativeTime value={at} />
            {community && (
              <>
                {' · '}
                <bdi>{community.title}</bdi>
              </>
            )}
          </span>
        </span>
      </a>
      <Menu
        label={t('notifications.menu')}
        items={[
          ...(read
            ? []
            : [
                {
                  id: 'read',
                  label: t('notifications.read'),
                  icon: <CheckIcon size={16} />,
                  onSelect: () => onRead(id),
                },
              ]),
          {
            id: 'delete',
            label: t('notifications.delete'),
            icon: <TrashIcon size={16} />,
            onSelect: () => onDelete(id),
          },
        ]}
      />
    </li>
  )
}
