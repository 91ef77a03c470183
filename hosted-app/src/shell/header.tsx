import { authorPath, type Me } from '@stoa/contract'
import {
  Avatar,
  BellIcon,
  ButtonLink,
  Menu,
  PlusIcon,
  SettingsIcon,
  SignOutIcon,
  UserIcon,
  useTranslate,
} from '@stoa/ui'
import { messages } from '../messages.ts'
import { createPostPath, loginPath } from '../paths.ts'
import { Logo } from './logo.tsx'
import { ThemeButton } from './theme-button.tsx'

export interface HeaderProps {
  /** Name of the forum beside its mark. */
  title: string
  /** Offer the list of all communities. */
  showPicker: boolean
  /** Community whose composer the "new post" button opens. */
  tokenName: string
  /** The signed-in person; null: a visitor; undefined: not known yet. */
  viewer: Me | null | undefined
  /** Path of the page, to come back to after signing in. */
  path: string
  onSignOut: () => void
}

/**
 * The bar above every page. Its height never changes and nothing in it moves, whoever turns out to be signed in; see
 * `before-paint.js` for what stands there until that is known.
 */
export function Header({ title, showPicker, tokenName, viewer, path, onSignOut }: HeaderProps) {
  const t = useTranslate(messages)
  return (
    <header className="stoa-app-header">
      <a className="stoa-app-brand" href="/">
        <Logo />
        <span>{title}</span>
      </a>
      <nav className="stoa-app-nav" aria-label={t('app.navigation')}>
        {showPicker && <a href="/bbs/picker">{t('app.communities')}</a>}
      </nav>
      <div className="stoa-app-actions">
        <div className="stoa-app-viewer" data-known={viewer !== undefined || undefined}>
          {viewer ? (
            <>
              <ButtonLink
                href={createPostPath(tokenName)}
                variant="primary"
                icon={<PlusIcon />}
                className="stoa-app-new-post"
              >
                <span>{t('app.newPost')}</span>
              </ButtonLink>
              <AccountMenu viewer={viewer} onSignOut={onSignOut} />
            </>
          ) : (
            <ButtonLink href={loginPath(path)} variant="primary">
              {t('app.login')}
            </ButtonLink>
          )}
        </div>
        <ThemeButton />
      </div>
    </header>
  )
}

function AccountMenu({ viewer, onSignOut }: { viewer: Me; onSignOut: () => void }) {
  const t = useTranslate(messages)
  const { id, displayName, profileImageUrl, slugUrl } = viewer
  return (
    <Menu
      label={t('app.account', { name: displayName })}
      size="m"
      icon={<Avatar id={id} name={displayName} src={profileImageUrl} size="s" />}
      items={[
        { id: 'profile', label: t('app.profile'), icon: <UserIcon />, href: authorPath(slugUrl) },
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
