import { DOMSerializer, type Node as DocumentNode, Fragment, Slice } from 'prosemirror-model'
import { isFields } from '../document/attributes.ts'
import { schema } from '../document/schema.ts'
import { writeMarkdown } from '../markdown/write.ts'

const { nodes } = schema
/** Holds the copied part of the document as JSON, for pasting it unchanged. */
export const OWN_ATTRIBUTE = 'data-stoa-slice'

/** What HTML calls numbering styles. */
const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['lower-alpha', 'a'],
  ['upper-alpha', 'A'],
  ['lower-roman', 'i'],
  ['upper-roman', 'I'],
])

/** The part without what only this document knows: stored blocks, which may contain deleted text, and ids. */
export function withoutOrigins(slice: Slice): Slice {
  return new Slice(Fragment.fromArray(slice.content.content.map(withoutOrigin)), slice.openStart, slice.openEnd)
}

function withoutOrigin(node: DocumentNode): DocumentNode {
  if (node.isText) return node
  const { origin, id } = node.attrs
  const attrs = (origin ?? id ?? null) === null ? node.attrs : { ...node.attrs, ...known(node, ['origin', 'id']) }
  return node.type.create(attrs, Fragment.fromArray(node.content.content.map(withoutOrigin)), node.marks)
}

function known({ attrs }: DocumentNode, names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.filter((name) => name in attrs).map((name) => [name, null]))
}

/** Reads what `writeHtml` wrote; null if it isn't that. Anyone may have written it. */
export function readOwnSlice(json: string): Slice | null {
  try {
    const value: unknown = JSON.parse(json)
    const slice = isFields(value) ? Slice.fromJSON(schema, value) : Slice.empty
    checkOpen(slice.content, slice.openStart, slice.openEnd)
    // A file that another editor hasn't uploaded yet.
    const isComplete = ({ attrs }: DocumentNode) => !attrs.upload || attrs.url !== null
    const kept = slice.content.content.filter(isComplete)
    if (kept.length === slice.content.childCount) return slice.size > 0 ? slice : null
    return kept.length > 0 ? new Slice(Fragment.fromArray(kept), 0, 0) : null
  } catch {
    return null
  }
}

/** Throws unless each node is valid that isn't cut at an edge of the slice. */
function checkOpen(content: Fragment, openStart: number, openEnd: number): void {
  if ((openStart > 0 || openEnd > 0) && content.childCount === 0) throw new RangeError('A slice is open, but empty.')
  content.forEach((node, _offset, index) => {
    const start = index === 0 ? openStart : 0
    const end = index === content.childCount - 1 ? openEnd : 0
    if (start === 0 && end === 0) node.check()
    else checkOpen(node.content, Math.max(0, start - 1), Math.max(0, end - 1))
  })
}

/** Writes blocks as plain HTML for other programs. `origin` precedes addresses of this site. */
export function writeHtml(
  content: Fragment,
  { origin, document, slice }: { origin: string; document: Document; slice: Slice },
): DocumentFragment {
  const parts = document.createDocumentFragment()
  const isItems = content.firstChild?.type === nodes.item
  const blocks = isItems ? [nodes.list.create(null, content)] : content.content
  const write = createWriter(origin, document)
  for (const block of blocks) parts.append(...write(block))
  parts.firstElementChild?.setAttribute(OWN_ATTRIBUTE, JSON.stringify(slice.toJSON()))
  return parts
}

/** Text for other programs: Markdown, if there is anything to express by it. */
export function writeText(slice: Slice, origin: string): string {
  const text = onlyTextOf(slice)
  const blocks = text ? [nodes.paragraph.create(null, text.content)] : slice.content.content
  const isPlain = blocks.every((block) => isPlainText(block))
  if (!isPlain) return writeMarkdown(blocks.map(asBlock), origin)
  return blocks.map((block) => block.textBetween(0, block.content.size, '\n', '\n')).join('\n\n')
}

/** The text, if the slice is a part of only one. */
export function onlyTextOf({ content, openStart, openEnd }: Slice): DocumentNode | null {
  let only = content.childCount === 1 ? content.firstChild : null
  let depth = 1
  while (only && !only.isTextblock && only.childCount === 1) {
    only = only.firstChild
    depth += 1
  }
  return only?.isTextblock && openStart >= depth && openEnd >= depth ? only : null
}

/** Text blocks without formatting, and code alone, are copied as they are. */
function isPlainText(block: DocumentNode): boolean {
  if (block.type === nodes.tableCell || block.type === nodes.paragraph || block.type === nodes.codeBlock) {
    return block.content.content.every(({ marks }) => marks.length === 0)
  }
  return false
}

