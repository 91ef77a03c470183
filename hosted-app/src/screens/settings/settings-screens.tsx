import { useEffect, useState } from 'react'
import { MemberScreen } from '../../shell/member-screen.tsx'
import { CodeState, useScreenCode } from '../../shell/screen-code.tsx'

/** `/bbs/my-account/settings`: everything about one's own account. */
export function AccountSettingsScreen() {
  return <MemberScreen load={loadSettings} />
}

/** `/bbs/my-profile/settings/notifications`: what one is told of, and how. */
export function NotificationSettingsScreen() {
  return <MemberScreen load={loadNotificationSettings} />
}

/** `/bbs/my-account/merge`: two accounts of one person become one. */
export function MergeAccountsScreen() {
  return <MemberScreen load={loadMerge} />
}

/** `/bbs/my-account/deleted`: what became of an account, for whoever has just deleted it. */
export function AccountDeletedScreen() {
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  const code = useScreenCode(loadDeleted, isAlive)
  return code.Screen ? <code.Screen /> : <CodeState {...code} />
}

const loadDeleted = async () => (await import('./account-deleted.tsx')).AccountDeleted
const loadMerge = async () => (await import('./merge-page.tsx')).MergePage
const loadSettings = async () => (await import('./account-settings.tsx')).AccountSettings
const loadNotificationSettings = async () => (await import('./notification-settings.tsx')).NotificationSettingsPage
