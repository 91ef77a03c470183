import type { IncomingMessage } from 'node:http'
import type { CallName, UrlMapping } from '@stoa/contract'
import type { RequestHandler } from 'express'
import { DomainError } from '../platform/domain-error.ts'
import type { TextPart, Texts } from '../platform/languages/catalogues.ts'

/** A served domain, as HTTP sees it. */
export interface ServedDomain {
  /** Its name for operators. */
  name: string
  /** Number of the version that is only previewed. Omitted: it is in force. */
  preview?: number
  /** Public origin, without a trailing slash. */
  origin: string
  /** Served as `/config.json`. */
  config: {
    defaultTokenName: string
    language: string
    /** Languages that readers may choose, the domain's own first. */
    languages: readonly string[]
    domainDisplayName: string
    accent?: string | undefined
    ads?: { provider: 'none' | 'house' | 'script'; scriptUrl?: string | undefined }
    logoLink: string
    faviconLink: string
    signInProviders: readonly string[]
    oneTapClientId?: string
    urlMapping: UrlMapping
  }
  /** Prefix of cache keys: another one for each domain, configuration and language. */
  cacheKey: string
  /** What addresses of its communities have begun with, besides `/bbs`. */
  formerPrefixes: readonly string[]
  /** The forum's texts in the language of `config`, and their addresses by part; null: in English. */
  translations: {
    hrefs: Readonly<Record<TextPart, string>>
    texts: Texts
    part(name: TextPart): string
  } | null
  /** Texts that files give the installation, by language. */
  fileTexts: ReadonlyMap<string, Texts>
  /** The style sheet of its pages, and its versioned address; null: none. */
  theme: { href: string; css: string } | null
}

/** Demonstration accounts for visitors to try. */
export interface DemoSignIn {
  /** Shared password. */
  password: string
  accounts: {
    username: string
    name: string
    role: 'owner' | 'moderator' | 'partner' | 'member' | 'banned' | 'admin'
    /** Address of the avatar. */
    image: string
  }[]
}

/** Finds the domain of a request. */
export interface ServedDomains {
  of(request: Pick<IncomingMessage, 'headers' | 'socket'>): ServedDomain
  /** The same in the language of the request's reader. */
  localized(request: Pick<IncomingMessage, 'headers' | 'socket'>): ServedDomain
  inLanguage(domain: ServedDomain, language: string): ServedDomain
  /** The locale of a widget for the request's domain, on a page that names a language. Empty: it names none. */
  localeOfPage(request: Pick<IncomingMessage, 'headers' | 'socket'>, pageLanguage: string): string
  /** Whether the request's host is one of them. */
  isServed(request: Pick<IncomingMessage, 'headers' | 'socket'>): boolean
  /** Whether an origin is the domain's at the request's host, also one that is not the canonical one. */
  isOwnOrigin(origin: string, request: Pick<IncomingMessage, 'headers' | 'socket'>): boolean
  /** The origin that a page of this host redirects to; null: it is the domain's own. */
  otherOrigin(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | null
  /** Token name of the only community the request's domain shows; null if it shows all. */
  onlyCommunity(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | null
  /** Shows a request its domain as another version configures it. */
  preview(request: IncomingMessage, domain: ServedDomain): void
  /** Whether the request previews a version. Nothing of it is cached. */
  isPreview(request: IncomingMessage): boolean
  /** Prefix for cache keys, which keeps the domains' responses apart. */
  cacheKey(request: IncomingMessage): string
  /** The input, with the community it refers to on the request's domain. */
  completed<Input extends Record<string, unknown>>(
    name: CallName,
    input: Input,
    request: Pick<IncomingMessage, 'headers' | 'socket'>,
  ): Promise<Input>
}

/** Serves `/config.json`: how the request's domain presents itself. Readable from every origin for widgets. */
export function domainConfigFile(tenants: Pick<ServedDomains, 'of'>): RequestHandler {
  return (request, response) => {
    response
      .set('Cache-Control', 'public, max-age=60, stale-while-revalidate=600')
      .set('Access-Control-Allow-Origin', '*')
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .json(tenants.of(request).config)
  }
}

/** Serves `/theme.css`: how the pages of the request's domain look. Immutable with its version. */
export function themeFile(tenants: Pick<ServedDomains, 'of'>): RequestHandler {
  return (request, response) => {
    const { theme } = tenants.of(request)
    const isCurrent = request.originalUrl === theme?.href
    response
      .set('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type('css')
      .send(theme?.css ?? '')
  }
}

/** Serves `/fonts/{hash}.woff2`: font files of domains, which widgets load from other sites. */
export function fontFiles(fonts: { read(path: string): Promise<Buffer | null> }): RequestHandler {
  return async (request, response) => {
    const file = await fonts.read(request.path)
    if (!file) throw new DomainError('NOT_FOUND')
    response
      .set('Cache-Control', 'public, max-age=31536000, immutable')
      .set('Access-Control-Allow-Origin', '*')
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .type('font/woff2')
      .send(file)
  }
}
