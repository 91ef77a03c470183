import { LIST_START_MAX, TABLE_MAX_COLUMNS } from '@stoa/contract'
import type { Node } from 'prosemirror-model'
import { isDuration, isFields, isMediaUrl, isPixels, isWebUrl, isWidths } from './attributes.ts'
import { newBlockId } from './block-id.ts'
import { readInline } from './inline.ts'
import { schema } from './schema.ts'

type Fields = Readonly<Record<string, unknown>>
interface Common {
  id: string
  origin: Fields
}
/** Reads a block’s data; null if its node can’t show them. */
type Read = (data: Fields, common: Common) => Node | null

/** Deeper lists are flattened to this level, as for readers. */
export const LIST_MAX_DEPTH = 8
/** Rows and cells of a larger table, of an import, can’t be edited. */
const TABLE_MAX_ROWS = 500
const ID_MAX_LENGTH = 40

const { nodes } = schema
const originals = new WeakMap<Fields, Node>()

const readers: Readonly<Record<string, Read>> = {
  paragraph: ({ text }, common) => (isText(text) ? nodes.paragraph.create(common, readInline(text)) : null),
  header: ({ text, level }, common) =>
    isText(text) ? nodes.heading.create({ ...common, level: levelOf(level) }, readInline(text)) : null,
  list: readList,
  nestedList: readList,
  checklist: readChecklist,
  table: readTable,
  code: ({ code, language }, common) =>
    isText(code)
      ? nodes.codeBlock.create({ ...common, language: textOf(language, 40) }, code === '' ? null : schema.text(code))
      : null,
  delimiter: (_data, common) => nodes.delimiter.create(common),
  quote: ({ text, caption }, common) =>
    isText(text)
      ? nodes.quote.create(common, [
          nodes.quoteText.create(null, readInline(text)),
          nodes.quoteCaption.create(null, inlineOf(caption)),
        ])
      : null,
  warning: ({ title, message }, common) =>
    isText(title) || isText(message)
      ? nodes.warning.create(common, [
          nodes.warningTitle.create(null, inlineOf(title)),
          nodes.warningMessage.create(null, inlineOf(message)),
        ])
      : null,
  image: (data, common) => {
    const file = isFields(data.file) ? data.file : data
    return isMediaUrl(file.url)
      ? nodes.image.create(
          {
            ...common,
            ...frameOf(data),
            url: file.url,
            ...sizeOf(file),
            sizes: isWidths(file.sizes) ? file.sizes : null,
            placeholder: textOf(file.placeholder, 400) || null,
            alt: textOf(data.alt, 500),
          },
          inlineOf(data.caption),
        )
      : null
  },
  simpleImage: (data, common) =>
    isMediaUrl(data.url)
      ? nodes.simpleImage.create(
          { ...common, ...frameOf(data), url: data.url, ...sizeOf(data) },
          inlineOf(data.caption),
        )
      : null,
  video: (data, common) => {
    const { withBackground: _, ...frame } = frameOf(data)
    return isMediaUrl(data.url)
      ? nodes.video.create(
          {
            ...common,
            ...frame,
            url: data.url,
            image: mediaUrlOf(data.image),
            mp4Url: isFields(data.cdn) ? mediaUrlOf(data.cdn.mp4Url) : null,
            ...sizeOf(data),
            ...soundOf(data),
          },
          inlineOf(data.caption),
        )
      : null
  },
  audio: (data, common) =>
    isMediaUrl(data.url)
      ? nodes.audio.create({ ...common, url: data.url, ...soundOf(data) }, inlineOf(data.caption))
      : null,
  embed: (data, common) =>
    isText(data.service) && isShort(data.service, 40) && isWebUrl(data.source) && isShort(data.source, 2000)
      ? nodes.embed.create(
          {
            ...common,
            service: data.service,
            source: data.source,
            embed: textOf(data.embed, 2000) || null,
            ...sizeOf(data),
          },
          inlineOf(data.caption),
        )
      : null,
  linkTool: ({ link, meta }, common) => {
    const page = isFields(meta) ? meta : {}
    return isWebUrl(link) && isShort(link, 2000)
      ? nodes.linkTool.create({
          ...common,
          link,
          title: textOf(page.title, 300),
          description: textOf(page.description, 1000),
          image: isFields(page.image) ? mediaUrlOf(page.image.url) : null,
        })
      : null
  },
}

/**
 * Reads a stored document. Never throws: documents may be older than the contract or come from elsewhere. Blocks that
 * can’t be read become `unknown` and are written unchanged. What isn’t even an object is left out.
 */
export function readDocument({ blocks, ...fields }: { blocks: readonly unknown[] }): Node {
  const ids = new Set<string>()
  const read = blocks.filter(isFields).map((block) => {
    const id = isText(block.id) && block.id !== '' && isShort(block.id, ID_MAX_LENGTH) ? block.id : newBlockId()
    // Of two blocks with one id, the second gets another. It is written when that block changes.
    const common = { id: ids.has(id) ? newBlockId() : id, origin: block }
    ids.add(id)
    return readBlock(common)
  })
  const isPlain = Object.keys(fields).length === 0
  return nodes.doc.create({ fields: isPlain ? null : fields }, read.length > 0 ? read : emptyParagraph())
}

