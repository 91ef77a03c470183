import { MemberScreen } from '../../shell/member-screen.tsx'

/** `/bbs/notifications/{tab?}`: the viewer's notifications. */
export function NotificationsScreen() {
  return <MemberScreen load={loadNotifications} />
}

const loadNotifications = async () => (await import('./notifications-page.tsx')).NotificationsPage
