import type { IncomingMessage } from 'node:http'
import type { CallName } from '@stoa/contract'

/** One of the domains that this installation serves, as far as HTTP looks at it. */
export interface ServedDomain {
  /** Public origin, without a trailing slash. */
  origin: string
  /** What browsers get as `/config.json`. */
  config: { signInProviders: readonly string[]; oneTapClientId?: string }
  /** The forum's own words in its language, and where browsers find them; null: in English. */
  translations: { href: string; texts: unknown } | null
}

/** Tells which domain a request is for, and what that means. */
export interface ServedDomains {
  of(request: Pick<IncomingMessage, 'headers' | 'socket'>): ServedDomain
  /** Token name of the only community that the request's domain shows; null where all are shown. */
  onlyCommunity(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | null
  /** Goes before the address in keys of caches: what a domain was answered is no answer for another one. */
  cacheKey(request: IncomingMessage): string
  /** What was sent, with the community that it means on the request's domain. */
  completed<Input extends Record<string, unknown>>(
    name: CallName,
    input: Input,
    request: Pick<IncomingMessage, 'headers' | 'socket'>,
  ): Promise<Input>
}
