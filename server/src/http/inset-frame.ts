import { createHash } from 'node:crypto'
import { INSET_PLACES } from '@stoa/contract'
import type { RequestHandler, Router } from 'express'
import { DomainError } from '../platform/domain-error.ts'
import { escapeHtml } from './discovery/post-html.ts'
import { createRouter, onlyRead } from './express.ts'
import type { ServedDomains } from './served-domains.ts'

export const INSET_FRAME_PATH = '/inset-frame'

const STYLE = 'html,body{margin:0;height:100%;overflow:hidden}'
/** Tells the page how loading ended. The script can say nothing else that the page listens to. */
const REPORT =
  "{const p=m=>parent.postMessage(m,'*');addEventListener('load',()=>p('stoa-inset-loaded'));addEventListener('error',e=>e.target instanceof HTMLScriptElement&&p('stoa-inset-failed'),true)}"
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the domain's script may do: load from anywhere over TLS, in an origin of its own. */
function policyOf(script: URL, origin: string): string {
  return [
    // Also without the frame's attribute: opened by itself, it has no access to the forum either.
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `script-src ${hashOf(REPORT)} ${script.origin}`,
    "style-src 'unsafe-inline' https:",
    'img-src https: data:',
    'font-src https:',
    'media-src https:',
    'connect-src https:',
    'frame-src https:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin}`,
  ].join('; ')
}

/** `/inset-frame?place=`: the page in which a domain's ad script runs; see `policyOf`. Only for domains with one. */
export function insetFrame(about: { tenants: Pick<ServedDomains, 'of'>; limit: RequestHandler }): Router {
  const { tenants, limit } = about
  const router = createRouter()
  router.get(INSET_FRAME_PATH, limit, (request, response) => {
    const { origin, config } = tenants.of(request)
    const { provider = 'none', scriptUrl } = config.ads ?? {}
    const place = INSET_PLACES.find((one) => one === request.query.place)
    if (provider !== 'script' || scriptUrl === undefined || place === undefined) throw new DomainError('NOT_FOUND')
    const script = new URL(scriptUrl)
    response
      .set({
        'Content-Security-Policy': policyOf(script, origin),
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'origin',
        'X-Robots-Tag': 'noindex',
      })
      .type('html')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Advertisement</title><style>${STYLE}</style><script>${REPORT}</script><div id="place" data-place="${place}"></div><script async src="${escapeHtml(script.href)}"></script></html>`,
      )
  })
  router.all(INSET_FRAME_PATH, onlyRead)
  return router
}
