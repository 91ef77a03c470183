import { httpUrl } from '@stoa/contract'

interface Tag {
  name: string
  closing: boolean
  href: string | null
  /** Index after the `>`. */
  end: number
}

const NAMES: ReadonlySet<string> = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'code', 'mark', 'a', 'br'])
/** A longer tag is text, so that hostile quotes can't make each `<` scan the whole rest. */
const TAG_MAX_LENGTH = 4096
const TAG_NAME = /<(\/?)([a-z]{1,6})(?=[\s/>])/iy
const TAG_END = /\s*\/?>/y
const ATTRIBUTE = /\s+([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/y
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  shy: '\u00AD',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
}

/**
 * The visible text of inline markup, followed by the addresses of its links. Parses like `parseInline` of the post
 * view: known tags are markup, `<br>` is a line break, everything else is text. Linear in the length.
 */
export function inlineText(source: string): string {
  const pieces: string[] = []
  const addresses: string[] = []
  /** Names of open elements. */
  const open: string[] = []
  const counts = new Map<string, number>()
  const countOf = (name: string) => counts.get(name) ?? 0

  const closeTag = (name: string) => {
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      counts.set(last, countOf(last) - 1)
      if (last === name) return
    }
  }
  const openTag = ({ name, href }: Tag) => {
    const url = name === 'a' && href !== null && countOf('a') === 0 ? httpUrl(href) : null
    if (url) addresses.push(url.href)
    open.push(name)
    counts.set(name, countOf(name) + 1)
  }

  let position = 0
  while (position < source.length) {
    const next = source.indexOf('<', position)
    const special = next < 0 ? source.length : next
    pieces.push(decoded(source.slice(position, special)))
    position = special
    if (position === source.length) break
    const tag = readTag(source, position)
    const isKnown = tag && NAMES.has(tag.name) && (!tag.closing || countOf(tag.name) > 0)
    if (!isKnown) pieces.push('<')
    else if (tag.name === 'br') pieces.push('\n')
    else if (tag.closing) closeTag(tag.name)
    else openTag(tag)
    position = isKnown ? tag.end : position + 1
  }
  return [pieces.join(''), ...addresses].join('\n')
}

/** Parses the tag at `from`; null if there is no complete tag. */
function readTag(source: string, from: number): Tag | null {
  const head = matchAt(TAG_NAME, source, from)
  if (!head) return null
  const text = source.slice(from, from + TAG_MAX_LENGTH)
  let at = head[0].length
  let href: string | null = null
  for (;;) {
    const end = matchAt(TAG_END, text, at)
    if (end) {
      const name = (head[2] ?? '').toLowerCase()
      return { name, closing: head[1] === '/', href, end: from + at + end[0].length }
    }
    const found = matchAt(ATTRIBUTE, text, at)
    if (!found) return null
    if (href === null && found[1]?.toLowerCase() === 'href') href = decoded(found[2] ?? found[3] ?? found[4] ?? '')
    at += found[0].length
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** The text with character references resolved; unknown ones stay as written. */
function decoded(text: string): string {
  return text.replace(ENTITY, (reference) => {
    const inner = reference.slice(1, -1)
    if (!inner.startsWith('#')) return named(inner) ?? reference
    return characterOf(Number(/^#x/i.test(inner) ? `0${inner.slice(1)}` : inner.slice(1))) ?? reference
  })
}

function named(name: string): string | undefined {
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
}

function characterOf(code: number): string | undefined {
  const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return isControl || isSurrogate || code > 0x10ffff ? undefined : String.fromCodePoint(code)
}
