import { authorPath } from '@stoa/contract'
import { Avatar, BellIcon, Dialog, PlusIcon, SettingsIcon, SignOutIcon, useTranslate, WalletIcon } from '@stoa/ui'
import { useEffect, useRef } from 'react'
import { ACCOUNT_SETTINGS_PATH, NOTIFICATION_SETTINGS_PATH, WALLET_PATH } from '../../paths.ts'
import { OWN_LISTS } from '../own-lists.tsx'
import { Rail } from '../rail/rail.tsx'
import { RailLink } from '../rail/rail-link.tsx'
import { useRail } from '../rail/use-rail.ts'
import { useThemeSwitch } from '../theme-button.tsx'
import { useInstallApp } from './install-app.tsx'
import { memberMessages, type ShownTools } from './member-tools.tsx'

interface YouSheetProps extends Pick<ShownTools, 'viewer' | 'mayFound' | 'hasWallet' | 'onSignOut'> {
  onClose: () => void
}

/** The rail and the account's places, in a dialog: a sheet on phones, a drawer in wider windows. */
export function YouSheet({ viewer, mayFound, hasWallet = false, onSignOut, onClose }: YouSheetProps) {
  const t = useTranslate(memberMessages)
  const theme = useThemeSwitch()
  const install = useInstallApp()
  const rail = useRail(viewer)
  const { path } = rail
  const firstPath = useRef(path)
  const own = authorPath(viewer.slugUrl)
  // Following a link closes it.
  useEffect(() => {
    if (path !== firstPath.current) onClose()
  }, [path, onClose])
  return (
    <Dialog open title={viewer.displayName} onClose={onClose}>
      <div className="stoa-app-you">
        <ul>
          <RailLink
            href={own}
            path={path}
            icon={<Avatar id={viewer.id} name={viewer.displayName} src={viewer.profileImageUrl} size="xs" />}
            text={t('app.profile')}
          />
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
          {hasWallet && <RailLink href={WALLET_PATH} path={path} icon={<WalletIcon />} text={t('app.wallet')} />}
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
          {install.action && (
            <li>
              <button type="button" className="stoa-app-rail-link" onClick={install.action.onClick}>
                {install.action.icon}
                {install.action.label}
              </button>
            </li>
          )}
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
      {install.dialog}
    </Dialog>
  )
}
