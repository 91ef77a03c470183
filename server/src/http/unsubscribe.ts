import { createHash } from 'node:crypto'
import type { NotificationSettings } from '@stoa/contract'
import type { RequestHandler, Router } from 'express'
import { directionOf, type ReaderLanguage, type Words, wordsIn } from '../platform/languages/words.ts'
import { escapeHtml } from './discovery/post-html.ts'
import { createRouter, refuseMethod } from './express.ts'
import type { ServedDomains } from './served-domains.ts'

const STYLE =
  'body{margin:0;padding:48px 16px;background:#f6f6f4;color:#1d1d1b;font:16px/1.5 system-ui,sans-serif}main{max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px}h1{margin:0 0 16px;font-size:20px}p{margin:0 0 16px}button{padding:12px 20px;border:0;border-radius:8px;background:#1f5fbf;color:#fff;font:inherit;font-weight:600;cursor:pointer}button:focus-visible{outline:3px solid #1d1d1b;outline-offset:2px}@media(prefers-color-scheme:dark){body{background:#1b1b1a;color:#efefec}main{background:#262624}button:focus-visible{outline-color:#efefec}}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

const PATH = '/unsubscribe'

type MailKind = keyof NotificationSettings['email']

/** Handles unsubscribe links. */
export interface Unsubscribing {
  /** The kind of a token's mails; null for an invalid token. */
  kindOf(token: string): MailKind | null
  /** Turns them off; returns their kind, null for an invalid token. */
  stop(token: string): Promise<MailKind | null>
}

/** English texts of the page. What follows “about” is what the mails of a kind are about. */
const unsubscribeMessages = {
  'mail.unsubscribe': 'Unsubscribe',
  'mail.unsubscribe.ask': 'Unsubscribe?',
  'mail.unsubscribe.ask.text': 'You’ll no longer get emails about {topic}.',
  'mail.unsubscribe.done': 'Unsubscribed',
  'mail.unsubscribe.done.text':
    'You’ll no longer get emails about {topic}. You can turn them back on in your settings.',
  'mail.unsubscribe.bad': 'This link is incomplete',
  'mail.unsubscribe.bad.text': 'Open it from the email again, or change your notification settings.',
  'mail.topic.reply': 'replies to you',
  'mail.topic.mention': 'mentions of you',
  'mail.topic.newPost': 'new posts by people you follow',
  'mail.topic.communityPost': 'new posts in your communities',
  'mail.topic.watched': 'new comments on posts that you watch',
  'mail.topic.reminder': 'reminders of what you saved',
  'mail.topic.message': 'direct messages',
  'mail.topic.follow': 'new followers',
  'mail.topic.moderation': 'moderation decisions about you and your content',
  'mail.topic.role': 'changes of your roles',
  'mail.topic.queue': 'what waits in communities that you moderate',
  'mail.topic.overdue': 'what has waited for three days in communities that you moderate',
  'mail.topic.digest': 'what you’ve missed',
} as const

/**
 * `/unsubscribe?token=`: a page with one button that works without scripts or sign-in. Opening it changes nothing, as
 * mail programs and scanners open every link; the button, or the mail program itself (RFC 8058), posts to the same
 * address. POSTs from any site are fine: all they can do is stop the token's mails.
 */
export function unsubscribeRoutes(about: {
  unsubscribing: Unsubscribing
  tenants: Pick<ServedDomains, 'localized'>
  limit: RequestHandler
}): Router {
  const { unsubscribing, tenants, limit } = about
  const router = createRouter()
  const route = (show: (token: string, t: T) => Promise<string | null>): RequestHandler => {
    return async (request, response) => {
      const { token } = request.query
      const domain = tenants.localized(request)
      const t = wordsIn(domain, unsubscribeMessages)
      const body = typeof token === 'string' ? await show(token, t) : null
      response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY, 'X-Robots-Tag': 'noindex' })
      response
        .status(body === null ? 404 : 200)
        .type('html')
        .send(page(body ?? paragraphs(t('mail.unsubscribe.bad'), t('mail.unsubscribe.bad.text')), { domain, t }))
    }
  }
  const ask = async (token: string, t: T) => {
    const kind = unsubscribing.kindOf(token)
    if (kind === null) return null
    const text = t('mail.unsubscribe.ask.text', { topic: t(`mail.topic.${kind}`) })
    return `${paragraphs(t('mail.unsubscribe.ask'), text)}<form method="post"><button>${escapeHtml(t('mail.unsubscribe'))}</button></form>`
  }
  const stop = async (token: string, t: T) => {
    const kind = await unsubscribing.stop(token)
    if (kind === null) return null
    const text = t('mail.unsubscribe.done.text', { topic: t(`mail.topic.${kind}`) })
    return paragraphs(t('mail.unsubscribe.done'), text, ' role="status"')
  }
  router.get(PATH, limit, route(ask))
  router.post(PATH, limit, route(stop))
  router.all(PATH, (_request, response) => refuseMethod(response, ['GET', 'HEAD', 'POST']))
  return router
}

type T = Words<typeof unsubscribeMessages>

function paragraphs(title: string, text: string, role = ''): string {
  return `<h1>${escapeHtml(title)}</h1><p${role}>${escapeHtml(text)}</p>`
}

function page(body: string, { domain, t }: { domain: ReaderLanguage; t: T }): string {
  const { language } = domain.config
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(t('mail.unsubscribe'))}</title><style>${STYLE}</style><main>${body}</main></html>`
}