/** A part of a block as a block of its own. */
function asBlock(node: DocumentNode): DocumentNode {
  if (node.type === nodes.item) return nodes.list.create(null, node)
  const isPart = node.isTextblock && node.type.spec.group !== 'block'
  return isPart ? nodes.paragraph.create(null, node.content) : node
}

function createWriter(origin: string, document: Document): (block: DocumentNode) => Element[] {
  const inlineSerializer = DOMSerializer.fromSchema(schema)

  const element = (name: string, attributes: Record<string, string> = {}, ...children: (Node | string)[]) => {
    const created = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value)
    created.append(...children)
    return created
  }
  const inline = (name: string, content: Fragment, attributes: Record<string, string> = {}) => {
    const created = element(name, attributes)
    inlineSerializer.serializeFragment(content, { document }, created)
    return created
  }
  const link = (address: string, text: string) => element('a', { href: address }, text || address)
  const fullAddress = (url: unknown) => {
    const address = typeof url === 'string' ? url : ''
    return address.startsWith('/') ? origin + address : address
  }
  const figure = (content: Element, block: DocumentNode) =>
    element('figure', {}, content, ...(block.content.size > 0 ? [inline('figcaption', block.content)] : []))

  const list = (block: DocumentNode): Element => {
    const { style, start, counterType } = block.attrs as Record<string, string | number | null>
    const items = block.content.content.map((item) => {
      const text = item.firstChild ? inline('span', item.firstChild.content) : element('span')
      const sign = style === 'checklist' ? [item.attrs.checked === true ? '☑ ' : '☐ '] : []
      const inner = item.childCount > 1 ? [list(item.child(1))] : []
      return element('li', {}, ...sign, ...text.childNodes, ...inner)
    })
    if (style !== 'ordered') return element('ul', {}, ...items)
    const numbers = {
      ...(start === null ? {} : { start: String(start) }),
      ...(TYPES.has(counterType) ? { type: TYPES.get(counterType) ?? '' } : {}),
    }
    return element('ol', numbers, ...items)
  }

  const table = ({ attrs, content }: DocumentNode) => {
    const rows = content.content.map((row, index) => {
      const name = index === 0 && attrs.withHeadings === true ? 'th' : 'td'
      return element('tr', {}, ...row.content.content.map((cell) => inline(name, cell.content)))
    })
    return element('table', {}, element('tbody', {}, ...rows))
  }

  const pair = (name: string, [first, second]: [Element, Element], attributes: Record<string, string> = {}) =>
    element(name, attributes, ...[first, second].filter((part) => part.hasChildNodes()))

  return (block) => {
    const { type, attrs, content } = block
    switch (type) {
      case nodes.heading:
        return [inline(`h${attrs.level}`, content)]
      case nodes.list:
        return [list(block)]
      case nodes.quote:
        return [pair('blockquote', [inline('p', partOf(block, 0)), inline('footer', partOf(block, 1))])]
      case nodes.warning: {
        const parts: [Element, Element] = [inline('header', partOf(block, 0)), inline('p', partOf(block, 1))]
        return [pair('aside', parts, { role: 'note' })]
      }
      case nodes.codeBlock: {
        const isKnown = attrs.language !== ''
        const name: Record<string, string> = isKnown ? { 'data-language': String(attrs.language) } : {}
        const language: Record<string, string> = isKnown ? { class: `language-${attrs.language}` } : {}
        return [element('pre', name, element('code', language, block.textContent))]
      }
      case nodes.table:
        return [table(block)]
      case nodes.tableRow:
        return [table(nodes.table.create(null, block))]
      case nodes.delimiter:
        return [element('hr')]
      case nodes.image:
      case nodes.simpleImage: {
        const address = fullAddress(attrs.url)
        if (address === '') return content.size > 0 ? [inline('p', content)] : []
        return [figure(element('img', { src: address, alt: String(attrs.alt ?? '') }), block)]
      }
      case nodes.linkTool:
        return [element('p', {}, link(String(attrs.link ?? ''), String(attrs.title)))]
      case nodes.video:
      case nodes.audio:
      case nodes.embed: {
        const address = fullAddress(attrs.url ?? attrs.source)
        return address === '' ? [] : [figure(link(address, ''), block)]
      }
      case nodes.unknown:
        return [element('p')]
      default:
        return [inline('p', block.isTextblock ? content : Fragment.empty)]
    }
  }
}

/** The text of a block's part. A copied block may lack one. */
function partOf(block: DocumentNode, index: number): Fragment {
  const names = [
    [nodes.quoteText, nodes.warningTitle],
    [nodes.quoteCaption, nodes.warningMessage],
  ]
  return block.content.content.find(({ type }) => names[index]?.includes(type))?.content ?? Fragment.empty
}
