import { useTranslate } from '@stoa/ui'
import { ACCOUNT_SETTINGS_PATH, DECISIONS_PATH } from '../../paths.ts'
import { settingsMessages } from './messages.ts'
import type { AccountSection } from './settings-loader.ts'

/** Sections with an address outside the account settings. */
const ELSEWHERE: Partial<Record<AccountSection, string>> = {
  notifications: '/bbs/my-profile/settings/notifications',
  uploads: '/bbs/my-account/uploads',
  decisions: DECISIONS_PATH,
}

/** Pages of the account settings in navigation order, each with the anchors of its parts. */
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

/** Sections of the account settings with their addresses. */
export function useAccountSections() {
  const t = useTranslate(settingsMessages)
  return (Object.keys(PAGES) as AccountSection[]).map((id) => ({
    id,
    href: ELSEWHERE[id] ?? `${ACCOUNT_SETTINGS_PATH}/${id}`,
    label: t(`settings.to.${id}`),
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
