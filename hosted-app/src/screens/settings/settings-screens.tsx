import { useEffect, useState } from 'react'
import { MemberScreen } from '../../shell/member-screen.tsx'
import { CodeState, useScreenCode } from '../../shell/screen-code.tsx'

/** `/bbs/my-account/settings`: the account settings. */
export function AccountSettingsScreen() {
  return <MemberScreen load={loadSettings} />
}

/** `/bbs/my-profile/settings/notifications`: the notification settings. */
export function NotificationSettingsScreen() {
  return <MemberScreen load={loadNotificationSettings} />
}

/** `/bbs/my-account/merge`: merging two accounts. */
export function MergeAccountsScreen() {
  return <MemberScreen load={loadMerge} />
}

/** `/bbs/my-account/uploads`: own uploads. */
export function UploadsScreen() {
  return <MemberScreen load={loadUploads} />
}

/** `/bbs/my-account/decisions`: moderation decisions about the viewer, and appeals. */
export function DecisionsScreen() {
  return <MemberScreen load={loadDecisions} />
}

/** `/bbs/my-account/deleted`: the receipt of a deleted account. */
export function AccountDeletedScreen() {
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  const code = useScreenCode(loadDeleted, isAlive)
  return code.Screen ? <code.Screen /> : <CodeState {...code} />
}

const loadDeleted = async () => (await import('./account-deleted.tsx')).AccountDeleted
const loadDecisions = async () => (await import('./decisions-page.tsx')).DecisionsPage
const loadUploads = async () => (await import('./uploads-page.tsx')).UploadsPage
const loadMerge = async () => (await import('./merge-page.tsx')).MergePage
const loadSettings = async () => (await import('./account-settings.tsx')).AccountSettings
const loadNotificationSettings = async () => (await import('./notification-settings.tsx')).NotificationSettingsPage
