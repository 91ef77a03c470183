/**
 * A site with members of its own, who take part in the forum's conversations without signing in a second time.
 * `STOA_SSO_SECRET`: by a secret that is shared with the forum. Without it: by keys at `/jwks.json`, new ones each day.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { byKeys, bySecret } from './tokens.mjs'

/** Who may sign in here, in place of a list of accounts with passwords. */
const MEMBERS = [
  { id: 'member-1', name: 'Ada Birch' },
  { id: 'member-2', name: 'Mo Ferry' },
]
const DAY_MS = 24 * 60 * 60 * 1000
const TYPES = { 'style.css': 'text/css', 'sign-on.js': 'text/javascript' }

/** @param {string} name */
const read = (name) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** Nothing inline, and of the forum only what the widget needs. @param {string} forum */
const policy = (forum) =>
  [
    "default-src 'none'",
    `script-src 'self' ${forum}`,
    "style-src 'self'",
    `img-src 'self' data: ${forum}`,
    `connect-src 'self' ${forum} ${forum.replace(/^http/, 'ws')}`,
    `frame-src ${forum}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Starts the site.
 * @param {{ forumUrl: string, port: number, secret?: string | undefined }} about
 */
export async function startPublisher({ forumUrl, port, secret }) {
  const keys = secret === undefined ? await byKeys() : null
  const { sign } = keys ?? bySecret(secret ?? '')
  /** @type {Map<string, typeof MEMBERS[number]>} Who is signed in, by what their cookie holds. */
  const sessions = new Map()

  /** @param {import('node:http').IncomingMessage} request */
  const sessionOf = ({ headers }) => /(?:^|; )session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''

  /** @type {Record<string, (request: import('node:http').IncomingMessage) => Promise<[status: number, headers: Record<string, string>, body: string]>>} */
  const routes = {
    async 'GET /'(request) {
      const member = sessions.get(sessionOf(request))
      const form = member
        ? `<p>Signed in as ${member.name}.</p><form method="post" action="/sign-out"><button>Sign out</button></form>`
        : `<form method="post" action="/sign-in">${MEMBERS.map(({ id, name }) => `<button name="member" value="${id}">Sign in as ${name}</button>`).join(' ')}</form>`
      return [200, { 'content-type': 'text/html; charset=utf-8' }, page.replace('{MEMBER}', form)]
    },
    /** Asked by the page's script: a fresh word for whoever reads it; none for a visitor. */
    async 'GET /stoa-token'(request) {
      const member = sessions.get(sessionOf(request))
      if (!member) return [204, {}, '']
      return [200, { 'content-type': 'application/jwt' }, await sign({ site: url, forum: forumUrl, member })]
    },
    async 'POST /sign-in'(request) {
      const memberId = new URLSearchParams(await text(request)).get('member')
      const member = MEMBERS.find(({ id }) => id === memberId)
      if (!member) return [303, { location: '/' }, '']
      const session = randomUUID()
      sessions.set(session, member)
      return [303, { location: '/', 'set-cookie': `session=${session}; Path=/; HttpOnly; SameSite=Lax` }, '']
    },
    async 'POST /sign-out'(request) {
      sessions.delete(sessionOf(request))
      return [303, { location: '/', 'set-cookie': 'session=; Path=/; Max-Age=0' }, '']
    },
    ...(keys && {
      'GET /jwks.json': async () => [
        200,
        { 'content-type': 'application/json' },
        JSON.stringify(await keys.published()),
      ],
    }),
  }
  for (const [name, type] of Object.entries(TYPES)) {
    routes[`GET /${name}`] = async () => [200, { 'content-type': type }, read(name)]
  }

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  async function respond(request, response) {
    const route = routes[`${request.method} ${new URL(request.url ?? '/', url).pathname}`]
    const [status, headers, body] = (await route?.(request)) ?? [404, { 'content-type': 'text/plain' }, 'Not found']
    response
      .writeHead(status, {
        'content-security-policy': policy(forumUrl),
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        ...headers,
      })
      .end(body)
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error) => {
      console.error(error)
      response.writeHead(500).end()
    })
  })
  await once(server.listen({ host: '127.0.0.1', port }), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`
  const page = read('index.html').replaceAll('{STOA_URL}', forumUrl).replaceAll('{SITE_URL}', url)
  const daily = keys && setInterval(() => void keys.rotate(), DAY_MS)
  server.once('close', () => daily && clearInterval(daily))
  return {
    url,
    server,
    /** Signs with the next key from now on, as it does each day. */
    rotate: () => keys?.rotate(),
    /** Nobody is signed in anymore. */
    signEverybodyOut: () => sessions.clear(),
  }
}

if (import.meta.filename === process.argv[1]) {
  const { STOA_URL: forumUrl = 'http://localhost:3000', PORT = '3004', STOA_SSO_SECRET: secret } = process.env
  const { url } = await startPublisher({ forumUrl, port: Number(PORT), secret })
  const kind = secret === undefined ? `jwks ${url}/jwks.json` : 'secret'
  console.log(`${url} shows a thread of ${forumUrl}. Its readers take part after:`)
  console.log(`npx @stoa/server origin:add FORUM ${url} && npx @stoa/server sso:set ${url} ${kind}`)
}
