import type { Notification } from '@stoa/contract'
import { reasonText } from '@stoa/store'
import {
  Avatar,
  CheckIcon,
  ClockIcon,
  CommentIcon,
  EditIcon,
  EyeIcon,
  FlagIcon,
  LockIcon,
  Menu,
  RelativeTime,
  ReplyIcon,
  ShieldIcon,
  TrashIcon,
  UserIcon,
  UsersIcon,
  useTranslate,
  useWritten,
  Written,
} from '@stoa/ui'
import { notificationsMessages } from './messages.ts'
import { NotificationText, notificationPath, Titles } from './notification-text.tsx'

export interface NotificationItemProps {
  notification: Notification
  /** It was opened, in any window. */
  onOpen: (id: string) => void
  onRead: (id: string) => void
  onDelete: (id: string) => void
}

const icons = {
  reply: ReplyIcon,
  mention: CommentIcon,
  follow: UserIcon,
  newPost: EditIcon,
  communityPost: UsersIcon,
  watched: EyeIcon,
  reminder: ClockIcon,
  moderation: FlagIcon,
  role: ShieldIcon,
  queue: ShieldIcon,
  overdue: ClockIcon,
  accountChanged: LockIcon,
} as const satisfies Record<Notification['kind'], unknown>

/** The middle button opens a link in a new window; the right one opens a menu. */
const MIDDLE = 1

/** A notification as one link: who did what, where and when. */
export function NotificationItem({ notification, onOpen, onRead, onDelete }: NotificationItemProps) {
  const t = useTranslate(notificationsMessages)
  const written = useWritten()
  const { id, kind, at, read, count, actors, titles = [], community, decision } = notification
  // Titles say more than the beginning of the newest post.
  const excerpt = titles.length > 0 ? '' : notification.excerpt
  const KindIcon = icons[kind]
  // The same as the badge counts.
  const isNew = !read && !notification.seen
  const open = () => onOpen(id)
  const openElsewhere = ({ button }: { button: number }) => {
    if (button === MIDDLE) open()
  }
  const reason = decision?.reason ?? ''
  return (
    <li data-notification={id} data-unread={!read || undefined} data-new={isNew || undefined}>
      <a className="stoa-notification" href={notificationPath(notification)} onClick={open} onAuxClick={openElsewhere}>
        <span className="stoa-notification-actors" aria-hidden="true">
          {actors.length === 0 ? (
            <span className="stoa-notification-mark">
              <KindIcon />
            </span>
          ) : (
            // The text names the others.
            actors
              .slice(0, 1)
              .map(({ userId, displayName, imageUrl }) => (
                <Avatar key={userId} id={userId} name={displayName} src={imageUrl} />
              ))
          )}
          {actors.length > 0 && (
            <span className="stoa-notification-kind">
              <KindIcon size={14} />
            </span>
          )}
        </span>
        <span className="stoa-notification-words">
          <span className="stoa-notification-text">
            <NotificationText notification={notification} />
          </span>
          {reason !== '' && (
            <span className="stoa-notification-excerpt">
              {t.rich('notifications.reason', { reason: <Written>{reasonText(reason, t)}</Written> })}
            </span>
          )}
          {titles.length > 0 && (
            <span className="stoa-notification-titles">
              <Titles titles={titles} count={count} />
            </span>
          )}
          {excerpt !== '' && (
            <span className="stoa-notification-excerpt" {...written(excerpt)}>
              {excerpt}
            </span>
          )}
          <span className="stoa-app-muted">
            {!read && (
              <span className="stoa-visually-hidden">
                {`${t(isNew ? 'notifications.isNew' : 'notifications.isUnread')} · `}
              </span>
            )}
            <RelativeTime value={at} />
            {community && (
              <>
                {' · '}
                <Written>{community.title}</Written>
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
