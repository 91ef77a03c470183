import {
  type DocumentBlock,
  httpUrl,
  isPublicFilePath,
  LIST_START_MAX,
  type ListItem,
  type PostDocument,
} from '@stoa/contract'
import { fromEditorMarkup, plainText, toEditorMarkup } from './inline-markup.ts'

type Fields = Record<string, unknown>

/** A block in the format of Editor.js. */
export interface EditorBlock {
  id?: string | undefined
  /** Name of the tool. */
  type: string
  data: Fields
  tunes?: Fields | undefined
}

/** Name of the tool for blocks that can't be edited here. */
export const UNKNOWN_TOOL = 'unknown'
/** Deeper lists are flattened to this level, so that no document can exhaust the stack. */
const LIST_MAX_DEPTH = 8

type Convert = (data: Fields) => Fields | null

/** Converts a block's data for its tool; null if required data is missing. */
const toTool: Readonly<Record<string, Convert>> = {
  paragraph: (data) => (isText(data.text) ? { text: toEditorMarkup(data.text) } : null),
  header: ({ text, level }) =>
    isText(text) ? { text: toEditorMarkup(text), level: typeof level === 'number' ? level : 2 } : null,
  list: readList,
  delimiter: () => ({}),
  quote: ({ text, caption }) =>
    isText(text) ? { text: toEditorMarkup(text), caption: markupOf(caption, toEditorMarkup) } : null,
  warning: ({ title, message }) =>
    isText(title) || isText(message)
      ? { title: markupOf(title, toEditorMarkup), message: markupOf(message, toEditorMarkup) }
      : null,
  image: (data) => readImage(data, isFields(data.file) ? data.file : data),
  video: (data) => (isMediaUrl(data.url) ? { ...data, caption: markupOf(data.caption, toEditorMarkup) } : null),
  audio: (data) => (isMediaUrl(data.url) ? { ...data, caption: markupOf(data.caption, toEditorMarkup) } : null),
  embed: (data) =>
    isText(data.service) && isText(data.source) && httpUrl(data.source) !== null
      ? { ...data, caption: markupOf(data.caption, toEditorMarkup) }
      : null,
  linkTool: (data) => (isText(data.link) && httpUrl(data.link) !== null ? data : null),
}

/** Block types of older documents, and their replacements. */
const RENAMED: Readonly<Record<string, string>> = { nestedList: 'list', simpleImage: 'image' }

/** Converts a tool's data for a document; null for an empty block. */
const fromTool: Readonly<Record<string, Convert>> = {
  paragraph: ({ text }) => textData({ text }),
  header: ({ text, level }) => withField(textData({ text }), 'level', level),
  list: writeList,
  delimiter: () => ({}),
  quote: ({ text, caption }) => textData({ text, caption }),
  warning: ({ title, message }) => textData({ title, message }),
  image: (data) => (isFields(data.file) && isText(data.file.url) ? withCaption(data) : null),
  video: (data) => (isText(data.url) && data.url !== '' ? withCaption(data) : null),
  audio: (data) => (isText(data.url) && data.url !== '' ? withCaption(data) : null),
  embed: (data) => (isText(data.source) && data.source !== '' ? withCaption(data) : null),
  linkTool: (data) => (isText(data.link) && data.link !== '' ? data : null),
}

/**
 * Converts a document for Editor.js. Blocks without a tool become unchanged placeholders. Duplicate ids are removed,
 * because Editor.js finds blocks by them. Never throws: documents may be older than the schema.
 */
export function toEditor(document: { blocks: readonly unknown[] }): EditorBlock[] {
  const ids = new Set<string>()
  return document.blocks.filter(isFields).map((block) => {
    const id = isText(block.id) && block.id !== '' && !ids.has(block.id) ? block.id : undefined
    if (id !== undefined) ids.add(id)
    const tunes = isFields(block.tunes) && Object.keys(block.tunes).length > 0 ? block.tunes : undefined
    const type = isText(block.type) ? (RENAMED[block.type] ?? block.type) : ''
    const convert = Object.hasOwn(toTool, type) ? toTool[type] : undefined
    const data = convert?.(isFields(block.data) ? block.data : {}) ?? null
    const common = { ...(id === undefined ? {} : { id }), ...(tunes ? { tunes } : {}) }
    return data === null
      ? { ...common, type: UNKNOWN_TOOL, data: { type: block.type, data: block.data } }
      : { ...common, type, data }
  })
}

/**
 * Converts the blocks of Editor.js to a document. Every block gets an id, inline elements lose their classes, flat
 * lists and pictures get the current form, and empty blocks, `time` and `version` are omitted.
 */
export function fromEditor(blocks: readonly EditorBlock[]): PostDocument {
  return { blocks: blocks.map(blockFromEditor).filter((block) => block !== null) }
}

