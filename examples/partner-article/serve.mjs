/**
 * A partner's site: serves the pages beside this file on an origin of its own, under the strictest content security
 * policy that the widget works under. `{STOA_URL}` and `{PARTNER_URL}` in a page are filled in.
 * The forum's demonstration serves it like this, too.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

/** @type {Record<string, string>} What is served, by its ending; everything else beside this file is not. */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** What a careful publisher would send: nothing inline, and of the forum only what the widget needs. @param {string} forum */
const policy = (forum) =>
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
    "require-trusted-types-for 'script'",
    'trusted-types stoa',
  ].join('; ')

/**
 * Starts the site. Takes another port when `port` is in use.
 * @param {{ forumUrl: string, host: string, port: number }} about
 */
export async function startPartnerSite({ forumUrl, host, port }) {
  /** @type {Map<string, { type: string, body: Buffer | string }>} */
  const files = new Map()
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
  /** @param {number} requestedPort */
  const listen = (requestedPort) => once(server.listen({ host, port: requestedPort }), 'listening')
  await listen(port).catch(() => listen(0))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`
  for (const name of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)]
    if (!type) continue
    const body = readFileSync(join(import.meta.dirname, name))
    const filled = () => body.toString().replaceAll('{STOA_URL}', forumUrl).replaceAll('{PARTNER_URL}', url)
    files.set(`/${name}`, { type, body: extname(name) === '.html' ? filled() : body })
  }
  return { url, server }
}

if (import.meta.filename === process.argv[1]) {
  const { STOA_URL: forumUrl = 'http://localhost:3000', PORT = '3003' } = process.env
  const { url } = await startPartnerSite({ forumUrl, host: '127.0.0.1', port: Number(PORT) })
  console.log(
    `${url} shows threads of ${forumUrl}. Its readers may write after: npx @stoa/server origin:add FORUM ${url}`,
  )
}
