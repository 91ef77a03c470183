import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataPath, filesEnding, readJson } from '../data-folder.ts'

/** One page of a partner's site. */
export interface Article {
  site: string
  /** Path on the site; a folder's ends with a slash. */
  path: string
  file: string
  language: string
  /** The page's canonical link as written; null if it has none. */
  canonical: string | null
  /** Text of its only comment. */
  comment: string
}

/** All pages of a site in a fixed order; `from` is the index of the first one's comment. */
export function articlesOf(root: string, about: { site: string; from: number }): Article[] {
  return filesEnding(root, '.html').map((file, index) => {
    const html = readFileSync(file, 'utf8')
    return {
      site: about.site,
      path: file.slice(root.length).replace(/index\.html$/, ''),
      file,
      language: /<html[^>]*\blang="?([\w-]+)/.exec(html)?.[1] ?? 'en',
      canonical: /<link[^>]+rel="?canonical"?[^>]+href="([^"]+)"/.exec(html)?.[1] ?? null,
      comment: `What readers of page ${about.from + index} say.`,
    }
  })
}

/** Number of pages of a site, according to the data folder's list. */
export function pagesListed(site: string): number {
  const list = dataPath('MANIFEST.json')
  if (list === null) return 0
  const prefix = join('partner-sites', site, '/')
  const files = readJson(list) as { file: string }[]
  return files.filter(({ file }) => file.startsWith(prefix) && file.endsWith('.html')).length
}

/** The page's canonical address, or else its own. */
export function canonicalOf({ canonical, path }: Article, origin: string): string {
  return new URL(canonical ?? path, origin + path).href
}

/** All addresses under which readers reach a page, as found in shared links. */
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
