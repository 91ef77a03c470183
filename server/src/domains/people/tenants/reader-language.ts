import type { IncomingMessage, ServerResponse } from 'node:http'
import { closestLanguage, LANGUAGE_COOKIE, offeredLocale } from '@stoa/contract'
import { LRUCache } from 'lru-cache'
import { DAY_MS } from '../../../platform/clock.ts'
import { readCookie, setCookie } from '../../../platform/security/cookies.ts'

const COOKIE_MS = 365 * DAY_MS

/** Browsers send a handful of different headers. */
const REMEMBERED = 500
const HEADER_MAX_LENGTH = 200

const remembered = new LRUCache<string, { language: string | null }>({ max: REMEMBERED })
const rememberedLocales = new LRUCache<string, string>({ max: REMEMBERED })

/** The first language of a browser's list that is offered; null if none is. */
function languageOfHeader(header: string, offered: readonly string[]): string | null {
  const key = `${offered.join()}\n${header}`
  const known = remembered.get(key)
  if (known) return known.language
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean)
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
  const language = wanted.flatMap(({ tag }) => closestLanguage(offered, tag) ?? [])[0] ?? null
  remembered.set(key, { language })
  return language
}

/**
 * The language of a request's reader among those offered, the first of which is the domain's: what they have chosen, else
 * their browser's, else the domain's.
 */
export function languageOfReader({ headers }: Pick<IncomingMessage, 'headers'>, offered: readonly string[]): string {
  const [standard = 'en'] = offered
  if (offered.length < 2) return standard
  const chosen = headers.cookie?.includes(LANGUAGE_COOKIE) ? readCookie({ headers }, LANGUAGE_COOKIE) : null
  const found = chosen === null ? undefined : closestLanguage(offered, chosen)
  if (found !== undefined) return found
  const header = headers['accept-language'] ?? ''
  if (header === '' || header.length > HEADER_MAX_LENGTH) return standard
  return languageOfHeader(header, offered) ?? standard
}

/** The locale of a widget on a page that names a language; one of few, whatever pages name. Empty: it names none. */
export function localeOfPage(
  offered: { language: string; languages: readonly string[] },
  pageLanguage: string,
): string {
  const key = `${offered.languages.join()}\n${pageLanguage}`
  const known = rememberedLocales.get(key)
  if (known !== undefined) return known
  const locale = offeredLocale(offered, pageLanguage)
  rememberedLocales.set(key, locale)
  return locale
}

/** Keeps a reader's choice in the browser. */
export function rememberLanguage(
  { response }: { response: ServerResponse },
  { language, domain }: { language: string; domain: { origin: string } },
): void {
  const attributes = `HttpOnly${domain.origin.startsWith('https:') ? '; Secure' : ''}; SameSite=Lax`
  setCookie(response, { name: LANGUAGE_COOKIE, value: language, attributes, ttlMs: COOKIE_MS })
}
