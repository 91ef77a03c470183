import { formatMessage } from '@stoa/ui'
import type { Failure } from '../loader/define-element.ts'
import { embedMessages } from '../messages.ts'
import type { ElementOptions } from '../options.ts'
import { adopt } from './adopt-styles.ts'
import { sendEvent } from './host-element.ts'
import { misspelledAttributes } from './misspelled-attributes.ts'
import styles from './problem.css?inline'
import { unusableOptions } from './validation.ts'

/** Texts for problems that the publisher must fix. `what` is the name of a part. */
export const problemMessages = {
  'embed.notRegistered': '{what} can’t be shown here because {site} isn’t registered with this community.',
  'embed.noCommunity': '{what} can’t be shown here because the community “{community}” doesn’t exist.',
  'embed.unnamed': '{what} can’t be shown here yet because this page doesn’t name its community.',
  'embed.invalid': '{what} can’t be shown here because this page’s community or article name is invalid.',
  'embed.noOrigin': 'a page without an origin',
  'embed.part.comments': 'Comments',
  'embed.part.poll': 'The poll',
  'embed.part.reactions': 'Reactions',
} as const

/** A problem that the publisher must fix. */
export interface Problem {
  key: 'embed.notRegistered' | 'embed.noCommunity' | 'embed.unnamed' | 'embed.invalid'
  values?: Record<string, string>
  /** Whether the page has no origin, so that there is no site to name. */
  isNowhere?: boolean
}

const PARTS: Record<string, 'poll' | 'reactions'> = { 'stoa-poll': 'poll', 'stoa-reactions': 'reactions' }
/** The part of a thread that an element shows; undefined: the comments. */
export const partOf = (host: Element): 'poll' | 'reactions' | undefined => PARTS[host.localName]

/** An application may set the community slightly later. */
const GRACE_MS = 1000

const NOTICE = 'stoa-embed-notice'
const reported = new WeakMap<Node, Set<string>>()
/** Elements reported for having no community. */
const withoutCommunity = new WeakSet<Element>()

/** Logs each invalid and missing option once. Without a community the element also shows the problem. */
export function reportProblems(host: HTMLElement & Partial<ElementOptions>): void {
  reportMisspelled(host)
  for (const [name, { attribute, expected }] of unusableOptions(host)) {
    logOnce(
      host,
      `${attribute}="${host.getAttribute(attribute) ?? host[name]}" is not ${expected}. The default is used.`,
    )
  }
  if (host.community || withoutCommunity.has(host)) return
  withoutCommunity.add(host)
  setTimeout(() => void reportMissingCommunity(host), GRACE_MS)
}

/** Logs why an element shows nothing, and replaces the loader's short message with the reason. */
export async function showFailure(host: HTMLElement, about: Failure): Promise<void> {
  const problem = reportRefusal(host, about)
  const { lang, texts } = await translationFor(host)
  const before = host.shadowRoot?.querySelector('button')
  // The content or the reason has already appeared.
  if (!before || before.closest(`.${NOTICE}`)) return
  adopt(before.getRootNode() as ShadowRoot, styles)
  const notice = createNotice(lang)
  notice.role = 'alert'
  const part = partOf(host)
  const failed = part ? (`embed.failed.${part}` as const) : 'embed.failed'
  notice.textContent = problem ? problemText(host, problem, texts) : (texts[failed] ?? embedMessages[failed])
  const hasFocus = host.shadowRoot?.activeElement === before
  before.replaceWith(notice)
  if (problem) return
  before.textContent = texts['embed.retry'] ?? embedMessages['embed.retry']
  before.className = 'stoa-button'
  notice.append(before)
  if (hasFocus) before.focus()
}

/** A notice in a language, whatever the page's direction. */
function createNotice(lang: string): HTMLElement {
  return Object.assign(document.createElement('p'), { className: NOTICE, lang, dir: 'auto' })
}

/** The texts of these problems in the element's or page's language, else in English. The forum may be out of reach. */
async function translationFor(
  host: HTMLElement & Partial<ElementOptions>,
): Promise<{ lang: string; texts: Readonly<Record<string, string>> }> {
  const page = host.locale || host.closest<HTMLElement>('[lang]')?.lang || 'en'
  const [lang = 'en'] = page.toLowerCase().split(/[-_]/)
  const code = lang === 'en' ? null : await import('./problem-translations.ts').catch(() => null)
  const texts = code?.problemTranslations[lang]
  return texts ? { lang, texts } : { lang: 'en', texts: {} }
}

