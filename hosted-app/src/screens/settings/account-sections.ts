import { useTranslate } from '@stoa/ui'
import { settingsMessages } from './settings-messages.ts'

/** Path of the account settings. */
export const ACCOUNT_SETTINGS_PATH = '/bbs/my-account/settings'

/** Sections of the page, by anchor. */
const SECTIONS = [
  'profile',
  'username',
  'email',
  'password',
  'ways',
  'two-step',
  'sessions',
  'merge',
  'hidden',
  'hidden-items',
  'data',
] as const

/** Links to the sections of the account settings. `without`: sections that this account doesn't have. */
export function useAccountSections(without: readonly string[] = []) {
  const t = useTranslate(settingsMessages)
  return [
    ...SECTIONS.filter((id) => !without.includes(id)).map((id) => ({
      id: id as string,
      href: `${ACCOUNT_SETTINGS_PATH}#${id}`,
      label: t(`settings.to.${id}`),
    })),
    {
      id: 'notifications',
      href: '/bbs/my-profile/settings/notifications',
      label: t('settings.to.notifications'),
    },
  ]
}
