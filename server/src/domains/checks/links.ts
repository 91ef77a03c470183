import { domainToASCII } from 'node:url'

/** A web address in a text. */
export interface FoundLink {
  /** In ASCII, without `www.`. */
  host: string
  /** With query and fragment, from the first `/`, `?` or `#` on; in lower case. */
  path: string
  /** As it is written. */
  text: string
  /** It has a scheme or begins with `www.`: people see a link, not just two words without a blank between. */
  isPlain: boolean
}

const SCHEME = /^https?:\/\//i
const BREAKS = /[\s<>"'()[\]{}|,;«»“”、。，；（）「」]+/u
/** An address with its scheme, wherever it begins. Browsers read an ideographic full stop in a host as a dot. */
const WITH_SCHEME =
  /(https?:\/\/(?:\[[\da-f:.]{2,45}\]|(?:[^\s<>"'()[\]{}|,;«»“”、。，；（）「」/?#]|。(?=[a-z\d])){1,2000})[^\s<>"'()[\]{}|,;«»“”、。，；（）「」]*)/iu
const HOST = /^(?:[\p{L}\p{N}_-]{1,63}\.){1,20}\p{L}[\p{L}\p{N}-]{1,62}$/u
/** Characters that nobody sees, such as soft hyphens. */
const INVISIBLE = /\p{Cf}/gu
/** What ends a sentence rather than an address. */
const TRAILING = new Set('.!?:*_~…')
/** Longer ones are none, even with each character escaped. */
const HOST_MAX_LENGTH = 2300

/** The address that a word without blanks is; null: it is none. */
export function linkOf(word: string): FoundLink | null {
  const hasScheme = SCHEME.test(word)
  const text = word.replace(SCHEME, '')
  const end = text.search(/[/?#\\]/)
  const authority = end < 0 ? text : text.slice(0, end)
  // A mail address is no link.
  if (!hasScheme && authority.includes('@')) return null
  const name = authority.slice(authority.lastIndexOf('@') + 1)
  const host = hasScheme ? hostOf(name) : hostWithoutScheme(name)
  if (host === null) return null
  const isWww = host.startsWith('www.')
  const path = end < 0 ? '' : text.slice(end).toLowerCase()
  return { host: isWww ? host.slice(4) : host, path, text: word, isPlain: hasScheme || isWww }
}

/** The host as browsers read it. */
function hostOf(name: string): string | null {
  if (name.length > HOST_MAX_LENGTH || !URL.canParse(`http://${name}`)) return null
  const host = new URL(`http://${name}`).hostname.replace(/\.$/, '')
  return /[.:]/.test(host) ? host : null
}

function hostWithoutScheme(name: string): string | null {
  if (name.length > HOST_MAX_LENGTH) return null
  const host = name.replace(INVISIBLE, '').replace(/:\d{0,5}$/, '')
  if (host.length > 253 || !HOST.test(host)) return null
  return domainToASCII(host.toLowerCase()) || null
}

/** The web addresses of a text, in its order. */
export function linksIn(text: string): FoundLink[] {
  // Every second part is an address with its scheme.
  return text
    .split(WITH_SCHEME)
    .flatMap((part, index) => (index % 2 === 1 ? [part] : part.split(BREAKS).filter((word) => word.includes('.'))))
    .flatMap((word) => linkOf(withoutTrailing(word)) ?? [])
}

/** How many links people see. */
export function countPlain(links: readonly FoundLink[]): number {
  return links.filter(({ isPlain }) => isPlain).length
}

function withoutTrailing(word: string): string {
  let end = word.length
  while (end > 0 && TRAILING.has(word.charAt(end - 1))) end -= 1
  return word.slice(0, end)
}