/** Logs attributes that resemble known ones. */
export function reportMisspelled(host: HTMLElement): void {
  const { observedAttributes = [] } = host.constructor as { observedAttributes?: string[] }
  for (const [name, meant] of misspelledAttributes(host.getAttributeNames(), observedAttributes)) {
    logOnce(host, `it has no attribute ${name}. Is ${meant} meant?`)
  }
}

/** Logs that all routes of a page in its hash have one thread, unless the element names its article. */
export function reportHashRoute(host: HTMLElement): void {
  logOncePerPage(
    host,
    `the route ${location.hash} of this page doesn’t identify an article, because the hash doesn’t count: all routes ` +
      'share one conversation. Name each article with article-id, such as article-id="story-17".',
  )
}

/** Logs why the forum refused an element and how to fix it. Returns the problem to show if another attempt is useless. */
export function reportRefusal(
  host: Element,
  about: Pick<Failure, 'code' | 'message' | 'details' | 'options'>,
): Problem | undefined {
  const { code, message, details, options } = about
  const { forumUrl, community } = options
  const { origin } = window
  if (code === 'ORIGIN_NOT_REGISTERED') {
    const isNowhere = origin === 'null'
    const site = (Array.isArray(details) && details.find(({ field }) => field === 'url')?.message) || origin
    const advice = isNowhere
      ? 'It has no origin: does the sandbox of its frame lack allow-same-origin?'
      : `Register it at the forum: stoa origin:add ${community} ${site}`
    logOncePerPage(host, `${message} ${advice}`)
    return isNowhere
      ? { key: 'embed.notRegistered', isNowhere }
      : { key: 'embed.notRegistered', values: { site: new URL(site).host } }
  }
  if (code === 'COMMUNITY_NOT_FOUND') {
    logOncePerPage(host, `${message} ${forumUrl} has no community "${community}"; mend the attribute community.`)
    return { key: 'embed.noCommunity', values: { community } }
  }
  if (code === 'VALIDATION_FAILED') {
    logOnce(host, `${message} Look at the attributes community (at most 40 characters), url and article-id.`)
    return { key: 'embed.invalid' }
  }
  const advice = `Is ${forumUrl} the forum, and in reach? Load embed.js from there, or name it with forum-url.`
  logOnce(host, code === 'NETWORK' ? `${message} ${advice}` : message)
  return undefined
}

async function reportMissingCommunity(host: HTMLElement & Partial<ElementOptions>): Promise<void> {
  if (!host.isConnected || host.community) {
    withoutCommunity.delete(host)
    return
  }
  const message = 'the attribute community is missing: name the community, as in <stoa-comments community="FORUM">.'
  logOnce(host, message)
  sendEvent(host, 'stoa-error', { code: 'COMMUNITY_MISSING', message, shown: false })
  // Once it has had a community, a missing one is a new problem.
  for (const event of ['stoa-ready', 'stoa-error'])
    host.addEventListener(event, () => withoutCommunity.delete(host), { once: true })
  if (host.localName === 'stoa-count') return
  const { lang, texts } = await translationFor(host)
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  if (shadow.firstChild || host.community) return
  adopt(shadow, styles)
  const words = createNotice(lang)
  words.setAttribute('part', 'complaint')
  words.textContent = problemText(host, { key: 'embed.unnamed' }, texts)
  shadow.append(words)
}

/** A problem in words: those of `texts`, else English ones. */
export function problemText(
  host: Element,
  { key, values, isNowhere }: Problem,
  texts: Readonly<Record<string, string>> = {},
): string {
  const word = (one: keyof typeof problemMessages) => texts[one] ?? problemMessages[one]
  const what = word(`embed.part.${partOf(host) ?? 'comments'}`)
  return formatMessage(word(key), { what, ...(isNowhere && { site: word('embed.noOrigin') }), ...values }, 'en')
}

/** For problems that all elements of the page share. */
const logOncePerPage = (host: Element, message: string) => logOnce(host, message, host.ownerDocument)

function logOnce(host: Element, message: string, about: Node = host): void {
  const already = reported.get(about) ?? new Set()
  reported.set(about, already)
  if (already.has(message)) return
  already.add(message)
  console.error(`<${host.localName}>: ${message}`)
}
