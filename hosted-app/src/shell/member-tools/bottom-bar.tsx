import { authorPath } from '@stoa/contract'
import {
  Avatar,
  BellIcon,
  Dialog,
  HomeIcon,
  PlusIcon,
  SettingsIcon,
  SignOutIcon,
  UserIcon,
  useTranslate,
} from '@stoa/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { ACCOUNT_SETTINGS_PATH, createPostPath, NOTIFICATION_SETTINGS_PATH } from '../../paths.ts'
import { OWN_LISTS } from '../own-lists.tsx'
import { Rail, type RailProps } from '../rail/rail.tsx'
import { RailLink } from '../rail/rail-link.tsx'
import { useThemeSwitch } from '../theme-button.tsx'
import { memberMessages, type ShownTools } from './member-tools.tsx'

export interface BottomBarProps extends ShownTools {
  /** Content of the rail, which the sheet shows. */
  rail: RailProps
}

/** The main places at the bottom of phones. *You* opens the others as a sheet. */
export function BottomBar(props: BottomBarProps) {
  const { viewer, tokenName, unseen, mayPost = true, rail } = props
  const t = useTranslate(memberMessages)
  const [isOpen, setOpen] = useState(false)
  // Following a link of the sheet closes it.
  useEffect(() => {
    if (rail.path) setOpen(false)
  }, [rail.path])
  return (
    <nav className="stoa-app-bar" aria-label={t('app.places')}>
      <Place href="/" icon={<HomeIcon />} text={t('app.home')} isCurrent={rail.path === '/'} />
      <Place
        href="/bbs/notifications"
        icon={<BellIcon />}
        text={t('app.notifications')}
        label={t('app.notifications.unseen', { count: unseen })}
        count={unseen}
        isCurrent={rail.path.startsWith('/bbs/notifications')}
      />
      {mayPost && (
        <a className="stoa-app-bar-new" href={createPostPath(tokenName)} aria-label={t('app.newPost')}>
          <span>
            <PlusIcon />
          </span>
        </a>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('app.account', { name: viewer.displayName })}
        onClick={() => setOpen(true)}
      >
        <Avatar id={viewer.id} name={viewer.displayName} src={viewer.profileImageUrl} size="xs" />
        <span>{t('app.you')}</span>
      </button>
      {isOpen && <YouSheet {...props} onClose={() => setOpen(false)} />}
    </nav>
  )
}

interface PlaceProps {
  href: string
  icon: ReactNode
  text: string
  /** Accessible name with the count. Default: the text. */
  label?: string
  count?: number
  isCurrent: boolean
}

function Place({ href, icon, text, label, count = 0, isCurrent }: PlaceProps) {
  return (
    <a href={href} aria-label={label} aria-current={isCurrent ? 'page' : undefined}>
      {icon}
      <span>{text}</span>
      {count > 0 && (
        <span className="stoa-app-unseen" translate="no">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </a>
  )
}

function YouSheet({ viewer, mayFound, onSignOut, rail, onClose }: BottomBarProps & { onClose: () => void }) {
  const t = useTranslate(memberMessages)
  const theme = useThemeSwitch()
  const { path } = rail
  const own = authorPath(viewer.slugUrl)
  return (
    <Dialog open title={viewer.displayName} onClose={onClose}>
      <div className="stoa-app-you">
        <ul>
          <RailLink href={own} path={path} icon={<UserIcon />} text={t('app.profile')} />
        </ul>
        <Rail {...rail} />
        <h2>{t('author.own')}</h2>
        <ul>
          {OWN_LISTS.filter(({ tab }) => tab !== 'saved' && tab !== 'draft').map(({ tab, Icon }) => (
            <RailLink key={tab} href={`${own}/${tab}`} path={path} icon={<Icon />} text={t(`author.${tab}`)} />
          ))}
        </ul>
        <h2>{t('app.account.title')}</h2>
        <ul>
          {mayFound && (
            <RailLink href="/bbs/create-token" path={path} icon={<PlusIcon />} text={t('app.createCommunity')} />
          )}
          <RailLink href={ACCOUNT_SETTINGS_PATH} path={path} icon={<SettingsIcon />} text={t('app.settings')} />
          <RailLink
            href={NOTIFICATION_SETTINGS_PATH}
            path={path}
            icon={<BellIcon />}
            text={t('app.notificationSettings')}
          />
          <li>
            <button type="button" className="stoa-app-rail-link" onClick={theme.onClick}>
              {theme.icon}
              {theme.label}
            </button>
          </li>
          <li>
            <button
              type="button"
              className="stoa-app-rail-link"
              onClick={() => {
                onClose()
                onSignOut()
              }}
            >
              <SignOutIcon />
              {t('app.signOut')}
            </button>
          </li>
        </ul>
      </div>
    </Dialog>
  )
}
