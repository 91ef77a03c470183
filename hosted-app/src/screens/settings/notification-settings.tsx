import './settings.css'
import { useTranslate } from '@stoa/ui'
import { SettingsLayout } from '../../shell/settings-layout.tsx'
import { ACCOUNT_SETTINGS_PATH, useAccountSections } from './account-sections.ts'
import { notificationMessages } from './notification-messages.ts'
import { NotificationSwitches } from './notification-switches.tsx'
import { settingsMessages } from './settings-messages.ts'
import { useNotificationSettings } from './use-notification-settings.ts'

/** The notification settings, connected to the server. */
export function NotificationSettingsPage() {
  const t = useTranslate(notificationMessages)
  const settings = useTranslate(settingsMessages)
  return (
    <SettingsLayout
      title={settings('settings.title')}
      label={settings('settings.sections')}
      home={ACCOUNT_SETTINGS_PATH}
      sections={useAccountSections()}
      open="notifications"
    >
      <div className="stoa-settings-part">
        <h2>{t('notify.title')}</h2>
        <p className="stoa-app-muted">{t('notify.text')}</p>
        <NotificationSwitches {...useNotificationSettings()} />
      </div>
    </SettingsLayout>
  )
}
