import { lazy, useLazy } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { CodeState } from '../shell/code-state.tsx'
import { MemberScreen } from '../shell/member-screen.tsx'
import { withTexts } from '../translations.ts'

const accountSettings = lazy(
  withTexts(['member'], async () => (await import('./settings/account-settings.tsx')).AccountSettings),
)
const notificationSettings = lazy(
  withTexts(['member'], async () => (await import('./settings/account-settings.tsx')).NotificationSettingsPage),
)
const mergePage = lazy(
  withTexts(['member'], async () => (await import('./settings/account-settings.tsx')).AccountMerge),
)
const uploads = lazy(
  withTexts(['member'], async () => (await import('./settings/account-settings.tsx')).AccountUploads),
)
const decisions = lazy(
  withTexts(['member'], async () => (await import('./settings/account-settings.tsx')).AccountDecisions),
)
const accountDeleted = lazy(
  withTexts(['member'], async () => (await import('./settings/account-data/account-deleted.tsx')).AccountDeleted),
)
const createCommunity = lazy(
  withTexts(['admin'], async () => (await import('./create-community/create-community.tsx')).CreateCommunity),
)
const homeFeed = lazy(async () => (await import('./home-feed/home-feed.tsx')).HomeFeed)
const moderation = lazy(
  withTexts(['admin'], async () => (await import('./moderation/moderation-page.tsx')).ModerationPage),
)
const messagesPage = lazy(
  withTexts(['member'], async () => (await import('./messages/messages-page.tsx')).MessagesPage),
)
const personMessagePage = lazy(
  withTexts(['member'], async () => (await import('./messages/messages-page.tsx')).PersonMessagePage),
)
const networkAdmin = lazy(
  withTexts(['member', 'admin'], async () => (await import('./network-admin/network-admin-page.tsx')).NetworkAdminPage),
)
const insetStates = lazy(
  withTexts(['member', 'admin'], async () => (await import('./network-admin/inset-states-page.tsx')).InsetStatesPage),
)
const walletPage = lazy(withTexts(['member'], async () => (await import('./wallet/wallet-page.tsx')).WalletPage))
const purchasePage = lazy(withTexts(['member'], async () => (await import('./wallet/purchase-page.tsx')).PurchasePage))
const notifications = lazy(
  withTexts(['member'], async () => (await import('./notifications/notifications-page.tsx')).NotificationsPage),
)

/** `/bbs/my-account/settings`: the account settings. */
export function AccountSettingsScreen() {
  return <MemberScreen screen={accountSettings} />
}

/** `/bbs/my-profile/settings/notifications`: the notification settings. */
export function NotificationSettingsScreen() {
  return <MemberScreen screen={notificationSettings} />
}

/** `/bbs/my-account/merge`: merging two accounts. */
export function MergeAccountsScreen() {
  return <MemberScreen screen={mergePage} />
}

/** `/bbs/my-account/uploads`: own uploads. */
export function UploadsScreen() {
  return <MemberScreen screen={uploads} />
}

/** `/bbs/my-account/decisions`: moderation decisions about the viewer, and appeals. */
export function DecisionsScreen() {
  return <MemberScreen screen={decisions} />
}

/** `/bbs/my-account/deleted`: the receipt of a deleted account. */
export function AccountDeletedScreen() {
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  const { code: AccountDeleted, ...codeState } = useLazy(accountDeleted, isAlive)
  return AccountDeleted ? <AccountDeleted /> : <CodeState {...codeState} />
}

/** `/bbs/create-token`: creates a community. */
export function CreateCommunityScreen() {
  return <MemberScreen screen={createCommunity} />
}

/** `/bbs/moderation`: the moderation queue of all communities that the viewer moderates. */
export function ModerationScreen() {
  return <MemberScreen screen={moderation} />
}

/** `/bbs/network-admin-dashboard`: network administration. */
export function NetworkAdminScreen() {
  return <MemberScreen screen={networkAdmin} />
}

/** `/bbs/ad-debug-page`: why places for ads are empty. */
export function InsetStatesScreen() {
  return <MemberScreen screen={insetStates} />
}

/** `/bbs/feed`: posts of the viewer's communities and of the people they follow. */
export function HomeFeedScreen() {
  return <MemberScreen screen={homeFeed} />
}

/** `/bbs/notifications/{tab?}`: the viewer's notifications. */
export function NotificationsScreen() {
  return <MemberScreen screen={notifications} />
}

/** `/bbs/wallet/{tokenName?}`: the viewer's money. */
export function WalletScreen() {
  return <MemberScreen screen={walletPage} />
}

/** `/bbs/fiat-in-success`: after buying by card. */
export function PurchaseScreen() {
  return <MemberScreen screen={purchasePage} />
}

/** `/bbs/messages/{conversationId?}`: the inbox, message requests and conversations. */
export function MessagesScreen() {
  return <MemberScreen screen={messagesPage} />
}

/** `/author/{id}/message`: the conversation with a person. */
export function PersonMessageScreen() {
  return <MemberScreen screen={personMessagePage} />
}
