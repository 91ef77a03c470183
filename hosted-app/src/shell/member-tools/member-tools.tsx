import './member-tools.css'
import { authorPath, canCreateCommunity, isBanned, type Me, moderatesSomewhere } from '@stoa/contract'
import { leaveOutHidden, subscribeToNotifications } from '@stoa/store'
import { useStoa, useStoaState } from '@stoa/store/react'
import {
  Avatar,
  BellIcon,
  ButtonLink,
  GlobeIcon,
  KeyboardIcon,
  MailIcon,
  Menu,
  PlusIcon,
  SettingsIcon,
  ShieldIcon,
  SignOutIcon,
  translatable,
  useTranslate,
  WalletIcon,
} from '@stoa/ui'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { messages } from '../../messages.ts'
import {
  ACCOUNT_SETTINGS_PATH,
  createPostPath,
  MESSAGES_PATH,
  NETWORK_ADMIN_PATH,
  NOTIFICATION_SETTINGS_PATH,
  WALLET_PATH,
  walletPath,
} from '../../paths.ts'
import { useAppBadge } from '../../push/use-app-badge.ts'
import { useDeviceCheck } from '../../push/use-device-check.ts'
import { useSharedCounts } from '../../push/use-shared-counts.ts'
import { OWN_LISTS } from '../own-lists.tsx'
import { openShortcutSheet } from '../shortcuts/shortcut-switch.ts'
import { shownCount } from '../shown-count.ts'
import { useThemeSwitch } from '../theme-button.tsx'
import { useInstallApp } from './install-app.tsx'
import { useMarkNotificationsRead } from './mark-notifications-read.ts'

/** English texts of the header that only members see. */
export const memberMessages = {
  ...messages,
  'app.signOut': 'Sign out',
  'app.places': 'Main places',
  'app.you': 'You',
  'app.menu': 'Menu',
  'app.account.title': 'Account',
  'app.account': 'Your account, {name}',
  'app.profile': 'Your profile',
  'app.communityWallet': 'Your {community} wallet',
  'app.messages.unread': '{count, plural, =0 {Messages} other {Messages, # unread}}',
  'app.notifications.unseen': '{count, plural, =0 {Notifications} other {Notifications, # new}}',
} as const

export interface MemberToolsProps {
  viewer: Me
  /** Community whose composer the "new post" button opens. */
  tokenName: string
  onSignOut: () => void
}

/**
 * The header's tools for members. Updates the number of unseen notifications, also on the app's icon, and marks those
 * about visible content as read. Keeps this device's push working.
 */
export function ConnectedMemberTools(props: MemberToolsProps) {
  const stoa = useStoa()
  const { id } = props.viewer
  useEffect(() => (id ? subscribeToNotifications(stoa) : undefined), [stoa, id])
  useEffect(() => leaveOutHidden(stoa), [stoa])
  useMarkNotificationsRead()
  useSharedCounts(id)
  useDeviceCheck(id)
  const tools = useMemberTools(props)
  useAppBadge(tools.unseen)
  return <MemberTools {...props} {...tools} />
}

/** What the header and the bar at the bottom of phones show of the viewer. */
export function useMemberTools({ viewer, tokenName }: MemberToolsProps) {
  const { communityFounders, money = false, stakingButton = false } = useHostedApp().config
  return {
    unseen: useStoaState(({ unread }) => unread?.unseen ?? 0),
    unreadMessages: useStoaState(({ unread }) => unread?.messages ?? 0),
    queue: useStoaState(({ queueLength }) => queueLength),
    mayFound: canCreateCommunity(viewer, communityFounders).allowed,
    hasWallet: money,
    hasStakingButton: money && stakingButton,
    hasOwnAction: FORMS.test(useLocation().pathname),
    mayPost: !isBanned(viewer, tokenName, useStoa().clock()),
  }
}

/** Screens that are forms: settings, the composer, creating a community. */
const FORMS = /\/(admin-settings|my-account|my-profile|create-token|posts\/create)(\/|$)/

export interface ShownTools extends MemberToolsProps {
  /** New notifications since the list was last opened; 100 means 100 or more. */
  unseen: number
  /** Conversations with unread messages; 100 means 100 or more. */
  unreadMessages: number
  /** Number of items in the queues that the viewer moderates; 100 means 100 or more. */
  queue: number
  /** Offers to create a community. */
  mayFound: boolean
  /** Money is switched on. Default false. */
  hasWallet?: boolean
  /** The header links to the wallet in the community's token. Default false. */
  hasStakingButton?: boolean
  /** The viewer can post in the community. Default true. */
  mayPost?: boolean
  /** The screen has its own primary action, so "new post" becomes secondary. Default false. */
  hasOwnAction?: boolean
}

