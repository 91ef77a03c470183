import * as z from 'zod'
import { addBlockSize } from '../document-size.ts'
import {
  BLOCK_TEXT_MAX_LENGTH,
  LIST_START_MAX,
  POST_MAX_BLOCKS,
  POST_MAX_LIST_ITEMS,
  POST_TEXT_MAX_LENGTH,
  TABLE_MAX_COLUMNS,
  TUNES_MAX_LENGTH,
  UNKNOWN_BLOCK_MAX_LENGTH,
} from '../limits.ts'
import { httpUrl } from '../rules.ts'
import { mediaUrl } from './images.ts'
import { string } from './scalars.ts'

/**
 * Inline text of a block: plain characters with `<b> <i> <code> <mark> <u> <s> <a href> <br>`; parsed to a tree, never
 * used as HTML.
 */
const inline = string(BLOCK_TEXT_MAX_LENGTH)
const caption = inline.optional()
const link = string(2000).refine((url) => httpUrl(url) !== null, 'Must be an http or https link.')
const pixels = z.number().positive().max(20_000).optional()
const duration = z
  .number()
  .positive()
  .max(24 * 60 * 60 * 1000)
  .optional()
/** Address of a WebVTT file. */
const captions = mediaUrl.optional()
const flags = {
  stretched: z.boolean().optional(),
  withBackground: z.boolean().optional(),
  withBorder: z.boolean().optional(),
}

export interface ListItem {
  content: string
  /** Whether a checklist item is ticked. */
  meta?: { checked?: boolean | undefined } | undefined
  items: ListItem[]
}
const itemMeta = z.object({ checked: z.boolean().optional() }).optional()
const listItem: z.ZodType<ListItem> = z.lazy(() =>
  z.object({ content: inline, meta: itemMeta, items: z.array(listItem).max(500).default([]) }),
) as z.ZodType<ListItem>

type JsonObject = Record<string, unknown>

/** JSON of limited length, stored unchanged. */
function json(max: number) {
  return z.custom<JsonObject>(
    (value) => isPlainObject(value) && JSON.stringify(value).length <= max,
    `Must be an object of at most ${max} characters.`,
  )
}

/** Plug-in data of a block. Large data is dropped. */
const tunes = json(TUNES_MAX_LENGTH).optional().catch(undefined)
const common = { id: string(40).optional(), tunes }

function block<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({ ...common, type: z.literal(type), data })
}

export const paragraphBlock = block('paragraph', z.object({ text: inline }))
export const headerBlock = block('header', z.object({ text: inline, level: z.int().min(1).max(6) }))
/** Ordered, unordered or a checklist, nested. Flat strings of older documents become items without children. */
export const listBlock = block(
  'list',
  z.object({
    style: z.enum(['ordered', 'unordered', 'checklist']),
    meta: z
      .object({ start: z.int().min(0).max(LIST_START_MAX).optional(), counterType: string(20).optional() })
      .optional()
      .describe('The start and style of an ordered list’s numbers.'),
    items: z.array(z.union([inline.transform((content): ListItem => ({ content, items: [] })), listItem])).max(500),
  }),
)
/** A checklist of older documents. New ones are lists of the style `checklist`. */
export const checklistBlock = block(
  'checklist',
  z.object({ items: z.array(z.object({ text: inline, checked: z.boolean().optional() })).max(500) }),
)
/** Rows may differ in length; missing cells are empty. */
export const tableBlock = block(
  'table',
  z.object({
    withHeadings: z.boolean().optional().describe('Whether the first row has the headings.'),
    stretched: z.boolean().optional(),
    content: z.array(z.array(inline).max(TABLE_MAX_COLUMNS)).max(500).describe('Rows of cells.'),
  }),
)
export const codeBlock = block(
  'code',
  z.object({
    code: string(BLOCK_TEXT_MAX_LENGTH).describe('Plain text, without inline markup.'),
    language: string(40).optional().describe('The programming language’s name.'),
  }),
)
export const delimiterBlock = block('delimiter', z.object({}))
export const quoteBlock = block('quote', z.object({ text: inline, caption }))
export const warningBlock = block('warning', z.object({ title: inline, message: inline }))
export const imageBlock = block(
  'image',
  z.object({
    file: z.object({
      url: mediaUrl,
      width: pixels,
      height: pixels,
      sizes: z
        .array(z.int().positive().max(20_000))
        .max(10)
        .optional()
        .describe('Widths in which the server has the picture.'),
      placeholder: string(400).optional().describe('Placeholder until the picture is loaded, from the upload.'),
    }),
    caption,
    alt: string(500).optional().describe('Text for people who can’t see the picture.'),
    ...flags,
  }),
)
export const simpleImageBlock = block(
  'simpleImage',
  z.object({ url: mediaUrl, width: pixels, height: pixels, caption, ...flags }),
)
export const videoBlock = block(
  'video',
  z.object({
    url: mediaUrl,
    image: mediaUrl.optional(),
    cdn: z.object({ mp4Url: mediaUrl }).optional(),
    width: pixels,
    height: pixels,
    durationMs: duration,
    captions,
    caption,
    stretched: z.boolean().optional(),
    withBorder: z.boolean().optional(),
  }),
)
export const audioBlock = block('audio', z.object({ url: mediaUrl, durationMs: duration, captions, caption }))
/** An external player. Ignores a client's `embed`: the server builds the frame's address from service and source. */
export const embedBlock = block(
  'embed',
  z.object({
    service: string(40),
    source: link,
    embed: string(2000).optional(),
    caption,
    width: pixels,
    height: pixels,
  }),
)
/** Metadata of a page. */
export const linkMeta = z.object({
  title: string(300).optional(),
  description: string(1000).optional(),
  image: z.object({ url: mediaUrl }).optional(),
})
/** A link card. The server fills `meta` and ignores a client's value. */
export const linkToolBlock = block(
  'linkTool',
  z.object({
    link,
    meta: linkMeta.optional(),
  }),
)

