import * as z from 'zod'
import { BLOCK_TEXT_MAX_LENGTH, POST_MAX_BLOCKS, POST_MAX_LIST_ITEMS, POST_TEXT_MAX_LENGTH } from '../limits.ts'
import { httpUrl } from '../rules.ts'
import { textLength } from '../text.ts'
import { mediaUrl, string } from './common.ts'

/** Inline text of a block: plain characters with `<b> <i> <code> <mark> <u> <s> <a href> <br>`; parsed to a tree, never used as HTML. */
const inline = string(BLOCK_TEXT_MAX_LENGTH)
const caption = inline.optional()
const link = string(2000).refine((url) => httpUrl(url) !== null, 'Must be an http or https link.')
const pixels = z.number().positive().max(20_000).optional()
const flags = {
  stretched: z.boolean().optional(),
  withBackground: z.boolean().optional(),
  withBorder: z.boolean().optional(),
}

export interface ListItem {
  content: string
  items: ListItem[]
}
const listItem: z.ZodType<ListItem> = z.lazy(() =>
  z.object({ content: inline, items: z.array(listItem).max(500).default([]) }),
) as z.ZodType<ListItem>

function block<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({ id: string(40).optional(), type: z.literal(type), data })
}

export const paragraphBlock = block('paragraph', z.object({ text: inline }))
export const headerBlock = block('header', z.object({ text: inline, level: z.int().min(1).max(6) }))
/** Ordered or unordered, nested. Flat strings of older documents become items without children. */
export const listBlock = block(
  'list',
  z.object({
    style: z.enum(['ordered', 'unordered']),
    items: z.array(z.union([inline.transform((content): ListItem => ({ content, items: [] })), listItem])).max(500),
  }),
)
export const delimiterBlock = block('delimiter', z.object({}))
export const quoteBlock = block('quote', z.object({ text: inline, caption }))
export const warningBlock = block('warning', z.object({ title: inline, message: inline }))
export const imageBlock = block(
  'image',
  z.object({ file: z.object({ url: mediaUrl, width: pixels, height: pixels }), caption, ...flags }),
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
    caption,
    stretched: z.boolean().optional(),
    withBorder: z.boolean().optional(),
  }),
)
export const audioBlock = block('audio', z.object({ url: mediaUrl, caption }))
/** A foreign player. `embed` of a client is ignored: the frame's address is rebuilt from service and source. */
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
/** A link card. The server fills `meta`; what a client sends there is ignored. */
export const linkToolBlock = block(
  'linkTool',
  z.object({
    link,
    meta: z
      .object({
        title: string(300).optional(),
        description: string(1000).optional(),
        image: z.object({ url: mediaUrl }).optional(),
      })
      .optional(),
  }),
)

export const contentBlock = z.discriminatedUnion('type', [
  paragraphBlock,
  headerBlock,
  listBlock,
  delimiterBlock,
  quoteBlock,
  warningBlock,
  imageBlock,
  simpleImageBlock,
  videoBlock,
  audioBlock,
  embedBlock,
  linkToolBlock,
]) // prettier-ignore

/** The parsed `postContent`. Its limits are what a page of it can be drawn of without keeping everybody else waiting. */
export const postDocument = z
  .object({
    time: z.number().optional(),
    version: string(20).optional(),
    blocks: z.array(contentBlock).max(POST_MAX_BLOCKS, atMost(POST_MAX_BLOCKS, 'blocks')),
  })
  .superRefine(({ blocks }, context) => {
    const { items, characters } = sizeOf(blocks)
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['blocks'], message })
    if (items > POST_MAX_LIST_ITEMS) refuse(atMost(POST_MAX_LIST_ITEMS, 'list items'))
    if (characters > POST_TEXT_MAX_LENGTH) refuse(atMost(POST_TEXT_MAX_LENGTH, 'characters'))
  })

function atMost(count: number, things: string): string {
  return `Must have at most ${count} ${things}.`
}

/** Fields of blocks that hold text. */
const TEXTS = new Set(['text', 'content', 'caption', 'title', 'message'])

/** List items and characters of text of everything in a document. */
function sizeOf(value: unknown): { items: number; characters: number } {
  const size = { items: 0, characters: 0 }
  if (typeof value !== 'object' || value === null) return size
  for (const [key, part] of Object.entries(value)) {
    if (key === 'items' && Array.isArray(part)) size.items += part.length
    if (TEXTS.has(key) && typeof part === 'string') size.characters += textLength(part)
    const inner = sizeOf(part)
    size.items += inner.items
    size.characters += inner.characters
  }
  return size
}
