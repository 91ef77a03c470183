import { httpUrl } from '@stoa/contract'

/** Elements of inline markup, besides links and line breaks. */
export type InlineElementName = 'b' | 'strong' | 'i' | 'em' | 'u' | 's' | 'code' | 'mark'

/** A node of a block's inline text. Links are http or https only. */
export type InlineNode =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'element'; name: InlineElementName; children: InlineNode[] }
  | { type: 'link'; href: string; children: InlineNode[] }

interface Tag {
  name: string
  closing: boolean
  href: string | null
  /** Index after the `>`. */
  end: number
}

/**
 * An open element. It is transparent (adds no node) if it repeats an enclosing one, or is a link without a valid
 * address.
 */
interface OpenElement {
  name: string
  transparent: boolean
  children: InlineNode[]
}

const names: ReadonlySet<string> = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'code', 'mark', 'a', 'br'])
/** Longer tags are text, so that hostile quotes can't make each `<` scan the whole rest. */
const TAG_MAX_LENGTH = 4096

/**
 * Parses a block's inline markup (`<b> <strong> <i> <em> <u> <s> <code> <mark> <a href> <br>` and entities) to a tree.
 * Everything else is text, unchanged. Linear in the length, at most nine levels deep, and never throws.
 */
export function parseInline(source: string): InlineNode[] {
  const root: InlineNode[] = []
  const open: OpenElement[] = []
  const openCount = new Map<string, number>()
  let children = root
  let position = 0

  const addText = (text: string) => {
    const last = children.at(-1)
    if (last?.type === 'text') last.text += text
    else if (text !== '') children.push({ type: 'text', text })
  }

  const openTag = ({ name, href }: Tag) => {
    const repeats = (openCount.get(name) ?? 0) > 0
    const node: InlineNode | null = repeats ? null : nodeOf(name, href)
    if (node) children.push(node)
    open.push({ name, transparent: node === null, children })
    openCount.set(name, (openCount.get(name) ?? 0) + 1)
    if (node && 'children' in node) children = node.children
  }

  const closeTag = (name: string) => {
    for (let element = open.pop(); element; element = open.pop()) {
      openCount.set(element.name, (openCount.get(element.name) ?? 1) - 1)
      if (!element.transparent) children = element.children
      if (element.name === name) return
    }
  }

  while (position < source.length) {
    const next = source.indexOf('<', position)
    const end = next === -1 ? source.length : next
    if (end > position) addText(decodeEntities(source.slice(position, end)))
    position = end
    if (next === -1) break
    const tag = readTag(source, position)
    const matched = tag && names.has(tag.name) && (!tag.closing || (openCount.get(tag.name) ?? 0) > 0)
    if (!matched) addText('<')
    else if (tag.name === 'br') children.push({ type: 'break' })
    else if (tag.closing) closeTag(tag.name)
    else openTag(tag)
    position = matched ? tag.end : position + 1
  }
  return root
}

/** The text of a tree without its markup. Breaks become line feeds. */
export function inlineText(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => (node.type === 'text' ? node.text : node.type === 'break' ? '\n' : inlineText(node.children)))
    .join('')
}

function nodeOf(name: string, href: string | null): InlineNode | null {
  if (name !== 'a') return { type: 'element', name: name as InlineElementName, children: [] }
  const url = href === null ? null : httpUrl(href)
  return url ? { type: 'link', href: url.href, children: [] } : null
}

const tagName = /<(\/?)([a-z]{1,6})(?=[\s/>])/iy
const tagEnd = /\s*\/?>/y
const attribute = /\s+([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/y

/** Reads the tag that starts at `from`, or null if it is incomplete. */
function readTag(source: string, from: number): Tag | null {
  const head = matchAt(tagName, source, from)
  if (!head) return null
  const text = source.slice(from, from + TAG_MAX_LENGTH)
  let at = head[0].length
  let href: string | null = null
  for (;;) {
    const end = matchAt(tagEnd, text, at)
    if (end) {
      const name = (head[2] ?? '').toLowerCase()
      return { name, closing: head[1] === '/', href, end: from + at + end[0].length }
    }
    const found = matchAt(attribute, text, at)
    if (!found) return null
    if (href === null && found[1]?.toLowerCase() === 'href') {
      href = decodeEntities(found[2] ?? found[3] ?? found[4] ?? '')
    }
    at += found[0].length
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi
const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
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

function namedCharacter(name: string): string | undefined {
  return Object.hasOwn(namedEntities, name) ? namedEntities[name] : undefined
}

function characterOf(code: number): string | undefined {
  const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return isControl || isSurrogate || code > 0x10ffff ? undefined : String.fromCodePoint(code)
}

/** Replaces character references; unknown ones stay text. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(entity, (whole: string, ...parts: (string | undefined)[]) => {
    const [decimal, hexadecimal, name] = parts
    const character = name === undefined ? characterOf(Number(decimal ?? `0x${hexadecimal}`)) : namedCharacter(name)
    return character ?? whole
  })
}
