import './notifications.css'
import {
  clearNewNotifications,
  deleteNotification,
  markNotificationsRead,
  markNotificationsViewed,
  notifications,
} from '@stoa/store'
import { useList, useStoa, useStoaState } from '@stoa/store/react'
import { useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { loadGrown, useGrowth } from '../../list-length.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { NotificationList, type NotificationTab } from './notification-list.tsx'

/** The viewer's notifications, connected to the store. */
export function NotificationsPage() {
  const tab = useLocation().pathname.endsWith('/unread') ? 'unread' : 'all'
  // Each tab is a separate list with its own history.
  return <ConnectedNotifications key={tab} tab={tab} />
}

function ConnectedNotifications({ tab }: { tab: NotificationTab }) {
  const app = useHostedApp()
  const stoa = useStoa()
  const alert = useErrorToast()
  const list = useMemo(() => notifications(tab), [tab])
  const { ids, status, hasMore, loadMore, reload, newCount } = useList(list, { load: false })
  const notificationsById = useStoaState((state) => state.notifications)
  const unread = useStoaState((state) => state.unread)
  const top = useRef<HTMLDivElement>(null)

  const { onMore } = useGrowth(list, {
    // Reloads up to the length in the address: the cached list may be old.
    async reopen() {
      // The error is shown in the list.
      await loadGrown(app, list, { url: window.location.href }).catch(() => {})
      return true
    },
  })

  const items = ids.flatMap((id) => notificationsById[id] ?? [])
  const newest = items.reduce((latest, { at }) => Math.max(latest, at), 0)
  useEffect(() => clearNewNotifications(stoa), [stoa])
  useEffect(() => {
    // The badge is reset; if the call fails, the next response corrects it.
    if (newest > 0) markNotificationsViewed(stoa, newest).catch(() => {})
  }, [stoa, newest])
  const read = (id: string) => {
    const notification = notificationsById[id]
    if (notification && !notification.read)
      markNotificationsRead(stoa, { ids: [id], until: notification.at }).catch(alert)
  }
  return (
    <div ref={top}>
      <NotificationList
        tab={tab}
        items={items}
        status={status === 'idle' ? 'loading' : status}
        hasMore={hasMore}
        unread={unread?.notifications ?? null}
        hasNews={newCount > 0}
        onReload={() => {
          clearNewNotifications(stoa)
          reload()
          window.scrollTo(0, 0)
          top.current?.querySelector<HTMLElement>('.stoa-notifications-list')?.focus({ preventScroll: true })
        }}
        onMore={() => {
          onMore(ids.length)
          loadMore()
        }}
        onOpen={read}
        onRead={read}
        onReadAll={() => markNotificationsRead(stoa, { until: newest }).catch(alert)}
        onDelete={(id) =>
          deleteNotification(stoa, id).then(
            () => true,
            (error: unknown) => {
              alert(error)
              return false
            },
          )
        }
      />
    </div>
  )
}
