import { httpUrl, isBlankText, normalizeText, POST_TITLE_MAX_LENGTH } from '@stoa/contract'

/** Query parameters that track visitors and don't identify the page. */
const TRACKING_NAMES: ReadonlySet<string> = new Set([
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  'cmpid',
  'dclid',
  'fb_action_ids',
  'fb_action_types',
  'fb_source',
  'fbclid',
  'gbraid',
  'gclid',
  'gclsrc',
  'igsh',
  'igshid',
  'li_fat_id',
  'mibextid',
  'mkt_tok',
  'msclkid',
  'oly_anon_id',
  'oly_enc_id',
  'ref_src',
  'ref_url',
  's_cid',
  'srsltid',
  'ttclid',
  'twclid',
  'vero_id',
  'wbraid',
  'yclid',
]) // prettier-ignore
/** Parameters that track visitors on most sites, and identify the page on some: there its canonical link has them. */
const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(['amp', 'ref', 'referrer', 'si'])
/** Served for a directory's address. */
const INDEX = '/index.html'
const TRACKING_PREFIXES = ['utm_', 'mc_', 'pk_', 'mtm_', 'hsa_']

/**
 * Canonicalises an address: lower-case host without a final dot, no default port, no fragment, no tracking parameters
 * (ambiguous ones stay if the page's canonical link has them, too), the others sorted by name, letters composed (NFC), no
 * doubled or final slashes, no final `index.html`. Null unless it is http or https. The scheme is kept for fetching;
 * `identityOf` drops it.
 */
export function canonicalUrl(address: string, canonicalLink?: string): string | null {
  const url = httpUrl(address.trim())
  if (!url) return null
  url.hash = ''
  url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '')
  if (url.hostname === '') return null
  url.pathname = composedLetters(evenEscapes(url.pathname)).replace(/\/{2,}/g, '/')
  url.pathname = url.pathname.replace(/\/$/, '')
  while (url.pathname.endsWith(INDEX)) url.pathname = url.pathname.slice(0, -INDEX.length)
  const declared = ambiguousNames(canonicalLink)
  const parameters = [...url.searchParams].filter(([name]) => !isTracking(name, declared))
  url.search = composedQuery(new URLSearchParams(parameters).toString())
  const { host, pathname, search } = url
  return `${url.protocol}//${host}${pathname === '/' ? '' : pathname}${search}`
}

/** The identity of an address, the same for http and https. */
export function identityOf(canonical: string): string {
  return canonical.replace(/^https?:/, '')
}

/** The address without a final `.html` or `.htm`. */
export function withoutHtmlExtension(canonical: string): string {
  const end = canonical.indexOf('?')
  const [path, query] = end === -1 ? [canonical, ''] : [canonical.slice(0, end), canonical.slice(end)]
  // Only the path counts, and only if it is longer than the extension.
  const isFile = new URL(path).pathname !== '/' && /[^/]\.html?$/.test(path)
  return isFile ? path.replace(/\.html?$/, '') + query : canonical
}

/** A readable title for a page not read yet: the last part of its path, or its host. */
export function titleFromUrl(canonical: string): string {
  const { pathname, host } = new URL(canonical)
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  const words = normalizeText(decoded(last).replace(/\.\w{1,5}$/, ''))
    .replace(/[-_+\s]+/g, ' ')
    .trim()
  if (isBlankText(words)) return host
  const [first = '', ...rest] = [...words].slice(0, POST_TITLE_MAX_LENGTH)
  return first.toUpperCase() + rest.join('')
}

function ambiguousNames(canonicalLink = ''): ReadonlySet<string> {
  const names = [...(httpUrl(canonicalLink.trim())?.searchParams.keys() ?? [])].map((name) => name.toLowerCase())
  return new Set(names.filter((name) => AMBIGUOUS_NAMES.has(name)))
}

function isTracking(name: string, declared: ReadonlySet<string>): boolean {
  const key = name.toLowerCase()
  if (AMBIGUOUS_NAMES.has(key)) return !declared.has(key)
  return TRACKING_NAMES.has(key) || TRACKING_PREFIXES.some((prefix) => key.startsWith(prefix))
}

/** Writes escapes in upper case, and unreserved characters unescaped (RFC 3986, section 6.2.2). */
function evenEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[0-9A-Za-z._~-]/.test(character) ? character : escape.toUpperCase()
  })
}

/** Composes the letters of a canonical address. */
export function composed(canonical: string): string {
  const [path = '', query] = canonical.split('?')
  return composedLetters(path) + (query === undefined ? '' : `?${composedQuery(query)}`)
}

/** Composes the letters of parameters and sorts them by name. */
function composedQuery(query: string): string {
  const parameters = new URLSearchParams(composedLetters(query))
  parameters.sort()
  return parameters.toString()
}

/** Composes escaped letters and marks (NFC): Macs write `e` and an accent where others write `é`. */
function composedLetters(escaped: string): string {
  // A letter isn't the end of the escape before it.
  return escaped.replace(/(?:(?<!%[0-9A-F]?)[0-9A-Za-z])?(?:%[89A-F][0-9A-F])+/g, (run) => {
    try {
      return encodeURIComponent(decodeURIComponent(run).normalize('NFC'))
    } catch {
      // Not UTF-8.
      return run
    }
  })
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
