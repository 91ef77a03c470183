import { formatMessage } from '@stoa/ui'
import { adopt } from './adopt-styles.ts'
import styles from './complaint.css?inline'
import { complaintMessages, shownBy } from './complaint-messages.ts'
import type { MountOptions } from './define-element.ts'
import { misspelt } from './misspelt.ts'
import type * as options from './options.ts'
import type { ElementOptions, OptionAttribute } from './options.ts'
import { sendEvent } from './send-event.ts'

/** An application may be about to say which community it is. */
const GRACE_MS = 1000

const told = new WeakMap<Node, Set<string>>()
/** Elements without a community: of each it is told once, until it has had one. */
const unnamed = new WeakSet<Element>()

/**
 * Says on the console what is wrong with an element's options, each thing once, and in its place where it can show
 * nothing. What the loader knows of options comes with the call: importing it would load a second copy.
 */
export function complain(
  host: HTMLElement & Partial<ElementOptions>,
  attributes: typeof options.optionAttributes,
  isUsable: typeof options.isUsable,
): void {
  tellMisspelt(host)
  for (const [name, option] of Object.entries<OptionAttribute>(attributes)) {
    const value = host[name as keyof ElementOptions]
    if (value === undefined || isUsable(option, value)) continue
    say(
      host,
      `${option.attribute}="${host.getAttribute(option.attribute) ?? value}" is not ${expected(option)}. The default is used.`,
    )
  }
  if (host.community || unnamed.has(host)) return
  unnamed.add(host)
  setTimeout(() => tellUnnamed(host), GRACE_MS)
}

/** Says on the console which attributes are nearly ones that the element knows. */
export function tellMisspelt(host: HTMLElement): void {
  const { observedAttributes = [] } = host.constructor as { observedAttributes?: string[] }
  for (const [name, meant] of misspelt(host.getAttributeNames(), observedAttributes)) {
    say(host, `it has no attribute ${name}. Is ${meant} meant?`)
  }
}

/** Says on the console why the forum refused an element, and what to do; the words for its place, where another try is useless. */
export function tellRefusal(
  host: Element,
  about: { code: string; message: string; options: MountOptions },
): string | undefined {
  const { code, message, options } = about
  const { forumUrl, community } = options
  const { origin } = window
  if (code === 'ORIGIN_NOT_REGISTERED') {
    const isNowhere = origin === 'null'
    const advice = isNowhere
      ? 'It has no origin: does the sandbox of its frame lack allow-same-origin?'
      : `Register it at the forum: stoa origin:add ${community} ${origin}`
    sayOnce(host, `${message} ${advice}`)
    return wordsFor(host, 'embed.notRegistered', { site: isNowhere ? 'a page without an origin' : location.host })
  }
  if (code === 'COMMUNITY_NOT_FOUND') {
    sayOnce(host, `${message} ${forumUrl} has no community "${community}"; mend the attribute community.`)
    return wordsFor(host, 'embed.noCommunity', { community })
  }
  if (code === 'VALIDATION_FAILED') {
    say(host, `${message} Look at the attributes community (at most 40 characters), url and article-id.`)
    return wordsFor(host, 'embed.invalid')
  }
  const advice = `Is ${forumUrl} the forum, and in reach? Load embed.js from there, or name it with forum-url.`
  say(host, code === 'NETWORK' ? `${message} ${advice}` : message)
  return undefined
}

function tellUnnamed(host: HTMLElement & Partial<ElementOptions>): void {
  if (!host.isConnected || host.community) {
    unnamed.delete(host)
    return
  }
  const message = 'the attribute community is missing: name the community, as in <stoa-comments community="FORUM">.'
  say(host, message)
  sendEvent(host, 'stoa-error', { code: 'COMMUNITY_MISSING', message })
  // What comes of a name. Without one after that is another fault.
  for (const event of ['stoa-ready', 'stoa-error'])
    host.addEventListener(event, () => unnamed.delete(host), { once: true })
  if (host.localName === 'stoa-count') return
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  if (shadow.firstChild) return
  adopt(shadow, styles)
  const words = document.createElement('p')
  words.className = 'stoa-embed-notice'
  words.setAttribute('part', 'complaint')
  // They are said in English, whatever the page around is in.
  words.lang = 'en'
  words.dir = 'ltr'
  words.textContent = wordsFor(host, 'embed.unnamed')
  // What is shown once the community is named takes their place.
  shadow.append(words)
}

/** In English, whatever the page around is in: it names what the element would show. */
function wordsFor(host: Element, key: keyof typeof complaintMessages, values: Record<string, string> = {}): string {
  return formatMessage(complaintMessages[key], { what: shownBy[host.localName] ?? 'Comments', ...values }, 'en')
}

/** What holds for all elements of a page is told by the first. */
const sayOnce = (host: Element, message: string) => say(host, message, host.ownerDocument)

function say(host: Element, message: string, about: Node = host): void {
  const already = told.get(about) ?? new Set()
  told.set(about, already)
  if (already.has(message)) return
  already.add(message)
  console.error(`<${host.localName}>: ${message}`)
}

function expected({ kind, only }: OptionAttribute): string {
  if (only) return `one of ${only.join(', ')}`
  if (kind === 'number') return 'a whole number from 1 on'
  return kind === 'address' ? 'an address of the web' : 'a language tag such as en or pt-BR'
}
