import { httpUrl } from './rules.ts'

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

/** An element without its end tag yet. */
interface OpenElement {
  name: string
  /** The nodes among which it stands. */
  siblings: InlineNode[]
}

const NAMES: ReadonlySet<string> = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'code', 'mark', 'a', 'br'])
/** A longer tag is text, so that hostile quotes can't make each `<` scan the whole rest. */
const TAG_MAX_LENGTH = 4096
const TAG_NAME = /<(\/?)([a-z]{1,6})(?=[\s/>])/iy
const TAG_END = /\s*\/?>/y
const ATTRIBUTE = /\s+([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/y
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi
const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['shy', '\u00ad'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
])

/**
 * Parses a block's inline markup (`<b> <strong> <i> <em> <u> <s> <code> <mark> <a href> <br>` and entities) to a tree.
 * Everything else is text, unchanged. An element inside an equal one, and a link without a valid address, are reduced
 * to their content. Linear in the length, at most nine levels deep, and never throws.
 */
export function parseInline(source: string): InlineNode[] {
  const root: InlineNode[] = []
  const open: OpenElement[] = []
  const openCounts = new Map<string, number>()
  let siblings = root

  const countOf = (name: string) => openCounts.get(name) ?? 0

  const addText = (text: string) => {
    const last = siblings.at(-1)
    if (last?.type === 'text') last.text += text
    else siblings.push({ type: 'text', text })
  }

  const openElement = ({ name, href }: Tag) => {
    const node = countOf(name) > 0 ? null : elementOf(name, href)
    open.push({ name, siblings })
    openCounts.set(name, countOf(name) + 1)
    if (!node) return
    siblings.push(node)
    siblings = node.children
  }

  /** Closes the innermost element of that name, and those inside it. */
  const closeElement = (name: string) => {
    for (let element = open.pop(); element; element = open.pop()) {
      siblings = element.siblings
      openCounts.set(element.name, countOf(element.name) - 1)
      if (element.name === name) return
    }
  }

  let position = 0
  while (position < source.length) {
    const next = source.indexOf('<', position)
    const end = next < 0 ? source.length : next
    if (end > position) addText(decodeEntities(source.slice(position, end)))
    position = end
    if (next < 0) break
    const tag = readTag(source, position)
    const isMarkup = tag && NAMES.has(tag.name) && (!tag.closing || countOf(tag.name) > 0)
    if (!isMarkup) addText('<')
    else if (tag.name === 'br') siblings.push({ type: 'break' })
    else if (tag.closing) closeElement(tag.name)
    else openElement(tag)
    position = isMarkup ? tag.end : position + 1
  }
  return root
}

/** The text of a tree without its markup. Breaks become line feeds. */
export function inlineText(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => (node.type === 'text' ? node.text : node.type === 'break' ? '\n' : inlineText(node.children)))
    .join('')
}

/** The node of an element; null for a link without a valid address. */
function elementOf(name: string, href: string | null) {
  if (name !== 'a') return { type: 'element' as const, name: name as InlineElementName, children: [] as InlineNode[] }
  const url = href === null ? null : httpUrl(href)
  return url && { type: 'link' as const, href: url.href, children: [] as InlineNode[] }
}

/** Reads the tag that starts at `from`; null if it is incomplete. */
function readTag(source: string, from: number): Tag | null {
  const text = source.slice(from, from + TAG_MAX_LENGTH)
  const head = matchAt(TAG_NAME, text, 0)
  if (!head) return null
  let at = head[0].length
  let href: string | null = null
  for (;;) {
    const end = matchAt(TAG_END, text, at)
    if (end) {
      const name = (head[2] ?? '').toLowerCase()
      return { name, closing: head[1] === '/', href, end: from + at + end[0].length }
    }
    const attribute = matchAt(ATTRIBUTE, text, at)
    if (!attribute) return null
    const [whole, name, ...values] = attribute
    if (href === null && name?.toLowerCase() === 'href') {
      href = decodeEntities(values.find((value) => value !== undefined) ?? '')
    }
    at += whole.length
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Replaces character references; unknown ones stay text. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (reference: string, ...groups: (string | undefined)[]) => {
    const [decimal, hexadecimal, name] = groups
    const character = name === undefined ? characterOf(Number(decimal ?? `0x${hexadecimal}`)) : NAMED_ENTITIES.get(name)
    return character ?? reference
  })
}

function characterOf(code: number): string | undefined {
  const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return isControl || isSurrogate || code > 0x10ffff ? undefined : String.fromCodePoint(code)
}
