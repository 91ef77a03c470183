import { formatMessage } from '@stoa/ui'
import type { Failure } from '../loader/define-element.ts'
import type { ElementOptions } from '../options.ts'
import { adopt } from './adopt-styles.ts'
import { sendEvent } from './host-element.ts'
import { misspelledAttributes } from './misspelled-attributes.ts'
import styles from './problem.css?inline'
import { unusableOptions } from './validation.ts'

/** English texts for problems that the publisher must fix. `what` is one of `partLabels`. */
export const problemMessages = {
  'embed.notRegistered': '{what} can’t be shown here because {site} isn’t registered with this community.',
  'embed.noCommunity': '{what} can’t be shown here because the community “{community}” doesn’t exist.',
  'embed.unnamed': '{what} can’t be shown here yet because this page doesn’t name its community.',
  'embed.invalid': '{what} can’t be shown here because this page’s community or article name is invalid.',
} as const

/** Names of the content, as used at the start of these sentences. */
export const partLabels: Record<string, string> = { 'stoa-poll': 'The poll', 'stoa-reactions': 'Reactions' }

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
  setTimeout(() => reportMissingCommunity(host), GRACE_MS)
}

/** Logs why an element shows nothing, and replaces the loader's short message with the reason. */
export function showFailure(host: HTMLElement, about: Failure): void {
  const before = host.shadowRoot?.querySelector('button')
  const words = reportRefusal(host, about)
  // The content or the reason has already appeared.
  if (!before || before.closest(`.${NOTICE}`)) return
  adopt(before.getRootNode() as ShadowRoot, styles)
  const notice = document.createElement('p')
  notice.className = NOTICE
  notice.role = 'alert'
  notice.lang = 'en'
  notice.dir = 'ltr'
  notice.textContent = words ?? `${partLabels[host.localName] ?? 'Comments'} could not be loaded.`
  const hasFocus = host.shadowRoot?.activeElement === before
  before.replaceWith(notice)
  if (words) return
  before.textContent = 'Try again'
  before.className = 'stoa-button'
  notice.append(before)
  if (hasFocus) before.focus()
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

/** Logs why the forum refused an element and how to fix it. Returns a text to show where another attempt is useless. */
export function reportRefusal(
  host: Element,
  about: Pick<Failure, 'code' | 'message' | 'details' | 'options'>,
): string | undefined {
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
    return problemText(host, 'embed.notRegistered', {
      site: isNowhere ? 'a page without an origin' : new URL(site).host,
    })
  }
  if (code === 'COMMUNITY_NOT_FOUND') {
    logOncePerPage(host, `${message} ${forumUrl} has no community "${community}"; mend the attribute community.`)
    return problemText(host, 'embed.noCommunity', { community })
  }
  if (code === 'VALIDATION_FAILED') {
    logOnce(host, `${message} Look at the attributes community (at most 40 characters), url and article-id.`)
    return problemText(host, 'embed.invalid')
  }
  const advice = `Is ${forumUrl} the forum, and in reach? Load embed.js from there, or name it with forum-url.`
  logOnce(host, code === 'NETWORK' ? `${message} ${advice}` : message)
  return undefined
}

function reportMissingCommunity(host: HTMLElement & Partial<ElementOptions>): void {
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
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  if (shadow.firstChild) return
  adopt(shadow, styles)
  const words = document.createElement('p')
  words.className = NOTICE
  words.setAttribute('part', 'complaint')
  // The text is English on every page.
  words.lang = 'en'
  words.dir = 'ltr'
  words.textContent = problemText(host, 'embed.unnamed')
  shadow.append(words)
}

function problemText(host: Element, key: keyof typeof problemMessages, values: Record<string, string> = {}): string {
  return formatMessage(problemMessages[key], { what: partLabels[host.localName] ?? 'Comments', ...values }, 'en')
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