const contentBlocks = [
  paragraphBlock,
  headerBlock,
  listBlock,
  checklistBlock,
  tableBlock,
  codeBlock,
  delimiterBlock,
  quoteBlock,
  warningBlock,
  imageBlock,
  simpleImageBlock,
  videoBlock,
  audioBlock,
  embedBlock,
  linkToolBlock,
] as const // prettier-ignore
const knownTypes: ReadonlySet<unknown> = new Set(contentBlocks.map((option) => option.shape.type.value))

/** A block of a known type. */
export const contentBlock = z.discriminatedUnion('type', contentBlocks)

/** A block of any other type, from another editor or a later version. Stored unchanged, not rendered. */
export interface UnknownBlock {
  id?: string | undefined
  tunes?: JsonObject | undefined
  type: string
  data: JsonObject
}

const OTHER = 'other'
const unknownBlock = z
  .object({ ...common, type: z.literal(OTHER), name: string(40).min(1), data: json(UNKNOWN_BLOCK_MAX_LENGTH) })
  .transform(({ type: _, name, ...rest }): UnknownBlock => ({ ...rest, type: name }))

/** Moves the type of an unknown block, so that one field selects the block's schema. */
const anyBlock = z.preprocess(
  (value) =>
    isPlainObject(value) && typeof value.type === 'string' && !knownTypes.has(value.type)
      ? { ...value, type: OTHER, name: value.type }
      : value,
  z.discriminatedUnion('type', [...contentBlocks, unknownBlock]),
)

/** The parsed `postContent`. Its limits prevent slow rendering. */
export const postDocument = z.preprocess(
  (value, context) => {
    const message = excessOf(value)
    if (message !== null) context.addIssue({ code: 'custom', path: ['blocks'], message })
    return value
  },
  z.object({
    time: z.number().optional(),
    version: string(20).optional(),
    blocks: z.array(anyBlock).max(POST_MAX_BLOCKS, atMost(POST_MAX_BLOCKS, 'blocks')),
  }),
)

/** Says what a document has too much of, before anything that takes longer reads it; null if its size is fine. */
function excessOf(document: unknown): string | null {
  const blocks = isPlainObject(document) && Array.isArray(document.blocks) ? (document.blocks as unknown[]) : []
  if (blocks.length > POST_MAX_BLOCKS) return atMost(POST_MAX_BLOCKS, 'blocks')
  const size = { items: 0, characters: 0 }
  for (const block of blocks) {
    if (isPlainObject(block)) addBlockSize(block.data, { size, isKnown: knownTypes.has(block.type) })
  }
  if (size.items > POST_MAX_LIST_ITEMS) return atMost(POST_MAX_LIST_ITEMS, 'list items and table cells')
  return size.characters > POST_TEXT_MAX_LENGTH ? atMost(POST_TEXT_MAX_LENGTH, 'characters') : null
}

function atMost(count: number, things: string): string {
  return `Must have at most ${count} ${things}.`
}

function isPlainObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
