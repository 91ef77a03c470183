import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesEnding, readJson, realInput } from '../real-input.ts'

/** One page of a partner's site. */
export interface Article {
  site: string
  /** Path on the site: a folder's with a slash at its end, else a file's. */
  path: string
  file: string
  language: string
  /** What the page says is its own address, as it stands there; null where it says nothing. */
  canonical: string | null
  /** The text of its only comment. */
  said: string
}

/** Every page of a site, in a fixed order; `from` numbers their comments. */
export function articlesOf(root: string, about: { site: string; from: number }): Article[] {
  return filesEnding(root, '.html').map((file, index) => {
    const html = readFileSync(file, 'utf8')
    return {
      site: about.site,
      path: file.slice(root.length).replace(/index\.html$/, ''),
      file,
      language: /<html[^>]*\blang="?([\w-]+)/.exec(html)?.[1] ?? 'en',
      canonical: /<link[^>]+rel="?canonical"?[^>]+href="([^"]+)"/.exec(html)?.[1] ?? null,
      said: `What readers of page ${about.from + index} say.`,
    }
  })
}

/** Pages of a site as the list of the data folder counts them. */
export function pagesListed(site: string): number {
  const list = realInput('MANIFEST.json')
  if (list === null) return 0
  const prefix = join('partner-sites', site, '/')
  const files = readJson(list) as { file: string }[]
  return files.filter(({ file }) => file.startsWith(prefix) && file.endsWith('.html')).length
}

/** The page's one address: what it says, or the one that it has. */
export function canonicalOf({ canonical, path }: Article, origin: string): string {
  return new URL(canonical ?? path, origin + path).href
}

/** Every address under which readers come to a page, as links to it are passed on. */
export function variantsOf(path: string): string[] {
  const bare = path.replace(/\/$/, '')
  const slashed = path.endsWith('/') ? `${bare}//` : path.replace(/\/([^/]*)$/, '//$1')
  return [
    path,
    `${path}?utm_source=letter&utm_medium=mail&fbclid=abc123`,
    bare || '/',
    `${path}#comments`,
    `${slashed}?gclid=1&ref=home`,
    `${path}?mc_cid=1&mc_eid=2#top`,
  ]
}
