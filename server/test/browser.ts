import type { TestApp } from './harness.ts'

/** The forum's default public origin. The address it listens on varies between tests. */
const OWN_ORIGIN = 'http://localhost:3000'
const HOPS_MAX = 20

/** Follows redirects with cookies, as a browser does. */
export interface Browser {
  /** Opens an address, or a path of the forum, and follows redirects to a page of the forum; returns its path. */
  go(address: string): Promise<string>
  /** Like `go`, but stops before the first address for which `isThere` is true, and returns it. */
  goUntil(address: string, isThere: (url: URL) => boolean): Promise<string>
  /** The forum's cookies as a header. */
  cookies(): string
  /** The user of the browser's session; null if there is none. */
  userId(): Promise<string | null>
}

/** A fresh browser. `own`: the forum's public origin. */
export function createBrowser(stoa: Pick<TestApp, 'url'>, forumOrigin = OWN_ORIGIN): Browser {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const headerOf = (origin: string) => [...jarOf(origin)].map(([name, value]) => `${name}=${value}`).join('; ')

  async function fetchOnce(url: URL, init: RequestInit = {}): Promise<Response> {
    const real = url.origin === forumOrigin ? `${stoa.url}${url.pathname}${url.search}` : url
    const headers = { ...(init.headers as Record<string, string>), cookie: headerOf(url.origin) }
    const response = await fetch(real, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) jarOf(url.origin).delete(name)
      else jarOf(url.origin).set(name, value)
    }
    return response
  }

  async function goUntil(address: string, isThere: (url: URL) => boolean): Promise<string> {
    let url = new URL(address, forumOrigin)
    for (let hops = 0; hops < HOPS_MAX; hops += 1) {
      if (isThere(url)) return url.href
      const response = await fetchOnce(url, { headers: { accept: 'text/html' } })
      const location = response.headers.get('location')
      if (!location) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
      url = new URL(location, url)
    }
    throw new Error(`${address} redirects in circles`)
  }

  return {
    goUntil,
    async go(address) {
      const page = new URL(
        await goUntil(address, ({ origin, pathname }) => origin === forumOrigin && !pathname.startsWith('/api/')),
      )
      return page.pathname + page.search + page.hash
    },
    cookies: () => headerOf(forumOrigin),
    async userId() {
      const url = new URL('/api/auth/refresh', forumOrigin)
      const headers = { 'content-type': 'application/json' }
      const response = await fetchOnce(url, { method: 'POST', headers, body: '{}' })
      const { payload } = (await response.json()) as { payload?: { userId: string } }
      return payload?.userId ?? null
    },
  }
}
