import './member-tools.css'
import { authorPath, canCreateCommunity, isBanned, type Me, moderatesSomewhere } from '@stoa/contract'
import { leaveOutHidden, subscribeToNotifications } from '@stoa/store'
import { useStoa, useStoaState } from '@stoa/store/react'
import {
  Avatar,
  BellIcon,
  ButtonLink,
  CheckIcon,
  Menu,
  PlusIcon,
  SettingsIcon,
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
import { createPostPath } from '../../paths.ts'
import { useMarkNotificationsRead } from './mark-notifications-read.ts'

/** English texts of the header that only members see. */
const memberMessages = {
  ...messages,
  'app.signOut': 'Sign out',
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
  const unseen = useStoaState(({ unread }) => unread?.unseen ?? 0)
  const { communityFounders } = useHostedApp().config
  const mayFound = canCreateCommunity(props.viewer, communityFounders).allowed
  const hasOwnAction = FORMS.test(useLocation().pathname)
  const mayPost = !isBanned(props.viewer, props.tokenName, stoa.clock())
  return <MemberTools {...props} unseen={unseen} mayFound={mayFound} mayPost={mayPost} hasOwnAction={hasOwnAction} />
}

/** Screens that are forms: settings, the composer, creating a community. */
const FORMS = /\/(admin-settings|my-account|my-profile|create-token|posts\/create)(\/|$)/

interface ShownTools extends MemberToolsProps {
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

function AccountMenu({ viewer, mayFound, onSignOut }: Pick<ShownTools, 'viewer' | 'mayFound' | 'onSignOut'>) {
  const t = useTranslate(memberMessages)
  const { id, displayName, profileImageUrl, slugUrl } = viewer
  return (
    <Menu
      label={t('app.account', { name: displayName })}
      size="m"
      icon={<Avatar id={id} name={displayName} src={profileImageUrl} size="s" />}
      items={[
        { id: 'profile', label: t('app.profile'), icon: <UserIcon />, href: authorPath(slugUrl) },
        ...(moderatesSomewhere(viewer)
          ? [{ id: 'moderation', label: t('app.moderation'), icon: <CheckIcon />, href: '/bbs/moderation' }]
          : []),
        ...(mayFound
          ? [{ id: 'found', label: t('app.createCommunity'), icon: <UsersIcon />, href: '/bbs/create-token' }]
          : []),
        { id: 'settings', label: t('app.settings'), icon: <SettingsIcon />, href: '/bbs/my-account/settings' },
        {
          id: 'notifications',
          label: t('app.notificationSettings'),
          icon: <BellIcon />,
          href: '/bbs/my-profile/settings/notifications',
        },
        { id: 'sign-out', label: t('app.signOut'), icon: <SignOutIcon />, onSelect: onSignOut },
      ]}
    />
  )
}
