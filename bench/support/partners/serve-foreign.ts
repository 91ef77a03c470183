import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type PartnerSite, snippet, startPartnerSite } from '../partner-site.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Serves a site unchanged from its folder, with the widget at the end of each page's main element. */
export function serveForeign(about: { root: string; forumUrl: string; tokenName: string }): Promise<PartnerSite> {
  const { root, forumUrl, tokenName } = about
  return startPartnerSite((request, response) => {
    const { pathname, origin } = new URL(`http://${request.headers.host}${request.url}`)
    const path = decodeURIComponent(pathname)
    try {
      const body = readFileSync(join(root, path))
      const type = TYPES[extname(path)] ?? 'application/octet-stream'
      if (extname(path) !== '.html') {
        response.writeHead(200, { 'content-type': type }).end(body)
        return
      }
      const widget = snippet({ forumUrl, tokenName, attributes: `url="${origin}/article"` })
      // At the end of the main element if there is one, else of the page.
      const html = body.toString('utf8').replace(/<(?:link[^>]+rel="?canonical|meta[^>]+og:url)[^>]*>/g, '')
      const end = ['</main>', '</article>', '</body>'].map((tag) => html.lastIndexOf(tag)).find((at) => at >= 0)
      const at = end ?? html.length
      response.writeHead(200, { 'content-type': type }).end(html.slice(0, at) + widget + html.slice(at))
    } catch {
      response.writeHead(404).end()
    }
  })
}
