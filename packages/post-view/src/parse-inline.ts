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

/** Receives what inline markup consists of, in its order. Elements are nested properly, and all are closed. */
interface InlineReceiver {
  /** Never called twice in a row. */
  text(text: string): void
  lineBreak(): void
  open(name: InlineElementName): void
  openLink(href: string): void
  close(name: InlineElementName | 'a'): void
}

/**
 * An open element. It is transparent (reported neither open nor closed) if it repeats an enclosing one, or is a link
 * without a valid address.
 */
interface OpenElement {
  name: InlineElementName | 'a'
  transparent: boolean
}

const names: ReadonlySet<string> = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'code', 'mark', 'a', 'br'])
/** Longer tags are text, so that hostile quotes can't make each `<` scan the whole rest. */
const TAG_MAX_LENGTH = 4096

/**
 * Reads a block's inline markup (`<b> <strong> <i> <em> <u> <s> <code> <mark> <a href> <br>` and entities). Everything
 * else is text, unchanged. Linear in the length, at most nine levels deep, and never throws. `readText` is applied to
 * text as it is in the source. Default: decodes it.
 */
function readInline(source: string, receiver: InlineReceiver, readText = decodeEntities): void {
  const open: OpenElement[] = []
  const openCount = new Map<string, number>()
  let text = ''
  let position = 0

  const endText = () => {
    if (text !== '') receiver.text(text)
    text = ''
  }

  const openElement = (name: OpenElement['name'], href: string | null) => {
    const count = openCount.get(name) ?? 0
    const address = name === 'a' && href !== null ? httpUrl(href)?.href : undefined
    const transparent = count > 0 || (name === 'a' && address === undefined)
    open.push({ name, transparent })
    openCount.set(name, count + 1)
    if (transparent) return
    endText()
    if (name !== 'a') receiver.open(name)
    else if (address !== undefined) receiver.openLink(address)
  }

  /** Closes the innermost element, and returns its name. */
  const closeElement = (): string | undefined => {
    const element = open.pop()
    if (!element) return undefined
    openCount.set(element.name, (openCount.get(element.name) ?? 1) - 1)
    if (!element.transparent) {
      endText()
      receiver.close(element.name)
    }
    return element.name
  }

  while (position < source.length) {
    const next = source.indexOf('<', position)
    const end = next === -1 ? source.length : next
    if (end > position) text += readText(source.slice(position, end))
    position = end
    if (next === -1) break
    const tag = readTag(source, position)
    const matched = tag && names.has(tag.name) && (!tag.closing || (openCount.get(tag.name) ?? 0) > 0)
    if (!matched) text += readText('<')
    else if (tag.name === 'br') {
      endText()
      receiver.lineBreak()
    } else if (!tag.closing) openElement(tag.name as OpenElement['name'], tag.href)
    else while (closeElement() !== tag.name);
    position = matched ? tag.end : position + 1
  }
  while (open.length > 0) closeElement()
  endText()
}

/** Parses a block's inline markup to a tree. */
export function parseInline(source: string): InlineNode[] {
  const parents: InlineNode[][] = []
  let children: InlineNode[] = []
  const add = (node: InlineNode) => {
    children.push(node)
    if (!('children' in node)) return
    parents.push(children)
    children = node.children
  }
  readInline(source, {
    text: (text) => add({ type: 'text', text }),
    lineBreak: () => add({ type: 'break' }),
    open: (name) => add({ type: 'element', name, children: [] }),
    openLink: (href) => add({ type: 'link', href, children: [] }),
    close() {
      children = parents.pop() ?? []
    },
  })
  return children
}

/** The text of a tree without its markup. Breaks become line feeds. */
export function inlineText(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => (node.type === 'text' ? node.text : node.type === 'break' ? '\n' : inlineText(node.children)))
    .join('')
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
