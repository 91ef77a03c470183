import { useTranslate } from '@stoa/ui'
import { ACCOUNT_SETTINGS_PATH, DECISIONS_PATH } from '../../paths.ts'
import type { AccountSection } from './settings-loader.ts'
import { settingsMessages } from './settings-messages.ts'

/** Sections that are not below the address of the others. */
const ELSEWHERE: Partial<Record<AccountSection, string>> = {
  notifications: '/bbs/my-profile/settings/notifications',
  uploads: '/bbs/my-account/uploads',
  decisions: DECISIONS_PATH,
}

/** Pages of an account's settings in the order of their navigation, each with the anchors of its parts. */
const PAGES: Record<AccountSection, readonly string[]> = {
  profile: ['profile', 'username'],
  security: ['email', 'password', 'ways', 'two-step'],
  sessions: ['sessions'],
  notifications: [],
  hidden: ['hidden'],
  uploads: [],
  decisions: [],
  merge: ['merge'],
  data: ['data'],
}

/** The sections of an account's settings with their addresses. */
export function useAccountSections() {
  const t = useTranslate(settingsMessages)
  return (Object.keys(PAGES) as AccountSection[]).map((id) => ({
    id,
    href: ELSEWHERE[id] ?? `${ACCOUNT_SETTINGS_PATH}/${id}`,
    label: t(`settings.to.${id}`),
  }))
}

/** Where a part is that an address names on the page without a section, as mails and links did when all were on one; null: nowhere. */
export function formerAddress({ search, hash }: { search: string; hash: string }): string | null {
  // A provider that refuses leads back without a part.
  const anchor = hash.slice(1) || (new URLSearchParams(search).has('error') ? 'ways' : '')
  const page = (Object.keys(PAGES) as AccountSection[]).find((id) => PAGES[id].includes(anchor))
  if (!page) return null
  // Its page begins with the first part.
  const at = PAGES[page][0] === anchor ? '' : `#${anchor}`
  return `${ACCOUNT_SETTINGS_PATH}/${page}${search}${at}`
}