/** The node of a stored block, as it was read. Its id may be another than that of a changed node. */
export function originalOf(origin: Fields): Node {
  return originals.get(origin) ?? readBlock({ id: newBlockId(), origin })
}

/** Reads one block. The node has the given id, and the block as its origin. */
function readBlock(common: Common): Node {
  const node = nodeOf(common)
  originals.set(common.origin, node)
  return node
}

function nodeOf(common: Common): Node {
  const { type, data } = common.origin
  const reader = isText(type) && Object.hasOwn(readers, type) ? readers[type] : undefined
  const node = isFields(data) ? reader?.(data, common) : null
  return node ?? nodes.unknown.create({ ...common, name: textOf(type), data: isFields(data) ? data : null })
}

export function emptyParagraph(): Node {
  return nodes.paragraph.create({ id: newBlockId() })
}

function readList({ style, meta, items }: Fields, common: Common): Node | null {
  if (!Array.isArray(items)) return null
  if (style !== 'ordered') {
    return listOf(items, { ...common, style: style === 'checklist' ? style : 'unordered' }, 1)
  }
  const { start, counterType } = isFields(meta) ? meta : {}
  const numbers = {
    start: isStart(start) && start !== 1 ? start : null,
    counterType: counterType === 'numeric' ? null : textOf(counterType, 20) || null,
  }
  return listOf(items, { ...common, style, ...numbers }, 1)
}

function readChecklist({ items }: Fields, common: Common): Node | null {
  if (!Array.isArray(items)) return null
  const converted = items.map((item: unknown) =>
    isFields(item) ? { content: item.text, meta: { checked: item.checked } } : item,
  )
  return listOf(converted, { ...common, style: 'checklist' }, 1)
}

function listOf(items: readonly unknown[], attributes: Fields, depth: number): Node {
  const read =
    depth === LIST_MAX_DEPTH
      ? flattened(items).map((item) => itemOf(item, null))
      : items.map((item) => {
          const inner = isFields(item) && Array.isArray(item.items) ? (item.items as unknown[]) : []
          return itemOf(item, inner.length === 0 ? null : listOf(inner, { style: attributes.style }, depth + 1))
        })
  return nodes.list.create(attributes, read.length > 0 ? read : itemOf('', null))
}

function itemOf(item: unknown, inner: Node | null): Node {
  const content = isFields(item) ? item.content : item
  const checked = isFields(item) && isFields(item.meta) && item.meta.checked === true
  const paragraph = nodes.paragraph.create(null, inlineOf(content))
  return nodes.item.create({ checked, origin: isFields(item) ? item : null }, inner ? [paragraph, inner] : paragraph)
}

/** All items of a deep list in reading order. Uses a loop, because its author controls the depth. */
function flattened(items: readonly unknown[]): unknown[] {
  const flat: unknown[] = []
  const rest = [...items].reverse()
  while (rest.length > 0) {
    const item = rest.pop()
    flat.push(item)
    const inner = isFields(item) && Array.isArray(item.items) ? (item.items as unknown[]) : []
    for (let index = inner.length - 1; index >= 0; index -= 1) rest.push(inner[index])
  }
  return flat
}

/** Short rows are filled up with empty cells. */
function readTable({ withHeadings, content }: Fields, common: Common): Node | null {
  const rows = Array.isArray(content) ? content.filter((row): row is unknown[] => Array.isArray(row)) : []
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (columns === 0 || columns > TABLE_MAX_COLUMNS || rows.length > TABLE_MAX_ROWS) return null
  const cells = (row: readonly unknown[]) =>
    Array.from({ length: columns }, (_, index) => nodes.tableCell.create(null, inlineOf(row[index])))
  return nodes.table.create(
    { ...common, withHeadings: withHeadings === true },
    rows.map((row) => nodes.tableRow.create(null, cells(row))),
  )
}

function frameOf({ stretched, withBorder, withBackground }: Fields) {
  return {
    stretched: stretched === true,
    withBorder: withBorder === true,
    withBackground: withBackground === true,
  }
}

function sizeOf({ width, height }: Fields) {
  return { width: isPixels(width) ? width : null, height: isPixels(height) ? height : null }
}

function soundOf({ durationMs, captions }: Fields) {
  return { durationMs: isDuration(durationMs) ? durationMs : null, captions: mediaUrlOf(captions) }
}

function levelOf(level: unknown): number {
  const rounded = typeof level === 'number' ? Math.round(level) : 2
  return Math.min(6, Math.max(1, rounded || 2))
}

function inlineOf(value: unknown) {
  return isText(value) ? readInline(value) : null
}

function isStart(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LIST_START_MAX
}

function mediaUrlOf(value: unknown): string | null {
  return isMediaUrl(value) ? value : null
}

/** The text; empty if it is none or longer than a document may have. */
function textOf(value: unknown, max = Number.POSITIVE_INFINITY): string {
  return isText(value) && isShort(value, max) ? value : ''
}

function isShort(value: string, max: number): boolean {
  return value.length <= max
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
