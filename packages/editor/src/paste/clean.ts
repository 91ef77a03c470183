import { httpUrl, LIST_START_MAX } from '@stoa/contract'
import type { Node as DocumentNode, Mark } from 'prosemirror-model'
import {
  codeBlock,
  inlineLines,
  linkOf,
  listBlocks,
  type Pasted,
  type PastedFile,
  type PastedItem,
  type Picture,
  pictureBlock,
  quoteBlock,
  warningBlock,
} from '../document/pasted-blocks.ts'
import { schema } from '../document/schema.ts'
import { dataPicture } from './data-pictures.ts'
import { childrenOf, codeTextOf, STYLE, styleOf } from './elements.ts'
import { targetOf } from './links.ts'
import { normalize } from './sources.ts'
import { readTable } from './tables.ts'
import { createText, type TextParts } from './text-parts.ts'

/** The context of a text. */
interface Around {
  marks: readonly Mark[]
  /** Whether spaces and newlines count. */
  isPre: boolean
  depth: number
}

const { nodes, marks } = schema
/** Deeper elements are treated as if they were on this level. */
const DEPTH_MAX = 100
const IGNORED = new Set(
  ['head', 'link', 'meta', 'noscript', 'object', 'script', 'style', 'template', 'title', 'iframe', 'svg', 'math']
    .concat(['button', 'select', 'textarea', 'input', 'canvas', 'map', 'datalist', 'dialog', 'frameset', 'rp', 'xml'])
    .concat(['col', 'colgroup']),
)
const BLOCKS = new Set(
  ['address', 'article', 'aside', 'body', 'center', 'dd', 'details', 'div', 'dl', 'dt', 'fieldset', 'figcaption']
    .concat(['figure', 'footer', 'form', 'header', 'hgroup', 'li', 'main', 'nav', 'p', 'search', 'section', 'summary'])
    .concat(['tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'caption']),
)
const MARKS: ReadonlyMap<string, 'b' | 'i' | 'u' | 's' | 'code' | 'mark'> = new Map([
  ['b', 'b'],
  ['strong', 'b'],
  ['i', 'i'],
  ['em', 'i'],
  ['cite', 'i'],
  ['var', 'i'],
  ['u', 'u'],
  ['ins', 'u'],
  ['s', 's'],
  ['strike', 's'],
  ['del', 's'],
  ['code', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
  ['mark', 'mark'],
])
const COUNTERS: ReadonlyMap<string, string> = new Map([
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
  ['lower-latin', 'lower-alpha'],
  ['upper-latin', 'upper-alpha'],
])
const LANGUAGE = /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s*)([\w+#.-]{1,40})/
/** Signs at the start of an item that tell whether it is done. */
const BOX = /^(?:\[([ xX])\]|([☐☑☒✅✔]))[\s\u00a0]+/

/**
 * Reads copied HTML: text with its marks and links, headings, lists, quotes, code, tables and pictures. Styles aren't
 * kept. Changes the tree, but runs and loads nothing. `origin` is the page's.
 */
export function cleanHtml(body: HTMLElement, origin: string): Pasted {
  const pictures: Picture[] = []
  const files: PastedFile[] = []
  normalize(body)
  const cleaning: Cleaning = { origin, pictures, files, lost: 0 }
  const blocks = readNodes([...body.childNodes], { marks: [], isPre: false, depth: 0 }, cleaning)
  // Those within other blocks can't be replaced.
  const links = new Set(blocks.map(linkOf))
  const keys = new Set(blocks.map(({ attrs }) => attrs.upload as unknown))
  return {
    nodes: blocks,
    pictures: pictures.filter(({ src }) => links.has(src)),
    files: files.filter(({ key }) => keys.has(key)),
    lost: cleaning.lost,
  }
}

/** What is the same for all of the HTML. */
interface Cleaning {
  origin: string
  pictures: Picture[]
  files: PastedFile[]
  lost: number
}

function readNodes(children: readonly Node[], start: Around, cleaning: Cleaning): DocumentNode[] {
  const blocks: DocumentNode[] = []
  const text = createText()

  const flush = () => {
    const content = text.take()
    if (content.length > 0) blocks.push(nodes.paragraph.create(null, content))
  }
  const push = (added: readonly DocumentNode[]) => {
    flush()
    for (const block of added) blocks.push(block)
  }
  const visit = (node: Node, around: Around) => {
    if (node.nodeType === Node.TEXT_NODE) text.add(node.textContent ?? '', around)
    if (node.nodeType !== Node.ELEMENT_NODE || isHidden(node as Element)) return
    const element = node as HTMLElement
    const name = element.localName
    if (name === 'br') return text.addBreak(around.marks)
    if (name === 'img') return addPicture(element, around, { text, push, cleaning })
    const inside = { ...withMarks(element, around), depth: Math.min(DEPTH_MAX, around.depth + 1) }
    const read = around.depth < DEPTH_MAX ? READERS.get(name) : undefined
    if (read) return push(read(element, inside, cleaning))
    if (around.depth === DEPTH_MAX) return text.add(element.textContent, inside)
    const isBlock = BLOCKS.has(name)
    if (isBlock) flush()
    for (const child of element.childNodes) visit(child, inside)
    if (isBlock) flush()
  }
  for (const node of children) visit(node, start)
  flush()
  return blocks
}

type Read = (element: HTMLElement, inside: Around, cleaning: Cleaning) => DocumentNode[]

/** By names, not as an object: an element may be called `constructor`. */
const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['hr', () => [nodes.delimiter.create()]],
  ['ul', readListElement],
  ['ol', readListElement],
  ['menu', readListElement],
  ['dir', readListElement],
  ['blockquote', readQuote],
  ['pre', readCode],
  ['table', readTableElement],
  ['aside', readAside],
  ['video', readFilm],
  ['audio', readFilm],
  ...[1, 2, 3, 4, 5, 6].map((level): [string, Read] => [`h${level}`, headingReader(level)]),
])

function headingReader(level: number): Read {
  return (element, inside, cleaning) => {
    const content = inlineOf(element, inside, cleaning)
    // Headings are bold anyway.
    const plain = content.map((node) => node.mark(marks.b.removeFromSet(node.marks)))
    return plain.length === 0 ? [] : [nodes.heading.create({ level }, plain)]
  }
}

/** The content of an element as lines. */
function inlineOf(element: Element, inside: Around, cleaning: Cleaning): DocumentNode[] {
  return inlineLines(readNodes([...element.childNodes], inside, { ...cleaning, pictures: [] }))
}

function readTableElement(element: HTMLElement, inside: Around, cleaning: Cleaning): DocumentNode[] {
  return readTable(element, {
    text: (cell) => inlineOf(cell, withMarks(cell, inside), cleaning),
    blocks: (children) => readNodes(children, inside, cleaning),
  })
}

function readQuote(element: HTMLElement, inside: Around, cleaning: Cleaning): DocumentNode[] {
  const last = element.lastElementChild
  const source = last?.matches('footer, cite') ? last : null
  const caption = source ? inlineOf(source, inside, cleaning) : []
  source?.remove()
  const text = inlineOf(element, inside, cleaning)
  if (text.length === 0) return caption.length === 0 ? [] : [quoteBlock(caption)]
  return [quoteBlock(text, caption)]
}

function readAside(element: HTMLElement, inside: Around, cleaning: Cleaning): DocumentNode[] {
  const blocks = readNodes([...element.childNodes], inside, cleaning)
  if (element.getAttribute('role') !== 'note') return blocks
  const head = element.firstElementChild?.localName === 'header' ? element.firstElementChild : null
  if (!head) return blocks
  const title = inlineOf(head, inside, cleaning)
  head.remove()
  return [warningBlock(title, inlineOf(element, inside, cleaning))]
}

function readCode(element: HTMLElement): DocumentNode[] {
  const code = codeTextOf(element)
  if (code.trim() === '') return []
  const about = [element, element.querySelector('code'), element.parentElement, element.parentElement?.parentElement]
  const classes = about.map((one) => LANGUAGE.exec((one?.getAttribute('class') ?? '').slice(0, 1000))?.[1])
  const language = element.getAttribute('data-language') ?? element.getAttribute('data-lang')
  return [codeBlock(code, language ?? classes.find((name) => name !== undefined) ?? '')]
}

/** A video or recording becomes a link, as its file belongs to another site. */
function readFilm(element: HTMLElement, { marks: set }: Around): DocumentNode[] {
  const source = element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') ?? ''
  const href = httpUrl(source)?.href
  if (href === undefined) return []
  const linked = marks.link.create({ href }).addToSet(set)
  return [nodes.paragraph.create(null, schema.text(href, linked))]
}

function readListElement(element: HTMLElement, inside: Around, cleaning: Cleaning): DocumentNode[] {
  const items = itemsOf(element, inside, { ...cleaning, isOutermost: true })
  if (items.length === 0) return []
  const boxes: boolean[] = []
  const look = ({ text, items: inner }: PastedItem) => {
    boxes.push(BOX.test(text[0]?.text ?? ''))
    inner.forEach(look)
  }
  items.forEach(look)
  const isChecklist = boxes.some(Boolean)
  const isOrdered = element.localName === 'ol'
  const start = Number(element.getAttribute('start') ?? 1)
  const isStart = Number.isInteger(start) && start >= 0 && start <= LIST_START_MAX
  return listBlocks({
    style: isChecklist ? 'checklist' : isOrdered ? 'ordered' : 'unordered',
    start: isStart ? start : 1,
    counterType: isOrdered ? counterOf(element) : null,
    items: isChecklist ? items.map(withoutBox) : items,
  })
}

function counterOf(list: Element): string | null {
  const item = list.firstElementChild
  const style = styleOf(list, 'list-style-type') || (item ? styleOf(item, 'list-style-type') : '')
  const name = list.getAttribute('type') ?? style
  const counter = COUNTERS.get(name) ?? name
  return [...COUNTERS.values()].includes(counter) ? counter : null
}

/** Items with the lists in them. Word processors put a nested list next to its item instead of into it. */
function itemsOf(list: Element, around: Around, cleaning: Cleaning & { isOutermost: boolean }): PastedItem[] {
  const items: PastedItem[] = []
  const inside = { ...around, depth: Math.min(DEPTH_MAX, around.depth + 1) }
  const inner = { ...cleaning, isOutermost: false }
  const add = (text: readonly DocumentNode[], more: Partial<PastedItem> = {}) =>
    items.push({ text, checked: false, items: [], after: [], ...more })

  for (const child of list.childNodes) {
    const element = child.nodeType === Node.ELEMENT_NODE ? (child as HTMLElement) : null
    if (element ? isHidden(element) : child.nodeType !== Node.TEXT_NODE) continue
    if (!element || around.depth >= DEPTH_MAX) {
      const text = createText()
      text.add(child.textContent ?? '', inside)
      const content = text.take()
      if (content.length > 0) add(content)
    } else if (isList(element)) {
      const nested = itemsOf(element, inside, inner)
      const last = items.at(-1)
      if (last) last.items.push(...nested)
      else items.push(...nested)
    } else {
      const lists = listsIn(element)
      const nested = lists.flatMap((one) => itemsOf(one, inside, inner))
      for (const one of lists) one.remove()
      const isChecked = checkedOf(element)
      const blocks = readNodes([...element.childNodes], withMarks(element, inside), inner)
      const code = cleaning.isOutermost
        ? blocks.findIndex(({ type }) => type === nodes.codeBlock || type === nodes.table)
        : -1
      const text = inlineLines(code < 0 ? blocks : blocks.slice(0, code))
      const after = code < 0 ? [] : blocks.slice(code)
      const boxed = isChecked === null ? text : [schema.text(isChecked ? '☑ ' : '☐ '), ...text]
      if (boxed.length > 0 || nested.length > 0 || after.length > 0) add(boxed, { items: nested, after })
    }
  }
  return items
}

/** The lists that are part of an item, though not those within its quotes or tables. */
function listsIn(item: Element): Element[] {
  return childrenOf(item).flatMap((child) => {
    if (isList(child)) return [child]
    const isContainer = child.localName === 'div' || child.localName === 'section' || child.localName === 'span'
    return isContainer ? childrenOf(child).filter(isList) : []
  })
}

function isList(element: Element): boolean {
  return element.localName === 'ul' || element.localName === 'ol'
}

/** Whether an item has a box that is ticked; null if it has none. */
function checkedOf(item: Element): boolean | null {
  const known = item.getAttribute('data-checked')
  if (known !== null) return known === 'true'
  const box = item.querySelector('input[type="checkbox"]')
  return box ? box.hasAttribute('checked') : null
}

function withoutBox(item: PastedItem): PastedItem {
  const [first, ...rest] = item.text
  const box = BOX.exec(first?.text ?? '')
  const items = item.items.map(withoutBox)
  if (!box || !first) return { ...item, items }
  const isDone = /[xX]/.test(box[1] ?? '') || /[☑☒✅✔]/.test(box[2] ?? '')
  const left = (first.text ?? '').slice(box[0].length)
  return { ...item, checked: isDone, text: left === '' ? rest : [schema.text(left, first.marks), ...rest], items }
}

function addPicture(
  element: Element,
  around: Around,
  { text, push, cleaning }: { text: TextParts; push(blocks: DocumentNode[]): void; cleaning: Cleaning },
): void {
  const src = element.getAttribute('src') ?? ''
  const alt = (element.getAttribute('alt') ?? '').trim()
  const size = Math.min(pixelsOf(element, 'width'), pixelsOf(element, 'height'))
  // Pixels that report readers, and icons.
  if (size <= 2) return
  if (size <= 24) {
    text.add(alt, around)
    return
  }
  const data = src.startsWith('data:') ? dataPicture(src, alt) : null
  if (data) {
    cleaning.files.push(data)
    return push([nodes.image.create({ upload: data.key, alt: alt.slice(0, 500) })])
  }
  const picture = { src: httpUrl(src)?.href ?? (src.startsWith('data:') ? '' : src), alt }
  const { node, isForeign } = pictureBlock(picture, cleaning.origin)
  if (isForeign) cleaning.pictures.push(picture)
  else if (node?.type !== nodes.image) cleaning.lost += 1
  push(node ? [node] : [])
}

function pixelsOf(element: Element, name: 'width' | 'height'): number {
  const value = styleOf(element, name) || (element.getAttribute(name) ?? '')
  const match = /^\s*(\d{1,5}(?:\.\d{1,5})?)\s*(?:px|pt)?\s*$/.exec(value)
  return match ? Number(match[1]) : Number.POSITIVE_INFINITY
}

function isHidden(element: Element): boolean {
  return IGNORED.has(element.localName) || element.hasAttribute('hidden') || styleOf(element, 'display') === 'none'
}

function withMarks(element: Element, around: Around): Around {
  const name = MARKS.get(element.localName)
  let set = around.marks
  const add = (mark: Mark) => {
    set = mark.addToSet(set)
  }
  if (name) add(marks[name].create())
  if (element.localName === 'a') {
    const href = targetOf(element.getAttribute('href') ?? '')
    if (href !== null) add(marks.link.create({ href }))
  }
  if (!element.hasAttribute(STYLE)) return set === around.marks ? around : { ...around, marks: set }
  const weight = styleOf(element, 'font-weight')
  if (weight === 'normal' || weight === '400') set = marks.b.removeFromSet(set)
  if (weight.startsWith('bold') || Number(weight) >= 600) add(marks.b.create())
  const slant = styleOf(element, 'font-style')
  if (slant === 'normal') set = marks.i.removeFromSet(set)
  if (slant.startsWith('italic')) add(marks.i.create())
  const decoration = `${styleOf(element, 'text-decoration')} ${styleOf(element, 'text-decoration-line')}`
  if (decoration.includes('line-through')) add(marks.s.create())
  // Links are underlined anyway.
  const isLink = set.some(({ type }) => type === marks.link) || element.querySelector('a') !== null
  if (decoration.includes('underline') && !isLink) add(marks.u.create())
  const space = styleOf(element, 'white-space')
  return { ...around, marks: set, isPre: space === '' ? around.isPre : space.startsWith('pre') }
}
