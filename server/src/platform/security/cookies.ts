import type { IncomingMessage, ServerResponse } from 'node:http'

/** Adds a cookie for all paths to a response. */
export function setCookie(
  response: ServerResponse,
  about: { name: string; value: string; attributes: string; ttlMs: number },
): void {
  const { name, value, attributes, ttlMs } = about
  const maxAge = Math.floor(ttlMs / 1000)
  response.appendHeader('Set-Cookie', `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; ${attributes}`)
}

export function readCookie(request: Pick<IncomingMessage, 'headers'>, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
