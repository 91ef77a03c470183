import { MemberScreen } from '../../shell/member-screen.tsx'

/** `/bbs/my-account/settings`: everything about one's own account. */
export function AccountSettingsScreen() {
  return <MemberScreen load={loadSettings} />
}

/** `/bbs/my-profile/settings/notifications`: what one is told of, and how. */
export function NotificationSettingsScreen() {
  return <MemberScreen load={loadNotificationSettings} />
}

const loadSettings = async () => (await import('./account-settings.tsx')).AccountSettings
const loadNotificationSettings = async () => (await import('./notification-settings.tsx')).NotificationSettingsPage
