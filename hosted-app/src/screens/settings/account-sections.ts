import { useTranslate } from '@stoa/ui'
import { ACCOUNT_SETTINGS_PATH, DECISIONS_PATH } from '../../paths.ts'
import type { SettingsIconName } from '../../shell/settings-icons.tsx'
import type { SettingsGroup } from '../../shell/settings-layout.tsx'
import { settingsMessages } from './messages.ts'
import type { AccountSection } from './settings-loader.ts'

/** Sections with an address outside the account settings. */
const ELSEWHERE: Partial<Record<AccountSection, string>> = {
  notifications: '/bbs/my-profile/settings/notifications',
  uploads: '/bbs/my-account/uploads',
  decisions: DECISIONS_PATH,
}

/** Pages of the account settings, each with the anchors of its parts. */
const PAGES: Record<AccountSection, readonly string[]> = {
  profile: ['profile', 'username', 'language'],
  security: ['email', 'password', 'ways', 'two-step'],
  sessions: ['sessions'],
  'api-keys': [],
  notifications: [],
  messages: [],
  keyboard: [],
  hidden: ['mutes', 'hidden'],
  uploads: [],
  decisions: [],
  merge: ['merge'],
  data: ['data'],
}

/** The pages in groups, in the order of the navigation. */
const GROUPS = {
  account: ['profile', 'security', 'sessions', 'notifications', 'messages', 'keyboard', 'api-keys'],
  content: ['hidden', 'uploads', 'decisions'],
  danger: ['merge', 'data'],
} as const satisfies Record<string, readonly AccountSection[]>

const ICONS: Record<AccountSection, SettingsIconName> = {
  profile: 'person',
  security: 'lock',
  sessions: 'device',
  'api-keys': 'key',
  notifications: 'bell',
  messages: 'mail',
  keyboard: 'keyboard',
  hidden: 'hidden',
  uploads: 'picture',
  decisions: 'shield',
  merge: 'merge',
  data: 'data',
}

/** Sections of the account settings with their addresses, in groups. */
export function useAccountGroups(): SettingsGroup[] {
  const t = useTranslate(settingsMessages)
  return (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => ({
    title: t(`settings.group.${group}`),
    sections: GROUPS[group].map((id) => ({
      id,
      href: ELSEWHERE[id] ?? `${ACCOUNT_SETTINGS_PATH}/${id}`,
      label: t(`settings.to.${id}`),
      icon: ICONS[id],
    })),
  }))
}

/**
 * Present address of a part named by an old link, from when all parts were on one page; null if the address names none.
 */
export function formerAddress({ search, hash }: { search: string; hash: string }): string | null {
  // A provider's refusal returns here without an anchor.
  const anchor = hash.slice(1) || (new URLSearchParams(search).has('error') ? 'ways' : '')
  const page = (Object.keys(PAGES) as AccountSection[]).find((id) => PAGES[id].includes(anchor))
  if (!page) return null
  // The first part of a page needs no anchor.
  const at = PAGES[page][0] === anchor ? '' : `#${anchor}`
  return `${ACCOUNT_SETTINGS_PATH}/${page}${search}${at}`
}
