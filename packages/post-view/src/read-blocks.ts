import { type ContentBlock, httpUrl, type ListItem } from '@stoa/contract'

/** Fields of a stored block, untrusted because documents may be older than the schema or come from an import. */
type Stored<Type extends ContentBlock['type']> = {
  [Field in keyof Extract<ContentBlock, { type: Type }>['data']]?: unknown
}

export interface ImageData {
  type: 'image'
  url: string
  /** Size in CSS pixels; null if unknown. */
  size: Size | null
  /** Smaller versions, for `srcset`. Default: none. */
  versions?: string
  /** The picture's main color. Default: unknown. */
  placeholder?: string
  /** Alternative text. Default: none. */
  alt?: string
  caption: string
  stretched: boolean
  withBorder: boolean
  withBackground: boolean
}

interface Size {
  width: number
  height: number
}

export interface VideoData {
  type: 'video'
  url: string
  /** The poster. */
  image: string | null
  /** Default: 16 to 9. */
  size?: Size | null
  /** Address of the captions. Default: none. */
  captions?: string | null
  caption: string
  stretched: boolean
  withBorder: boolean
}

export interface AudioData {
  type: 'audio'
  url: string
  /** Address of the transcript. Default: none. */
  captions?: string | null
  caption: string
}

export interface ListData {
  type: 'list'
  style: 'ordered' | 'unordered' | 'checklist'
  /** First number of an ordered list. Default 1. */
  start?: number
  /** Numbering style in the editor's terms. Default: decimal. */
  counterType?: string
  items: ListItem[]
}

export interface TableData {
  type: 'table'
  /** Whether the first row has the headings. */
  withHeadings: boolean
  stretched: boolean
  /** Cells with inline markup, as many in each row. */
  rows: string[][]
}

export interface CodeData {
  type: 'code'
  code: string
  /** The programming language's name; empty if unknown. */
  language: string
}

export interface LinkCardData {
  type: 'linkTool'
  link: string
  title: string
  description: string
  image: string | null
}

/** A block ready to render. Everything else is `unsupported` and keeps its text. */
export type PostBlock =
  | { type: 'paragraph'; text: string }
  | { type: 'header'; text: string; level: number }
  | ListData
  | TableData
  | CodeData
  | { type: 'delimiter' }
  | { type: 'quote'; text: string; caption: string }
  | { type: 'warning'; title: string; message: string }
  | ImageData
  | VideoData
  | AudioData
  | { type: 'embed'; service: string; source: string; caption: string }
  | LinkCardData
  | { type: 'unsupported'; name: string; text: string }

/** Deeper lists are flattened to this level, so that no document can exhaust the stack. */
const LIST_MAX_DEPTH = 8
/** A larger table, of an import, shows its text only. */
const TABLE_MAX_CELLS = 40_000

type Fields = Record<string, unknown>
type Reader = (data: Fields) => PostBlock | null

const readers: Readonly<Record<string, Reader>> = {
  paragraph: (data: Stored<'paragraph'>) => (isText(data.text) ? { type: 'paragraph', text: data.text } : null),
  header: readHeader,
  list: readList,
  nestedList: readList,
  checklist: readChecklist,
  table: readTable,
  code: (data: Stored<'code'>) =>
    isText(data.code) ? { type: 'code', code: data.code, language: text(data.language) } : null,
  delimiter: () => ({ type: 'delimiter' }),
  quote: (data: Stored<'quote'>) =>
    isText(data.text) ? { type: 'quote', text: data.text, caption: text(data.caption) } : null,
  warning: (data: Stored<'warning'>) =>
    isText(data.title) || isText(data.message)
      ? { type: 'warning', title: text(data.title), message: text(data.message) }
      : null,
  image: (data: Stored<'image'>) => readImage(data, isFields(data.file) ? data.file : (data as Fields)),
  simpleImage: (data: Stored<'simpleImage'>) => readImage(data, data as Fields),
  video: readVideo,
  audio: (data: Stored<'audio'>) => {
    const url = mediaUrl(data.url)
    return url === null ? null : { type: 'audio', url, captions: mediaUrl(data.captions), caption: text(data.caption) }
  },
  embed: readEmbed,
  linkTool: readLinkCard,
}

/**
 * Reads a post's `postContent`, the JSON of its blocks. Never throws. Unknown or broken blocks, and content that isn't
 * JSON, become `unsupported` with their text.
 */
export function readBlocks(postContent: string): PostBlock[] {
  let document: unknown
  try {
    document = JSON.parse(postContent)
  } catch {
    return postContent.trim() === '' ? [] : [{ type: 'unsupported', name: 'text', text: postContent }]
  }
  const blocks = isFields(document) ? document.blocks : document
  return Array.isArray(blocks) ? blocks.map(readBlock) : []
}

function readBlock(block: unknown): PostBlock {
  const fields = isFields(block) ? block : {}
  const name = text(fields.type)
  const data = isFields(fields.data) ? fields.data : {}
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
  return reader?.(data) ?? { type: 'unsupported', name, text: textsOf(data) }
}

function readHeader(data: Stored<'header'>): PostBlock | null {
  if (!isText(data.text)) return null
  const level = typeof data.level === 'number' ? Math.round(data.level) : 2
  return { type: 'header', text: data.text, level: Math.min(6, Math.max(1, level || 2)) }
}

