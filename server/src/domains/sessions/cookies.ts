import { REFRESH_TOKEN_TTL_MS } from '@stoa/contract'
import type { CookieOptions, Request, Response } from 'express'
import { sha256 } from '../../lib/keys.ts'
import { DEVICE_TTL_MS } from './devices.ts'

/** One request and its response, as far as cookies go. */
export interface Exchange {
  request: Request
  response: Response
}

/** A cookie that only the server reads. */
export interface Cookie {
  read(exchange: Exchange): string | null
  set(exchange: Exchange, value: string): void
  clear(exchange: Exchange): void
}

export interface Cookies {
  /** Refresh token of the forum. */
  refresh: Cookie
  /** Names a browser, by which accounts know it. */
  device: Cookie
  /** What a sign-in elsewhere was begun with, until its browser comes back; `name` tells several apart. */
  attempt(name: string): Cookie
  /** Refresh token that the frame keeps for one partner site, in storage partitioned by the top-level site. */
  embed(origin: string): Cookie
}

/** For how long somebody may take to sign in elsewhere. */
export const ATTEMPT_TTL_MS = 10 * 60 * 1000

/**
 * `__Host-` cookies are set by this host, over https, for all paths. Over http (development) the forum's own have plain
 * names, because not every browser takes secure ones there. The frame's is always secure, which a third-party cookie
 * must be: Chromium and Firefox take it on loopback too, elsewhere over http a widget forgets its reader on reload.
 */
export function createCookies(url: string): Cookies {
  const secure = url.startsWith('https:')
  const nameOf = (name: string) => (secure ? `__Host-stoa-${name}` : `stoa-${name}`)
  const base: CookieOptions = { httpOnly: true, secure, path: '/', sameSite: 'lax' }
  const framed: CookieOptions = { ...base, secure: true, sameSite: 'none', partitioned: true }

  const cookie = (name: string, options: CookieOptions): Cookie => ({
    read: ({ request }) => readCookie(request, name),
    set: ({ response }, value) => void response.cookie(name, value, options),
    clear: ({ response }) => void response.clearCookie(name, options),
  })

  return {
    refresh: cookie(nameOf('refresh'), { ...base, maxAge: REFRESH_TOKEN_TTL_MS }),
    device: cookie(nameOf('device'), { ...base, maxAge: DEVICE_TTL_MS }),
    attempt: (name) => cookie(nameOf(`attempt-${name}`), { ...base, maxAge: ATTEMPT_TTL_MS }),
    embed: (origin) =>
      cookie(`__Host-stoa-embed-${sha256(origin).slice(0, 16)}`, { ...framed, maxAge: REFRESH_TOKEN_TTL_MS }),
  }
}

function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
