import { createHash } from 'node:crypto'
import type { RequestHandler, Router } from 'express'
import { createRouter, refuseMethod } from './express.ts'

const STYLE =
  'body{margin:0;padding:48px 16px;background:#f6f6f4;color:#1d1d1b;font:16px/1.5 system-ui,sans-serif}main{max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px}h1{margin:0 0 16px;font-size:20px}p{margin:0 0 16px}button{padding:12px 20px;border:0;border-radius:8px;background:#1f5fbf;color:#fff;font:inherit;font-weight:600;cursor:pointer}button:focus-visible{outline:3px solid #1d1d1b;outline-offset:2px}@media(prefers-color-scheme:dark){body{background:#1b1b1a;color:#efefec}main{background:#262624}button:focus-visible{outline-color:#efefec}}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

const PATH = '/unsubscribe'

/** Handles unsubscribe links. */
export interface Unsubscribing {
  /** The subject of a token's mails; null for an invalid token. */
  topicOf(token: string): string | null
  /** Turns them off; returns their subject, null for an invalid token. */
  stop(token: string): Promise<string | null>
}

/**
 * `/unsubscribe?token=`: a page with one button that works without scripts or sign-in. Opening it changes nothing, as
 * mail programs and scanners open every link; the button, or the mail program itself (RFC 8058), posts to the same
 * address. POSTs from any site are fine: all they can do is stop the token's mails.
 */
export function unsubscribeRoutes(about: { unsubscribing: Unsubscribing; limit: RequestHandler }): Router {
  const { unsubscribing, limit } = about
  const router = createRouter()
  const route = (show: (token: string) => Promise<string | null>): RequestHandler => {
    return async (request, response) => {
      const { token } = request.query
      const body = typeof token === 'string' ? await show(token) : null
      response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY, 'X-Robots-Tag': 'noindex' })
      response
        .status(body === null ? 404 : 200)
        .type('html')
        .send(page(body ?? UNKNOWN))
    }
  }
  const ask = async (token: string) => {
    const topic = unsubscribing.topicOf(token)
    if (topic === null) return null
    return `<h1>Unsubscribe?</h1><p>You’ll no longer get emails about ${topic}.</p><form method="post"><button>Unsubscribe</button></form>`
  }
  const stop = async (token: string) => {
    const topic = await unsubscribing.stop(token)
    if (topic === null) return null
    return `<h1>Unsubscribed</h1><p role="status">You’ll no longer get emails about ${topic}. You can turn them back on in your settings.</p>`
  }
  router.get(PATH, limit, route(ask))
  router.post(PATH, limit, route(stop))
  router.all(PATH, (_request, response) => refuseMethod(response, ['GET', 'HEAD', 'POST']))
  return router
}

const UNKNOWN =
  '<h1>This link is incomplete</h1><p>Open it from the email again, or change your notification settings.</p>'

function page(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unsubscribe</title><style>${STYLE}</style><main>${body}</main></html>`
}
