import './member-tools.css'
import { authorPath, canCreateCommunity, isBanned, type Me, moderatesSomewhere } from '@stoa/contract'
import { leaveOutHidden, subscribeToNotifications } from '@stoa/store'
import { useStoa, useStoaState } from '@stoa/store/react'
import {
  Avatar,
  BellIcon,
  ButtonLink,
  Menu,
  PlusIcon,
  SettingsIcon,
  ShieldIcon,
  SignOutIcon,
  translatable,
  UserIcon,
  UsersIcon,
  useTranslate,
} from '@stoa/ui'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { messages } from '../../messages.ts'
import { ACCOUNT_SETTINGS_PATH, createPostPath, NOTIFICATION_SETTINGS_PATH } from '../../paths.ts'
import { OWN_LISTS } from '../own-lists.tsx'
import { useThemeSwitch } from '../theme-button.tsx'
import { useMarkNotificationsRead } from './mark-notifications-read.ts'

/** English texts of the header that only members see. */
export const memberMessages = {
  ...messages,
  'app.signOut': 'Sign out',
  'app.places': 'Main places',
  'app.you': 'You',
  'app.account.title': 'Account',
  'app.account': 'Your account, {name}',
  'app.profile': 'Your profile',
  'app.notifications.unseen': '{count, plural, =0 {Notifications} other {Notifications, # new}}',
} as const

export interface MemberToolsProps {
  viewer: Me
  /** Community whose composer the "new post" button opens. */
  tokenName: string
  onSignOut: () => void
}

/**
 * The header's tools for members. Updates the number of unseen notifications, and marks those about visible content as
 * read.
 */
export function ConnectedMemberTools(props: MemberToolsProps) {
  const stoa = useStoa()
  const { id } = props.viewer
  useEffect(() => (id ? subscribeToNotifications(stoa) : undefined), [stoa, id])
  useEffect(() => leaveOutHidden(stoa), [stoa])
  useMarkNotificationsRead()
  return <MemberTools {...props} {...useMemberTools(props)} />
}

/** What the header and the bar at the bottom of phones show of the viewer. */
export function useMemberTools({ viewer, tokenName }: MemberToolsProps) {
  const { communityFounders } = useHostedApp().config
  return {
    unseen: useStoaState(({ unread }) => unread?.unseen ?? 0),
    mayFound: canCreateCommunity(viewer, communityFounders).allowed,
    hasOwnAction: FORMS.test(useLocation().pathname),
    mayPost: !isBanned(viewer, tokenName, useStoa().clock()),
  }
}

/** Screens that are forms: settings, the composer, creating a community. */
const FORMS = /\/(admin-settings|my-account|my-profile|create-token|posts\/create)(\/|$)/

export interface ShownTools extends MemberToolsProps {
  /** New notifications since the list was last opened; 100 means 100 or more. */
  unseen: number
  /** Offers to create a community. */
  mayFound: boolean
  /** The viewer can post in the community. Default true. */
  mayPost?: boolean
  /** The screen has its own primary action, so "new post" becomes secondary. Default false. */
  hasOwnAction?: boolean
}

/** The "new post" button, the notifications bell and the account menu. */
export function MemberTools(props: ShownTools) {
  const { viewer, tokenName, unseen, mayFound, mayPost = true, hasOwnAction, onSignOut } = props
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
      <Bell unseen={unseen} />
      <AccountMenu viewer={viewer} mayFound={mayFound} onSignOut={onSignOut} />
    </>
  )
}

function Bell({ unseen }: { unseen: number }) {
  const t = useTranslate(memberMessages)
  const label = t('app.notifications.unseen', { count: unseen })
  return (
    <>
      <ButtonLink
        href="/bbs/notifications"
        variant="quiet"
        className="stoa-app-bell"
        icon={<BellIcon />}
        aria-label={label}
        data-icon-only=""
      >
        {unseen > 0 && (
          <span className="stoa-app-unseen" translate="no">
            {unseen > 99 ? '99+' : unseen}
          </span>
        )}
      </ButtonLink>
      <span className="stoa-visually-hidden" role="status">
        {unseen > 0 && translatable(label)}
      </span>
    </>
  )
}

/** The account's places and actions, in the header's menu. */
function AccountMenu(props: Pick<ShownTools, 'viewer' | 'mayFound' | 'onSignOut'>) {
  const t = useTranslate(memberMessages)
  const { id, displayName, profileImageUrl, slugUrl } = props.viewer
  const theme = useThemeSwitch()
  const own = authorPath(slugUrl)
  return (
    <div className="stoa-app-account">
      <Menu
        label={t('app.account', { name: displayName })}
        size="m"
        icon={<Avatar id={id} name={displayName} src={profileImageUrl} size="s" />}
        items={[
          { id: 'profile', label: t('app.profile'), icon: <UserIcon />, href: own },
          ...OWN_LISTS.map(({ tab, Icon }) => ({
            id: tab,
            label: t(`author.${tab}`),
            icon: <Icon />,
            href: `${own}/${tab}`,
          })),
          ...(moderatesSomewhere(props.viewer)
            ? [{ id: 'moderation', label: t('app.moderation'), icon: <ShieldIcon />, href: '/bbs/moderation' }]
            : []),
          ...(props.mayFound
            ? [{ id: 'found', label: t('app.createCommunity'), icon: <UsersIcon />, href: '/bbs/create-token' }]
            : []),
          { id: 'settings', label: t('app.settings'), icon: <SettingsIcon />, href: ACCOUNT_SETTINGS_PATH },
          {
            id: 'notifications',
            label: t('app.notificationSettings'),
            icon: <BellIcon />,
            href: NOTIFICATION_SETTINGS_PATH,
          },
          { id: 'theme', label: theme.label, icon: theme.icon, onSelect: theme.onClick },
          { id: 'sign-out', label: t('app.signOut'), icon: <SignOutIcon />, onSelect: props.onSignOut },
        ]}
      />
    </div>
  )
}