/** Converts one block of the editor; null if it is empty. */
export function blockFromEditor({ id, type, data, tunes }: EditorBlock): DocumentBlock | null {
  const common = {
    ...(id === undefined ? {} : { id }),
    ...(tunes && Object.keys(tunes).length > 0 ? { tunes } : {}),
  }
  if (type === UNKNOWN_TOOL) return { ...common, type: String(data.type), data: data.data as Fields }
  const convert = Object.hasOwn(fromTool, type) ? fromTool[type] : undefined
  const fields = convert?.(data) ?? null
  return fields && ({ ...common, type, data: withoutUndefined(fields) } as DocumentBlock)
}

/** The text of a block, for counting words. */
export function wordsOf({ type, data }: DocumentBlock): string {
  const fields = data as Fields
  if (type === 'list') return itemTexts(Array.isArray(fields.items) ? fields.items : []).join(' ')
  const texts = type === 'warning' ? [fields.title, fields.message] : [fields.text, fields.caption]
  return texts
    .filter(isText)
    .map((text) => plainText(text))
    .join(' ')
}

function itemTexts(items: readonly ListItem[]): string[] {
  return items.flatMap(({ content, items: inner }) => [plainText(content), ...itemTexts(inner)])
}

function readList(data: Fields): Fields | null {
  if (!Array.isArray(data.items)) return null
  const style = data.style === 'ordered' || data.style === 'checklist' ? data.style : 'unordered'
  return { style, meta: isFields(data.meta) ? data.meta : {}, items: readItems(data.items, 1) }
}

function readItems(items: readonly unknown[], depth: number): Fields[] {
  return items.flatMap((item) => {
    const fields = isFields(item) ? item : { content: item }
    const read = {
      content: markupOf(fields.content, toEditorMarkup),
      meta: isFields(fields.meta) ? fields.meta : {},
    }
    const inner = Array.isArray(fields.items) ? fields.items : []
    return depth < LIST_MAX_DEPTH
      ? [{ ...read, items: readItems(inner, depth + 1) }]
      : [{ ...read, items: [] }, ...readItems(inner, depth)]
  })
}

function writeList(data: Fields): Fields | null {
  const style = data.style === 'ordered' || data.style === 'checklist' ? data.style : 'unordered'
  const items = Array.isArray(data.items) ? data.items.filter(isFields).map((item) => writeItem(item, style)) : []
  const isEmpty = items.every((item) => item.content === '' && item.items.length === 0)
  if (items.length === 0 || isEmpty) return null
  const { start, counterType } = isFields(data.meta) ? data.meta : {}
  const meta = {
    ...(typeof start === 'number' && start !== 1 ? { start: Math.min(LIST_START_MAX, Math.max(0, start)) } : {}),
    ...(isText(counterType) && counterType !== 'numeric' ? { counterType } : {}),
  }
  return { style, ...(style === 'ordered' && Object.keys(meta).length > 0 ? { meta } : {}), items }
}

function writeItem(item: Fields, style: string): ListItem {
  const inner = Array.isArray(item.items) ? item.items.filter(isFields).map((one) => writeItem(one, style)) : []
  const checked = isFields(item.meta) && item.meta.checked === true
  return {
    content: markupOf(item.content, fromEditorMarkup),
    ...(style === 'checklist' ? { meta: { checked } } : {}),
    items: inner,
  }
}

function readImage(data: Fields, file: Fields): Fields | null {
  if (!isMediaUrl(file.url)) return null
  const { url: _, width: _w, height: _h, ...rest } = file === data ? data : { ...data }
  const size = { ...(file.width ? { width: file.width } : {}), ...(file.height ? { height: file.height } : {}) }
  return {
    ...rest,
    file: file === data ? { url: file.url, ...size } : file,
    caption: markupOf(data.caption, toEditorMarkup),
  }
}

/** A tool's texts; null if all are empty. Empty ones are omitted. */
function textData(fields: Fields): Fields | null {
  const texts = Object.entries(fields).map(([key, value]) => [key, markupOf(value, fromEditorMarkup)] as const)
  return texts.every(([, text]) => plainText(text).trim() === '' && !text.includes('&nbsp;'))
    ? null
    : Object.fromEntries(texts)
}

function withField(data: Fields | null, key: string, value: unknown): Fields | null {
  return data && { ...data, [key]: value }
}

function withCaption(data: Fields): Fields {
  return isText(data.caption) ? { ...data, caption: fromEditorMarkup(data.caption) } : data
}

function withoutUndefined(data: Fields): Fields {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}

function markupOf(value: unknown, convert: (text: string) => string): string {
  return isText(value) ? convert(value) : ''
}

function isMediaUrl(url: unknown): url is string {
  return isText(url) && (isPublicFilePath(url) || httpUrl(url) !== null)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
