import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { listenOn } from '../http/listen-on.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** What a careful publisher would send: nothing inline, and of the forum only what the widget needs. */
const policy = (forum: string) =>
  [
    "default-src 'none'",
    `script-src ${forum}`,
    "style-src 'self'",
    `img-src 'self' ${forum}`,
    `connect-src ${forum} ${forum.replace(/^http/, 'ws')}`,
    `frame-src ${forum}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export interface PartnerSite {
  /** Its origin, another one than the forum's. */
  url: string
  server: Server
}

/**
 * Serves the pages of a partner's site from a folder, with the addresses of the forum and of the site itself filled in.
 * Takes another port when the wanted one is in use.
 */
export async function startPartnerSite(about: {
  folder: string
  forumUrl: string
  host: string
  port: number
}): Promise<PartnerSite> {
  const { folder, forumUrl, host, port } = about
  const files = new Map<string, { type: string; body: Buffer }>()
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*$/, '').replace(/\/$/, '/index.html')
    const file = files.get(path)
    response
      .writeHead(file ? 200 : 404, {
        'content-type': file?.type ?? 'text/plain',
        'content-security-policy': policy(forumUrl),
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      })
      .end(request.method === 'HEAD' ? undefined : (file?.body ?? 'Not found'))
  })
  await listenOn(server, { host, port }).catch(() => listenOn(server, { host, port: 0 }))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)]
    if (type) files.set(`/${name}`, { type, body: filled(join(folder, name), { forumUrl, url }) })
  }
  return { url, server }
}

function filled(file: string, { forumUrl, url }: { forumUrl: string; url: string }): Buffer {
  const body = readFileSync(file)
  if (!file.endsWith('.html')) return body
  return Buffer.from(body.toString().replaceAll('{STOA_URL}', forumUrl).replaceAll('{PARTNER_URL}', url))
}