function readList(data: Stored<'list'>): PostBlock | null {
  const items = readItems(data.items, 1)
  if (items.length === 0) return null
  if (data.style !== 'ordered')
    return { type: 'list', style: data.style === 'checklist' ? data.style : 'unordered', items }
  const { start, counterType } = isFields(data.meta) ? data.meta : {}
  return {
    type: 'list',
    style: 'ordered',
    ...(Number.isInteger(start) && { start: start as number }),
    ...(isText(counterType) && { counterType }),
    items,
  }
}

function readChecklist(data: Stored<'checklist'>): PostBlock | null {
  if (!Array.isArray(data.items)) return null
  const items = data.items.map((item: unknown) =>
    isFields(item) ? { content: item.text, meta: { checked: item.checked } } : item,
  )
  return readList({ style: 'checklist', items })
}

function readTable(data: Stored<'table'>): PostBlock | null {
  const rows = Array.isArray(data.content) ? data.content.filter((row): row is unknown[] => Array.isArray(row)) : []
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (columns === 0 || columns * rows.length > TABLE_MAX_CELLS) return null
  return {
    type: 'table',
    withHeadings: data.withHeadings === true,
    stretched: data.stretched === true,
    rows: rows.map((row) => Array.from({ length: columns }, (_, index) => text(row[index]))),
  }
}

function readItems(items: unknown, depth: number): ListItem[] {
  if (!Array.isArray(items)) return []
  if (depth === LIST_MAX_DEPTH) return flattenItems(items)
  return items.map((item) => ({ ...readItem(item), items: readItems(childrenOf(item), depth + 1) }))
}

/** All items of a deep list in reading order on one level. Uses a loop, because the author controls the depth. */
function flattenItems(items: readonly unknown[]): ListItem[] {
  const flat: ListItem[] = []
  const rest = [...items].reverse()
  while (rest.length > 0) {
    const item = rest.pop()
    flat.push({ ...readItem(item), items: [] })
    const children = childrenOf(item)
    if (Array.isArray(children)) pushReversed(rest, children)
  }
  return flat
}

function readItem(item: unknown): Omit<ListItem, 'items'> {
  if (!isFields(item)) return { content: text(item) }
  const isChecked = isFields(item.meta) && item.meta.checked === true
  return { content: text(item.content), ...(isChecked && { meta: { checked: true } }) }
}

function childrenOf(item: unknown): unknown {
  return isFields(item) ? item.items : undefined
}

function readImage(data: Stored<'simpleImage'>, file: Fields): PostBlock | null {
  const url = mediaUrl(file.url)
  if (url === null) return null
  const size = sizeOf(file)
  return {
    type: 'image',
    url,
    size,
    versions: versionsOf(file, url, size),
    placeholder: /^#[\da-f]{6}$/.test(text(file.placeholder)) ? text(file.placeholder) : '',
    alt: text((data as Fields).alt),
    caption: text(data.caption),
    stretched: data.stretched === true,
    withBorder: data.withBorder === true,
    withBackground: data.withBackground === true,
  }
}

function sizeOf({ width, height }: Fields): Size | null {
  return isPixels(width) && isPixels(height) ? { width, height } : null
}

/** Uploads have smaller versions next to them, named by width. */
function versionsOf({ sizes }: Fields, url: string, size: Size | null): string {
  if (!size || !Array.isArray(sizes) || !url.startsWith('/media/')) return ''
  const folder = url.slice(0, url.lastIndexOf('/') + 1)
  return [...sizes.filter(isPixels).map((width) => `${folder}${width}.webp ${width}w`), `${url} ${size.width}w`].join()
}

function readVideo(data: Stored<'video'>): PostBlock | null {
  const url = (isFields(data.cdn) ? mediaUrl(data.cdn.mp4Url) : null) ?? mediaUrl(data.url)
  if (url === null) return null
  return {
    type: 'video',
    url,
    image: mediaUrl(data.image),
    size: sizeOf(data),
    captions: mediaUrl(data.captions),
    caption: text(data.caption),
    stretched: data.stretched === true,
    withBorder: data.withBorder === true,
  }
}

function readEmbed(data: Stored<'embed'>): PostBlock | null {
  const source = text(data.source)
  if (httpUrl(source) === null) return null
  return { type: 'embed', service: text(data.service), source, caption: text(data.caption) }
}

function readLinkCard(data: Stored<'linkTool'>): PostBlock | null {
  const link = httpUrl(text(data.link))
  if (!link) return null
  const meta = isFields(data.meta) ? data.meta : {}
  const image = isFields(meta.image) ? mediaUrl(meta.image.url) : null
  return { type: 'linkTool', link: link.href, title: text(meta.title), description: text(meta.description), image }
}

/** An http(s) address, or a path on this origin. */
function mediaUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (/^\/(?![/\\])/.test(value)) return value
  return httpUrl(value)?.href ?? null
}

/** The texts in an unknown block, so that they aren't lost. */
function textsOf(data: Fields): string {
  const texts: string[] = []
  const rest: unknown[] = [data]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === 'string' && value.trim() !== '') texts.push(value)
    else if (typeof value === 'object' && value !== null) pushReversed(rest, Object.values(value))
  }
  return texts.join(' · ')
}

/**
 * Pushes values so that the first is popped first. Without spreading, because a document may have more values than a
 * call may have arguments.
 */
function pushReversed(stack: unknown[], values: readonly unknown[]) {
  for (let index = values.length - 1; index >= 0; index -= 1) stack.push(values[index])
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isPixels(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 20_000
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
