import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type PartnerSite, snippet, startPartnerSite } from '../partner-site.ts'

const WIDTH = 700
/** Reserved height: more than a thread with an open composer needs, so that nothing on the page moves. */
const RESERVED = 1000
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export interface SiteOptions {
  root: string
  forumUrl: string
  tokenName: string
  /** Removes the canonical links. */
  isNameless?: boolean
}

/**
 * Serves a site from its folder, with the widget at the end of each page's main element in reserved space. `?without`
 * is the page with only that space; `/blank/<language>?article=<address>` is an empty page with the widget of an
 * article.
 */
export async function servePartner({
  root,
  forumUrl,
  tokenName,
  isNameless = false,
}: SiteOptions): Promise<PartnerSite> {
  const room = (content: string) =>
    `<div style="display:flow-root;clear:both;inline-size:${WIDTH}px;min-inline-size:${WIDTH}px;min-block-size:${RESERVED}px">${content}</div>`
  const widget = (attributes: string) => room(snippet({ forumUrl, tokenName, attributes }))
  return startPartnerSite((request, response) => {
    // A path may begin with two slashes, which don't start a host here.
    const url = new URL(`http://partner.invalid${request.url}`)
    const path = decodeURIComponent(url.pathname).replace(/\/{2,}/g, '/')
    const send = (type: string, body: string | Buffer) => response.writeHead(200, { 'content-type': type }).end(body)
    if (path.startsWith('/blank/')) {
      const language = path.slice('/blank/'.length)
      const html = widget(`url="${url.searchParams.get('article')}"`)
      send(TYPES['.html'] ?? '', `<!doctype html><html lang="${language}"><title>Blank</title>${html}</html>`)
      return
    }
    try {
      const file = join(root, path, extname(path) === '' ? 'index.html' : '')
      const type = TYPES[extname(file)] ?? 'application/octet-stream'
      const body = readFileSync(file)
      if (extname(file) !== '.html') {
        send(type, body)
        return
      }
      const added = url.searchParams.has('without') ? room('') : widget('')
      const html = body.toString('utf8').replace(/<\/main>(?![\s\S]*<\/main>)/, () => `${added}</main>`)
      send(type, isNameless ? html.replace(/<(?:link[^>]+rel="?canonical|meta[^>]+og:url)[^>]*>/g, '') : html)
    } catch {
      response.writeHead(404).end()
    }
  })
}
