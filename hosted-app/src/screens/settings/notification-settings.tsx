import './settings.css'
import { useTranslate } from '@stoa/ui'
import { notificationMessages } from './notification-messages.ts'
import { NotificationSwitches } from './notification-switches.tsx'
import { useNotificationSettings } from './use-notification-settings.ts'

/** What a member is told of, joined to the server. */
export function NotificationSettingsPage() {
  const t = useTranslate(notificationMessages)
  return (
    <div className="stoa-settings-part">
      <h1 className="stoa-app-title">{t('notify.title')}</h1>
      <p className="stoa-app-muted">{t('notify.text')}</p>
      <NotificationSwitches {...useNotificationSettings()} />
    </div>
  )
}
