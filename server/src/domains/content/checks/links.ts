import { domainToASCII } from 'node:url'

/** A web address in a text. */
export interface FoundLink {
  /** In ASCII, without `www.`. */
  host: string
  /** In lower case, with query and fragment: everything from the first `/`, `?` or `#` on. */
  path: string
  /** As written. */
  text: string
  /** True if it has a scheme or begins with `www.`: people see a link, not two words without a blank between them. */
  isPlain: boolean
}

const SCHEME = /^https?:\/\//i
const BREAKS = /[\s<>"'()[\]{}|,;«»“”、。，；（）「」]+/u
/** An address with a scheme, anywhere in the text. Browsers read an ideographic full stop in a host as a dot. */
const WITH_SCHEME =
  /(https?:\/\/(?:\[[\da-f:.]{2,45}\]|(?:[^\s<>"'()[\]{}|,;«»“”、。，；（）「」/?#]|。(?=[a-z\d])){1,2000})[^\s<>"'()[\]{}|,;«»“”、。，；（）「」]*)/iu
const HOST = /^(?:[\p{L}\p{N}_-]{1,63}\.){1,20}\p{L}[\p{L}\p{N}-]{1,62}$/u
/** Invisible characters, such as soft hyphens. */
const INVISIBLE = /\p{Cf}/gu
/** Characters that end a sentence rather than an address. */
const TRAILING = new Set('.!?:*_~…')
/** Longer hosts are invalid, even with every character escaped. */
const HOST_MAX_LENGTH = 2300

/** Parses a word without blanks as an address; null if it is none. */
export function linkOf(word: string): FoundLink | null {
  const hasScheme = SCHEME.test(word)
  const text = word.replace(SCHEME, '')
  const end = text.search(/[/?#\\]/)
  const authority = end < 0 ? text : text.slice(0, end)
  // An email address is no link.
  if (!hasScheme && authority.includes('@')) return null
  const name = authority.slice(authority.lastIndexOf('@') + 1)
  const host = hasScheme ? hostOf(name) : hostWithoutScheme(name)
  if (host === null) return null
  const isWww = host.startsWith('www.')
  const path = end < 0 ? '' : text.slice(end).toLowerCase()
  return { host: isWww ? host.slice(4) : host, path, text: word, isPlain: hasScheme || isWww }
}

/** A host that browsers take as it is: neither an IPv4 address, nor Punycode, which they check. */
const PLAIN_HOST = /^(?!.*xn--)(?:[a-z\d-]{1,63}\.){1,20}[a-z][a-z\d-]{1,62}$/

/** The host as browsers parse it. */
function hostOf(name: string): string | null {
  // Parsing an address takes many times longer, and a post may have thousands.
  if (PLAIN_HOST.test(name)) return name
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

/** The web addresses of a text, in order. */
export function linksIn(text: string): FoundLink[] {
  // Odd-numbered parts are addresses with a scheme.
  return text
    .split(WITH_SCHEME)
    .flatMap((part, index) => (index % 2 === 1 ? [part] : part.split(BREAKS).filter((word) => word.includes('.'))))
    .flatMap((word) => linkOf(withoutTrailing(word)) ?? [])
}

/** Number of links that people recognize as such. */
export function countPlain(links: readonly FoundLink[]): number {
  return links.filter(({ isPlain }) => isPlain).length
}

function withoutTrailing(word: string): string {
  let end = word.length
  while (end > 0 && TRAILING.has(word.charAt(end - 1))) end -= 1
  return word.slice(0, end)
}
