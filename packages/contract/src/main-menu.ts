import { closestLanguage } from './domain-rules.ts'
import type { MenuItem, MenuLink } from './entities.ts'
import { moderatesSomewhere, type Viewer } from './policy/viewer.ts'
import { httpUrl, isId, isOwnPath } from './rules.ts'

/** What an item of a domain's main menu leads to. `link` is any address, the others are ids, which survive renaming. */
export const MENU_KINDS = ['community', 'post', 'topic', 'page', 'link'] as const
/** Who sees an item. */
export const MENU_AUDIENCES = ['everyone', 'visitors', 'members', 'moderators', 'admins'] as const
/** Items at the top, and below each of them. */
export const MENU_ITEMS_MAX = 20
export const MENU_LABEL_MAX_LENGTH = 60
export const MENU_LANGUAGES_MAX = 20

/** Whether a menu may lead to an address: an own path, http(s) or mailto. */
export function isMenuAddress(address: string): boolean {
  return isOwnPath(address) || httpUrl(address) !== null || /^mailto:[^\s@?]+@[^\s@]+$/i.test(address)
}

/** Why an item leads nowhere; null if its target has the form of its kind. */
export function menuTargetProblem({ kind, target }: Pick<MenuItem, 'kind' | 'target'>): string | null {
  if (kind === 'link')
    return isMenuAddress(target) ? null : 'Use a path of the forum, or an address with https://, http:// or mailto:.'
  if (kind === 'community') return /^\w{1,40}$/.test(target) ? null : 'Must be the short name of a community.'
  return isId(target) ? null : `Must be the id of a ${kind}.`
}

/** Whether a person is among those who see an item. */
export function isInAudience(viewer: Viewer, audience: MenuItem['audience']): boolean {
  if (audience === 'everyone') return true
  if (!viewer) return audience === 'visitors'
  if (audience === 'admins') return viewer.networkAdmin || viewer.domainAdmin
  return audience === 'members' || (audience === 'moderators' && moderatesSomewhere(viewer))
}

/** An item's label in a language; empty: it is named by its target. */
export function menuLabel({ labels }: Pick<MenuItem, 'labels'>, language: string): string {
  const languages = Object.keys(labels)
  const found = closestLanguage(languages, language)
  return found === undefined ? '' : (labels[found] ?? '')
}

/** Whether an item is shown to readers of a language. */
export function isInLanguage({ languages }: Pick<MenuItem, 'languages'>, language: string): boolean {
  return languages.length === 0 || closestLanguage(languages, language) !== undefined
}

/** One spelling of an own address, without hash and final slash; null if it leads elsewhere. */
function ownAddress(href: string): { path: string; query: URLSearchParams } | null {
  if (!isOwnPath(href)) return null
  const { pathname, searchParams } = new URL(href, 'https://own.invalid')
  const path = pathname.replace(/\/+$/, '')
  try {
    return { path: decodeURIComponent(path), query: searchParams }
  } catch {
    return { path, query: searchParams }
  }
}

/**
 * Which entry of a menu the page belongs to, and whether it is that page itself. Of several, the most specific one:
 * a topic before its community. Null: none.
 */
export function currentMenuLink(items: readonly MenuLink[], address: string): { id: string; isPage: boolean } | null {
  const page = ownAddress(address)
  if (!page) return null
  let best: { id: string; isPage: boolean; score: number } | null = null
  for (const { id, href } of items.flatMap((item) => [item, ...item.items])) {
    const link = ownAddress(href)
    if (!link) continue
    const isPage = link.path === page.path
    // The home page has no pages below it.
    const isBelow = link.path !== '' && page.path.startsWith(`${link.path}/`)
    const hasQuery = [...link.query].every(([name, value]) => page.query.get(name) === value)
    if (!hasQuery || !(isPage || (isBelow && link.query.size === 0))) continue
    const score = (isPage ? 1_000_000 : 0) + link.path.length * 10 + link.query.size
    if (!best || score > best.score) best = { id, isPage, score }
  }
  return best && { id: best.id, isPage: best.isPage }
}
