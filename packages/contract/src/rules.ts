/** Rules shared by forms and schemas. Without dependencies. */

import { isBlankText, normalizeText, onOneLine } from './text.ts'

export const ID = /^[0-9A-Za-z]{20}$/
export const TOKEN_NAME = /^[A-Z]{5,7}$/
export const TOPIC_NAME = /^[\p{L}\p{N}]{1,30}$/u
export const SLUG = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{M}\p{N}]*(-[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{M}\p{N}]*)*$/u

/** First path segments of routes, which can't be token names, slugs or URL prefixes. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  'api',
  'bbs',
  'login',
  'singup',
  'signup',
  'email-sign-in',
  'email-change-password',
  'thread',
  'response',
  'moderation',
  'create-token',
  'search',
  '404',
  'picker',
  'popular',
  'my-account',
  'my-profile',
  'settings',
  'setup',
  'notifications',
  'fiat-in-success',
  'posts',
  'create',
  'anonymous',
  'external-article-comment',
  'network-admin-dashboard',
  'domain-main-menu-editor',
  'ad-debug-page',
  'author',
  'admin-settings',
  'tab',
  'video',
  'community',
  'comment',
  'message',
  'messages',
  'feed',
  'wallet',
  'pages',
  's',
  'assets',
  'static',
  'embed',
  'embed.js',
  'socket.io',
  'livez',
  'readyz',
  'metrics',
  'docs',
  'media',
  'preview',
  'icons',
  'offline',
  'sitemap.xml',
  'sitemaps',
  'robots.txt',
  'favicon.ico',
  'lang',
  'unsubscribe',
  'config.json',
  'theme.css',
  'fonts',
  'main-menu.json',
  'inset-frame',
]) // prettier-ignore

/** Whether it is an id (twenty alphanumeric characters). Everything else is a slug. */
export function isId(idOrSlug: string): boolean {
  return ID.test(idOrSlug)
}

/** The share of `count` in `total` in percent with two decimals, rounded half up; 0 when there are no votes. */
export function percentage(count: number, total: number): number {
  return total === 0 ? 0 : Math.floor((count * 10_000 * 2 + total) / (total * 2)) / 100
}

/** True for a path on this origin: allowed in `next` and `backLinkUrl`. */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\u0000-\u001F]/.test(path)) return false
  try {
    return new URL(path, 'https://own.invalid').origin === 'https://own.invalid'
  } catch {
    return false
  }
}

/** Encoded dots, slashes, backslashes and percent signs: a proxy might decode them to another path. */
const DISGUISED = /%(2e|2f|5c|25)/i

/** True for the path of a public file. Requests for it change nothing. */
export function isPublicFilePath(path: string): boolean {
  if (!isOwnPath(path)) return false
  // Resolves the path as browsers do: `/media/../api` is not such a path.
  const { pathname } = new URL(path, 'https://own.invalid')
  return /^\/(media|assets)\/./.test(pathname) && !pathname.includes('//') && !DISGUISED.test(pathname)
}

/** The address as an http(s) URL, or null: the only links that Stoa renders. */
export function httpUrl(address: string): URL | null {
  try {
    const url = new URL(address)
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
      ? url
      : null
  } catch {
    return null
  }
}

/** Indexes of poll options that repeat an earlier one, ignoring case, spacing and empty options. */
export function repeatedOptions(options: readonly string[]): number[] {
  const keys = options.map((option) => onOneLine(normalizeText(option)).toLowerCase())
  return keys.flatMap((key, index) => (!isBlankText(key) && keys.indexOf(key) < index ? [index] : []))
}

/** A time of day, such as 22:00. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

/** A tag of a push message: one entry on a device. */
export const PUSH_TAG = /^((post|dm|community):[0-9A-Za-z]{20}|account|test)$/
