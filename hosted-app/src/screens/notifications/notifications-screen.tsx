import { MemberScreen } from '../../shell/member-screen.tsx'

/** `/bbs/notifications/{tab?}`: what the viewer is told of. */
export function NotificationsScreen() {
  return <MemberScreen load={loadNotifications} />
}

const loadNotifications = async () => (await import('./notifications-page.tsx')).NotificationsPage
