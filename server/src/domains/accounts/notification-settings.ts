import { type CallParsedInput, DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '@stoa/contract'
import type { UserRow } from './repository.ts'

/** The switches that are to change. */
export type SettingsChange = CallParsedInput<'notificationSettings'>['notificationSettings']

/** What was chosen; a switch that did not exist then is as for everybody. */
export function settingsOf(row: Pick<UserRow, 'notification_settings'> | undefined): NotificationSettings {
  const chosen: SettingsChange = JSON.parse(row?.notification_settings ?? '{}')
  return changedSettings(DEFAULT_NOTIFICATION_SETTINGS, chosen)
}

/** The settings with some switches changed. */
export function changedSettings(
  settings: NotificationSettings,
  { onSite, email }: SettingsChange,
): NotificationSettings {
  // What is undefined was not sent.
  const given = (switches: object = {}) =>
    Object.fromEntries(Object.entries(switches).filter(([, on]) => on !== undefined))
  return { onSite: { ...settings.onSite, ...given(onSite) }, email: { ...settings.email, ...given(email) } }
}