/** The "new post" button, the links to notifications and messages, and the account menu. */
export function MemberTools(props: ShownTools) {
  const { tokenName, unseen, unreadMessages, mayPost = true, hasOwnAction, hasStakingButton = false } = props
  const t = useTranslate(memberMessages)
  return (
    <>
      {mayPost && (
        <ButtonLink
          href={createPostPath(tokenName)}
          variant={hasOwnAction ? 'secondary' : 'primary'}
          icon={<PlusIcon />}
          className="stoa-app-new-post"
        >
          <span>{t('app.newPost')}</span>
        </ButtonLink>
      )}
      {hasStakingButton && (
        <ButtonLink
          href={walletPath(tokenName)}
          variant="quiet"
          icon={<WalletIcon />}
          className="stoa-app-stake"
          aria-label={t('app.communityWallet', { community: tokenName })}
          data-icon-only=""
        />
      )}
      <Place href="/bbs/notifications" icon={<BellIcon />} count={unseen} label="app.notifications.unseen" />
      <Place href={MESSAGES_PATH} icon={<MailIcon />} count={unreadMessages} label="app.messages.unread" />
      <AccountMenu {...props} />
    </>
  )
}

interface PlaceProps {
  href: string
  icon: ReactNode
  /** Number of new things there. */
  count: number
  label: 'app.notifications.unseen' | 'app.messages.unread'
}

/** A place with news, in windows without rail and bottom bar. */
function Place({ href, icon, count, label: key }: PlaceProps) {
  const t = useTranslate(memberMessages)
  const label = t(key, { count })
  return (
    <>
      <ButtonLink
        href={href}
        variant="quiet"
        className="stoa-app-bell"
        icon={icon}
        aria-label={label}
        data-icon-only=""
      >
        {count > 0 && (
          <span className="stoa-app-unseen" translate="no">
            {shownCount(count)}
          </span>
        )}
      </ButtonLink>
      <span className="stoa-visually-hidden" role="status">
        {count > 0 && translatable(label)}
      </span>
    </>
  )
}

/** The account's places and actions, in the header's menu. */
function AccountMenu(props: Pick<ShownTools, 'viewer' | 'queue' | 'mayFound' | 'hasWallet' | 'onSignOut'>) {
  const t = useTranslate(memberMessages)
  const { id, displayName, profileImageUrl, slugUrl } = props.viewer
  const theme = useThemeSwitch()
  const install = useInstallApp()
  const own = authorPath(slugUrl)
  const avatar = <Avatar id={id} name={displayName} src={profileImageUrl} size="s" />
  return (
    <div className="stoa-app-account">
      <Menu
        label={t('app.account', { name: displayName })}
        size="m"
        icon={avatar}
        headings={{ keep: t('author.own') }}
        items={[
          { id: 'profile', label: displayName, hint: t('app.profile'), icon: avatar, href: own },
          ...OWN_LISTS.map(({ tab, Icon }) => ({
            id: tab,
            group: 'keep' as const,
            label: t(`author.${tab}`),
            icon: <Icon />,
            href: `${own}/${tab}`,
          })),
          ...(moderatesSomewhere(props.viewer)
            ? [
                {
                  id: 'moderation',
                  group: 'moderate' as const,
                  label: t('app.moderation'),
                  count: props.queue,
                  icon: <ShieldIcon />,
                  href: '/bbs/moderation',
                },
              ]
            : []),
          ...(props.viewer.networkAdmin || props.viewer.domainAdmin
            ? [
                {
                  id: 'network',
                  group: 'moderate' as const,
                  label: t('app.networkAdmin'),
                  icon: <GlobeIcon />,
                  href: NETWORK_ADMIN_PATH,
                },
              ]
            : []),
          ...(props.mayFound
            ? [
                {
                  id: 'found',
                  group: 'settings' as const,
                  label: t('app.createCommunity'),
                  icon: <PlusIcon />,
                  href: '/bbs/create-token',
                },
              ]
            : []),
          ...(props.hasWallet
            ? [
                {
                  id: 'wallet',
                  group: 'settings' as const,
                  label: t('app.wallet'),
                  icon: <WalletIcon />,
                  href: WALLET_PATH,
                },
              ]
            : []),
          {
            id: 'settings',
            group: 'settings',
            label: t('app.settings'),
            icon: <SettingsIcon />,
            href: ACCOUNT_SETTINGS_PATH,
          },
          {
            id: 'notifications',
            group: 'settings',
            label: t('app.notificationSettings'),
            icon: <BellIcon />,
            href: NOTIFICATION_SETTINGS_PATH,
          },
          {
            id: 'shortcuts',
            group: 'settings',
            label: t('settings.to.keyboard'),
            icon: <KeyboardIcon />,
            onSelect: openShortcutSheet,
          },
          { id: 'theme', group: 'settings', label: theme.label, icon: theme.icon, onSelect: theme.onClick },
          ...(install.action
            ? [
                {
                  id: 'install',
                  group: 'settings' as const,
                  label: install.action.label,
                  icon: install.action.icon,
                  onSelect: install.action.onClick,
                },
              ]
            : []),
          {
            id: 'sign-out',
            group: 'leave',
            label: t('app.signOut'),
            icon: <SignOutIcon />,
            onSelect: props.onSignOut,
          },
        ]}
      />
      {install.dialog}
    </div>
  )
}
