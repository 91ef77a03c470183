import { useTranslate } from '@stoa/ui'
import { notificationMessages } from './notification-messages.ts'
import { NotificationSwitches } from './notification-switches.tsx'
import { Section } from './section.tsx'
import { useNotificationSettings } from './use-notification-settings.ts'

/** The notification settings, connected to the server. */
export function NotificationSettings() {
  const t = useTranslate(notificationMessages)
  return (
    <Section id="notifications" title={t('notify.title')} text={t('notify.text')}>
      <NotificationSwitches {...useNotificationSettings()} />
    </Section>
  )
}
