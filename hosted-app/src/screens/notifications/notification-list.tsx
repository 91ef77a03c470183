import type { Notification } from '@stoa/contract'
import {
  ArrowUpIcon,
  BellIcon,
  Button,
  ButtonLink,
  CheckIcon,
  EmptyState,
  FilterChips,
  LoadMore,
  SettingsIcon,
  translatable,
  useTranslate,
} from '@stoa/ui'
import { useRef, useState } from 'react'
import { ListSkeleton } from '../../shell/list-parts.tsx'
import { notificationsMessages } from './messages.ts'
import { NotificationItem, type NotificationItemProps } from './notification-item.tsx'

/** Filter of the viewer's notifications. */
export type NotificationTab = 'all' | 'unread'

export interface NotificationListProps extends Pick<NotificationItemProps, 'onOpen' | 'onRead'> {
  tab: NotificationTab
  /** Newest first. */
  items: readonly Notification[]
  /** State of the last request. */
  status: 'loading' | 'success' | 'error'
  hasMore: boolean
  /** Total number of unread ones; null until known. */
  unread: number | null
  /** New notifications have arrived since the list was loaded. */
  hasNews: boolean
  /** Reloads the list from its start. */
  onReload: () => void
  onMore: () => void
  onReadAll: () => void
  /** Rejects with an error after restoring the item. */
  onDelete: (id: string) => Promise<unknown>
}

/** The viewer's notifications. */
export function NotificationList(props: NotificationListProps) {
  const { tab, items, status, hasMore, unread, hasNews, onReload, onMore, onReadAll, onOpen, onRead } = props
  const t = useTranslate(notificationsMessages)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  // All of the newest ones may have become invisible, while older ones are visible.
  const isEmpty = items.length === 0 && !hasMore

  async function remove(id: string): Promise<void> {
    setAnnouncement('')
    // Focus moves from the removed item to the next or previous one.
    const item = list.current?.querySelector(`[data-notification="${id}"]`)
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    const deletion = props.onDelete(id)
    ;(next?.querySelector('a') ?? list.current)?.focus()
    if (await deletion) setAnnouncement(t('notifications.deleted'))
  }

  return (
    <div className="stoa-notifications">
      <header className="stoa-notifications-head">
        <h1 className="stoa-app-title">{t('app.notifications')}</h1>
        <div className="stoa-notifications-ways">
          <Button
            size="s"
            disabled={unread === 0}
            onClick={() => {
              // The disabled button would lose focus.
              list.current?.focus({ preventScroll: true })
              onReadAll()
            }}
          >
            {t('notifications.readAll')}
          </Button>
          <ButtonLink
            href="/bbs/my-profile/settings/notifications"
            variant="quiet"
            size="s"
            icon={<SettingsIcon />}
            aria-label={t('app.notificationSettings')}
          >
            {t('notifications.settings')}
          </ButtonLink>
        </div>
      </header>
      <FilterChips
        label={t('app.notifications')}
        options={[
          { value: 'all', href: '/bbs/notifications', label: t('notifications.all') },
          { value: 'unread', href: '/bbs/notifications/unread', label: t('notifications.unread') },
        ]}
        value={tab}
      />
      <div className="stoa-notifications-news" role="status">
        {hasNews && items.length > 0 && (
          <Button variant="primary" size="s" icon={<ArrowUpIcon size={16} />} onClick={onReload}>
            {t('notifications.new')}
          </Button>
        )}
        <span className="stoa-visually-hidden">{translatable(announcement)}</span>
      </div>
      {items.length === 0 && status === 'loading' && <ListSkeleton withAvatar lines={2} />}
      {isEmpty && status === 'error' && (
        <EmptyState
          title={t('notifications.failed')}
          action={<Button onClick={onReload}>{t('error.failed.retry')}</Button>}
        />
      )}
      {isEmpty && status === 'success' && (
        <EmptyState
          title={t(`notifications.${tab}.empty`)}
          icon={tab === 'unread' ? <CheckIcon size={32} /> : <BellIcon size={32} />}
          action={
            tab === 'unread' ? (
              <ButtonLink href="/bbs/notifications">{t('notifications.toAll')}</ButtonLink>
            ) : (
              <ButtonLink href="/">{t('notifications.toPosts')}</ButtonLink>
            )
          }
        >
          {t(`notifications.${tab}.empty.text`)}
        </EmptyState>
      )}
      <ul ref={list} className="stoa-notifications-list" aria-label={t('notifications.list')} tabIndex={-1}>
        {items.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            onOpen={onOpen}
            onRead={onRead}
            onDelete={(id) => void remove(id)}
          />
        ))}
      </ul>
      {items.length === 0 && hasMore && status !== 'loading' && (
        <EmptyState title={t('notifications.gone')}>{t('notifications.gone.text')}</EmptyState>
      )}
      {hasMore && (
        <LoadMore
          busy={status === 'loading'}
          error={status === 'error' ? t('list.failed') : undefined}
          onLoadMore={onMore}
        />
      )}
    </div>
  )
}
