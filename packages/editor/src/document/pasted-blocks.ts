import { httpUrl, isPublicFilePath, TABLE_MAX_COLUMNS } from '@stoa/contract'
import type { Mark, Node } from 'prosemirror-model'
import { LIST_MAX_DEPTH } from './read.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** A picture at an address, from another document. */
export interface Picture {
  src: string
  alt: string
}

/** A picture that was copied as part of the HTML. */
export interface PastedFile {
  /** Key of its block's upload. */
  key: string
  file: File
}

/** What was read from text or HTML. */
export interface Pasted {
  nodes: Node[]
  /** Files of blocks among the nodes. Default: none. */
  files?: readonly PastedFile[]
  /** Pictures of other sites, which the author may upload. Each is a paragraph with a link until then. */
  pictures: Picture[]
  /** How many pictures were left behind: a text processor's are files on its device. Default 0. */
  lost?: number
}

/** An item of a list whose style isn't known yet. */
export interface PastedItem {
  text: readonly Node[]
  checked: boolean
  items: PastedItem[]
  /** Blocks that belong to the item, but can't be part of a list. Only those of outermost items are read. */
  after: Node[]
}

export interface PastedList {
  style: 'ordered' | 'unordered' | 'checklist'
  /** First number. */
  start: number
  counterType: string | null
  items: readonly PastedItem[]
}

const TABLE_MAX_ROWS = 500
const LINE_END = /\r\n?|\n/

/** A list as blocks: it ends where an item has something that isn't part of a list, and goes on after it. */
export function listBlocks({ style, start, counterType, items }: PastedList): Node[] {
  const blocks: Node[] = []
  let first = 0
  items.forEach(({ after }, index) => {
    if (after.length === 0 && index < items.length - 1) return
    const part = items.slice(first, index + 1)
    const number = start + first
    const numbers = style === 'ordered' ? { start: number === 1 ? null : number, counterType } : {}
    blocks.push(nodes.list.create({ style, ...numbers }, itemNodes(part, style, 1)), ...after)
    first = index + 1
  })
  return blocks
}

function itemNodes(items: readonly PastedItem[], style: string, depth: number): Node[] {
  return items.flatMap(({ text, checked, items: inner }) => {
    const paragraph = nodes.paragraph.create(null, text)
    const create = (content: Node[]) => nodes.item.create({ checked: checked && style === 'checklist' }, content)
    if (inner.length === 0) return [create([paragraph])]
    if (depth === LIST_MAX_DEPTH) return [create([paragraph]), ...itemNodes(inner, style, depth)]
    return [create([paragraph, nodes.list.create({ style }, itemNodes(inner, style, depth + 1))])]
  })
}

/** A table as blocks. One with too many columns becomes a paragraph per row, one with too many rows several tables. */
export function tableBlocks(rows: readonly (readonly Node[])[][], withHeadings: boolean): Node[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (columns === 0) return []
  if (columns > TABLE_MAX_COLUMNS) return rows.map((row) => nodes.paragraph.create(null, rowLine(row)))
  const cells = (row: (readonly Node[])[]) =>
    Array.from({ length: columns }, (_, index) => nodes.tableCell.create(null, row[index] ?? []))
  const rowNodes = rows.map((row) => nodes.tableRow.create(null, cells(row)))
  return Array.from({ length: Math.ceil(rowNodes.length / TABLE_MAX_ROWS) }, (_, index) =>
    nodes.table.create(
      { withHeadings: withHeadings && index === 0 },
      rowNodes.slice(index * TABLE_MAX_ROWS, (index + 1) * TABLE_MAX_ROWS),
    ),
  )
}

export function codeBlock(code: string, language = ''): Node {
  return nodes.codeBlock.create({ language: language.slice(0, 40) }, code === '' ? null : schema.text(code))
}

export function quoteBlock(text: readonly Node[], caption: readonly Node[] = []): Node {
  return nodes.quote.create(null, [nodes.quoteText.create(null, text), nodes.quoteCaption.create(null, caption)])
}

