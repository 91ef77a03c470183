import { useTranslate } from '@stoa/ui'
import { settingsMessages } from './settings-messages.ts'

/** Where the settings of an account are. */
export const ACCOUNT_SETTINGS_PATH = '/bbs/my-account/settings'

/** Sections of one page, by their anchors. */
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

/** The sections of an account's settings with their addresses. `without`: what this account does not have. */
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
