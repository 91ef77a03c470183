import { LATELY, LIST_MARK } from './lately.ts'
import type { FetchEvent, WorkerBuild } from './scope.ts'

/** Caches of a build's files begin with this. */
const SHELL = 'stoa-shell-'
/** The page without content, which stands for all others. */
const OFFLINE = '/offline'
const KEPT_PAGES = 30
/** How long a page may take while the browser says that it is offline; it may be wrong. */
const OFFLINE_MS = 3000
const TITLE = 'X-Stoa-Title'

/** Paths that aren't pages. */
const NOT_PAGES = /^\/(?:api|embed|media|icons|lang|preview|socket\.io|unsubscribe)(?:\/|$)|\.\w+$/
/** Files whose address changes with their content. */
const HASHED = /^\/(?:assets|lang)\//
const LINKED = /"(\/(?:assets|lang)\/[^"\\]+)"/g

type Request = Pick<globalThis.Request, 'url' | 'method' | 'mode'>

export interface OfflineDependencies {
  build: WorkerBuild
  origin: string
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>
  fetch(input: globalThis.Request | string, init?: RequestInit): Promise<Response>
  isOnline(): boolean
}

/** Answers pages and files without a connection. Online, only hashed files come from the cache. */
export function createOffline({ build, origin, caches, fetch, isOnline }: OfflineDependencies) {
  const shellName = SHELL + build.version
  /** Counts requests to forget, so that a page that is on its way isn't kept after them. */
  let forgotten = 0

  /** What to do with a request; null: the browser's business. */
  function kindOf({ url, method, mode }: Request): 'page' | 'hashed' | 'file' | null {
    const { origin: of, pathname } = new URL(url)
    if (method !== 'GET' || of !== origin) return null
    if (mode === 'navigate') return NOT_PAGES.test(pathname) ? null : 'page'
    if (HASHED.test(pathname)) return 'hashed'
    return build.files.includes(pathname) && pathname !== OFFLINE ? 'file' : null
  }

  async function page({
    request,
    preloadResponse,
  }: Pick<FetchEvent, 'request' | 'preloadResponse'>): Promise<Response> {
    try {
      return await unlessOffline(Promise.resolve(preloadResponse).then((preloaded) => preloaded ?? fetch(request)))
    } catch {
      return (await saved(new URL(request.url).pathname)) ?? (await offlinePage()) ?? Response.error()
    }
  }

  /** Waits as long as the browser says that it is online, which it may notice late. */
  async function unlessOffline(response: Promise<Response>): Promise<Response> {
    for (;;) {
      const arrived = await Promise.race([response, after(OFFLINE_MS)])
      if (arrived) return arrived
      if (!isOnline()) throw new Error('too slow')
    }
  }

  async function saved(pathname: string): Promise<Response | undefined> {
    return (await caches.open(LATELY)).match(origin + pathname)
  }

  async function offlinePage(): Promise<Response | undefined> {
    const page = await (await caches.open(shellName)).match(OFFLINE)
    return page && withText(page, (await page.text()).split(LIST_MARK).join(await list()))
  }

  /** The pages read lately as list items, the last one first. */
  async function list(): Promise<string> {
    const cache = await caches.open(LATELY)
    const items: string[] = []
    for (const { url } of await cache.keys()) {
      const title = (await cache.match(url))?.headers.get(TITLE)
      // The title is HTML, as it was in its page.
      if (title)
        items.unshift(`<li><a href="${attribute(new URL(url).pathname)}">${decodeURIComponent(title)}</a></li>`)
    }
    return items.join('')
  }

  /** A hashed file never changes. A missing one is missing: a page in its place would be a broken script. */
  async function hashed(request: globalThis.Request): Promise<Response> {
    const cached = await caches.match(request.url)
    if (cached) return cached
    const response = await fetch(request)
    if (isFile(response)) await keep(request.url, response.clone()).catch(() => {})
    return response
  }

  async function file(request: globalThis.Request): Promise<Response> {
    try {
      return await fetch(request)
    } catch (error) {
      const cached = await (await caches.open(shellName)).match(request.url)
      if (cached) return cached
      throw error
    }
  }

  async function keep(url: string, response: Response): Promise<void> {
    await (await caches.open(shellName)).put(url, response)
  }

  async function add(url: string): Promise<void> {
    const response = await fetch(url, { credentials: 'omit', ...(HASHED.test(url) ? {} : { cache: 'no-cache' }) })
    if (!(url === OFFLINE ? isPage(response) : isFile(response))) throw new TypeError(`${url} can’t be kept.`)
    await keep(origin + url, response)
  }

  return {
    /** Loads the build's files. Unless all arrive, the former worker stays, with its files. */
    async install(): Promise<void> {
      await Promise.all(build.files.map(add))
    },

    /** Removes former builds; what pages read lately need of them moves here. */
    async activate(): Promise<void> {
      const former = (await caches.keys()).filter((name) => name.startsWith(SHELL) && name !== shellName)
      if (former.length === 0) return
      const lately = await caches.open(LATELY)
      for (const request of await lately.keys()) {
        const text = (await (await lately.match(request))?.text()) ?? ''
        for (const url of linkedFiles(text)) {
          const response = await caches.match(origin + url)
          if (response) await keep(origin + url, response)
        }
      }
      await Promise.all(former.map((name) => caches.delete(name)))
    },

    /** The response to a request of a page; null if the browser makes it itself. */
    respond(event: Pick<FetchEvent, 'request' | 'preloadResponse'>): Promise<Response> | null {
      const kind = kindOf(event.request)
      if (kind === 'page') return page(event)
      if (kind === 'hashed') return hashed(event.request)
      return kind === 'file' ? file(event.request) : null
    },

    /** Keeps a page as a visitor sees it. A page that visitors no longer see goes. */
    async remember(path: string): Promise<void> {
      const { origin: of, pathname } = new URL(path, origin)
      if (of !== origin || NOT_PAGES.test(pathname)) return
      const began = forgotten
      const response = await fetch(pathname, { credentials: 'omit', headers: { Accept: 'text/html' } })
      const isPublic = isPage(response) && !/no-store|private/.test(response.headers.get('Cache-Control') ?? '')
      const text = isPublic ? await response.text() : ''
      if (began !== forgotten) return
      const lately = await caches.open(LATELY)
      // Again the last one.
      await lately.delete(origin + pathname)
      if (!isPublic) return
      const kept = withText(response, text)
      kept.headers.set(TITLE, encodeURIComponent(/<title>([^<]*)</.exec(text)?.[1] ?? pathname))
      await lately.put(origin + pathname, kept)
      for (const request of (await lately.keys()).slice(0, -KEPT_PAGES)) await lately.delete(request)
      if (began !== forgotten) await caches.delete(LATELY)
      for (const url of linkedFiles(text)) if (!(await caches.match(origin + url))) await add(url).catch(() => {})
    },

    /** Removes everything personal. */
    async forget(): Promise<void> {
      forgotten += 1
      await caches.delete(LATELY)
    },
  }
}

/** The hashed files that a page names. */
function linkedFiles(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(LINKED), ([, url = '']) => url))
}

function isPage(response: Response): boolean {
  return response.ok && !response.redirected && isHtml(response)
}

function isFile(response: Response): boolean {
  return response.ok && !response.redirected && !isHtml(response)
}

function isHtml({ headers }: Response): boolean {
  return /\btext\/html\b/.test(headers.get('Content-Type') ?? '')
}

/** The response with another text; its headers, the page's policy among them, stay. */
function withText({ headers: former }: Response, text: string): Response {
  const headers = new Headers(former)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return new Response(text, { headers })
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
