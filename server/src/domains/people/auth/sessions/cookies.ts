import type { IncomingMessage } from 'node:http'
import { REFRESH_TOKEN_TTL_MS } from '@stoa/contract'
import type { Exchange } from '../../../../platform/calls/context.ts'
import { readCookie, setCookie } from '../../../../platform/security/cookies.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import { DEVICE_TTL_MS } from './devices.ts'

/** A cookie that only the server reads. */
export interface Cookie {
  read(exchange: { request: Pick<IncomingMessage, 'headers'> }): string | null
  set(exchange: Pick<Exchange, 'response'>, value: string): void
  clear(exchange: Pick<Exchange, 'response'>): void
}

export interface Cookies {
  /** Refresh token of the forum. */
  refresh: Cookie
  /** Lets the server recognize a browser. */
  device: Cookie
  /** A started sign-in at a provider; `name` distinguishes several. */
  attempt(name: string): Cookie
  /** Refresh token that the frame stores for one partner site, in storage partitioned by top-level site. */
  embed(origin: string): Cookie
}

/** Time to complete a sign-in at a provider. */
export const ATTEMPT_TTL_MS = 10 * 60 * 1000

/**
 * Cookies with the `__Host-` prefix are set by this host only, over https, for all paths. Over http (development) the
 * forum's own have plain names, because not every browser accepts secure ones there. The frame's cookie is always
 * secure, as third-party cookies must be. Chromium and Firefox accept it on loopback too; elsewhere over http a reload
 * signs the widget out.
 */
export function createCookies(url: string): Cookies {
  const secure = url.startsWith('https:')
  const nameOf = (name: string) => (secure ? `__Host-stoa-${name}` : `stoa-${name}`)
  const firstPartyAttributes = `HttpOnly${secure ? '; Secure' : ''}; SameSite=Lax`
  const framed = 'HttpOnly; Secure; Partitioned; SameSite=None'

  const cookie = (name: string, about: { attributes: string; ttlMs: number }): Cookie => ({
    read: ({ request }) => readCookie(request, name),
    set: ({ response }, value) => setCookie(response, { ...about, name, value }),
    clear: ({ response }) => setCookie(response, { ...about, name, value: '', ttlMs: 0 }),
  })

  return {
    refresh: cookie(nameOf('refresh'), { attributes: firstPartyAttributes, ttlMs: REFRESH_TOKEN_TTL_MS }),
    device: cookie(nameOf('device'), { attributes: firstPartyAttributes, ttlMs: DEVICE_TTL_MS }),
    attempt: (name) => cookie(nameOf(`attempt-${name}`), { attributes: firstPartyAttributes, ttlMs: ATTEMPT_TTL_MS }),
    embed: (origin) =>
      cookie(`__Host-stoa-embed-${sha256(origin).slice(0, 16)}`, { attributes: framed, ttlMs: REFRESH_TOKEN_TTL_MS }),
  }
}