export function warningBlock(title: readonly Node[], message: readonly Node[]): Node {
  const parts = [nodes.warningTitle.create(null, title), nodes.warningMessage.create(null, message)]
  return nodes.warning.create(null, parts)
}

/** A picture of this site as a block of its own; one of another site as a link, until it is uploaded. */
export function pictureBlock({ src, alt }: Picture, origin: string): { node: Node | null; isForeign: boolean } {
  const url = src.startsWith(`${origin}/`) ? src.slice(origin.length) : src
  if (isPublicFilePath(url)) return { node: nodes.image.create({ url, alt: alt.slice(0, 500) }), isForeign: false }
  const text = pictureText({ src, alt })
  const node = text.length === 0 ? null : nodes.paragraph.create(null, text)
  return { node, isForeign: httpUrl(src) !== null }
}

/** The address, if a block is nothing but a link. */
export function linkOf(block: Node): string | null {
  const only = block.type === nodes.paragraph && block.childCount === 1 ? block.firstChild : null
  return (only?.marks.find(({ type }) => type === marks.link)?.attrs.href as string | undefined) ?? null
}

/** A picture within a text: a link, or its text if it has no address. */
export function pictureText({ src, alt }: Picture, around: readonly Mark[] = []): Node[] {
  const href = httpUrl(src)?.href ?? null
  const text = alt.replace(/\s+/g, ' ').trim() || (href ?? '')
  const isLinked = around.some(({ type }) => type === marks.link)
  const set = href === null || isLinked ? around : marks.link.create({ href }).addToSet(around)
  return text === '' ? [] : [schema.text(text, set)]
}

/** Text whose newlines are breaks. */
export function textNodes(text: string, set: readonly Mark[] = []): Node[] {
  return joinLines(text.split(LINE_END).map((line) => (line === '' ? [] : [schema.text(line, set)])))
}

export function joinLines(lines: readonly (readonly Node[])[]): Node[] {
  return lines.flatMap((line, index) => (index === 0 ? line : [nodes.lineBreak.create(), ...line]))
}

/** Blocks as lines of text, for places that have no blocks. */
export function inlineLines(blocks: readonly Node[]): Node[] {
  return joinLines(blocks.flatMap((block) => linesOf(block)))
}

function linesOf(block: Node): (readonly Node[])[] {
  const { type, attrs, content } = block
  if (type === nodes.list) return listLines(block, 0)
  if (type === nodes.table) return content.content.map((row) => rowLine(row.content.content.map(contentOf)))
  if (type === nodes.codeBlock) {
    const set = [marks.code.create()]
    return block.textContent.split(LINE_END).map((line) => (line === '' ? [] : [schema.text(line, set)]))
  }
  if (type === nodes.linkTool) return [pictureText({ src: String(attrs.link), alt: String(attrs.title) })]
  if (type === nodes.paragraph || type === nodes.heading) return [contentOf(block)]
  if (block.isTextblock) {
    const address = String(attrs.url ?? attrs.source ?? '')
    return [pictureText({ src: address, alt: String(attrs.alt ?? '') }), contentOf(block)].filter(hasContent)
  }
  return content.content.map(contentOf).filter(hasContent)
}

function listLines(list: Node, depth: number): (readonly Node[])[] {
  const { style, start } = list.attrs as { style: string; start: number | null }
  return list.content.content.flatMap((item, index) => {
    const box = item.attrs.checked === true ? '☑' : '☐'
    const sign = style === 'ordered' ? `${(start ?? 1) + index}.` : style === 'checklist' ? box : '•'
    const line = [schema.text(`${'\u00a0\u00a0'.repeat(depth)}${sign} `), ...item.child(0).content.content]
    return item.childCount > 1 ? [line, ...listLines(item.child(1), depth + 1)] : [line]
  })
}

function rowLine(cells: readonly (readonly Node[])[]): Node[] {
  return cells.flatMap((cell, index) => (index === 0 ? cell : [schema.text(' | '), ...cell]))
}

function contentOf(node: Node): readonly Node[] {
  return node.content.content
}

function hasContent(line: readonly Node[]): boolean {
  return line.length > 0
}
