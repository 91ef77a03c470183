import { isBlock } from './blocks.ts'
import type { ContentBlock, DocumentBlock, Image, ListItem, PostDocument, PostSummary } from './entities.ts'
import { inlineText, parseInline } from './inline-markup.ts'
import { POST_EXCERPT_MAX_LENGTH } from './limits.ts'

/** Characters that end a sentence or part of one, in any script: no separator is needed after them. */
const ENDED = /[\p{Terminal_Punctuation}…][\p{Pe}\p{Pf}"']*$/u

/**
 * The beginning of the text without markup; headings only if there is nothing else. List items and table cells are joined
 * with commas, other pieces with dots unless they end a sentence. Reads no further than the excerpt, because a post may
 * have 100,000 pieces.
 */
export function excerptOf(document: PostDocument): string {
  return excerptOfBlocks(document.blocks.filter((block) => block.type !== 'header')) || excerptOfBlocks(document.blocks)
}

/** Their pieces are joined with commas. */
const LISTS: ReadonlySet<string> = new Set(['list', 'checklist', 'table'])

function excerptOfBlocks(blocks: PostDocument['blocks']): string {
  let text = ''
  let before: { text: string; block: TextBlock } | null = null
  for (const piece of shownPieces(blocks)) {
    if (before !== null) {
      const separator = piece.block === before.block && LISTS.has(piece.block.type) ? ', ' : ' · '
      text += ENDED.test(before.text) ? ' ' : separator
    }
    text += piece.text
    before = piece
    // A character has at most two UTF-16 units.
    if (text.length > 2 * POST_EXCERPT_MAX_LENGTH) break
  }
  const characters = [...text]
  if (characters.length <= POST_EXCERPT_MAX_LENGTH) return text
  const cut = characters.slice(0, POST_EXCERPT_MAX_LENGTH - 1).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), cut.length - 40)).trimEnd()}…`
}

/** The whole text without markup. */
export function plainTextOf(document: PostDocument): string {
  return Array.from(shownPieces(document.blocks), ({ text }) => text).join(' ')
}

/** The texts that a reader sees, in order. */
function* shownPieces(blocks: PostDocument['blocks']): Generator<{ text: string; block: TextBlock }> {
  for (const block of blocks.filter(isTextBlock)) {
    for (const piece of piecesOf(block)) {
      const text = piece.replace(/\s+/g, ' ').trim()
      if (text !== '') yield { text, block }
    }
  }
}

const TEXT_TYPES = ['paragraph', 'header', 'quote', 'warning', 'list', 'checklist', 'table', 'code'] as const

type TextBlock = Extract<ContentBlock, { type: (typeof TEXT_TYPES)[number] }>

export function isTextBlock(block: DocumentBlock): block is TextBlock {
  return TEXT_TYPES.some((type) => type === block.type)
}

/** The separate texts of a block. */
export function piecesOf(block: TextBlock): string[] {
  if (block.type === 'list') return itemTexts(block.data.items)
  if (block.type === 'checklist') return block.data.items.map(({ text }) => plain(text))
  if (block.type === 'table') return block.data.content.flat().map(plain)
  if (block.type === 'code') return [block.data.code]
  if (block.type === 'warning') return [plain(block.data.title), plain(block.data.message)]
  return [plain(block.data.text)]
}

function itemTexts(items: ListItem[]): string[] {
  return items.flatMap((item) => [plain(item.content), ...itemTexts(item.items)])
}

function plain(inline: string): string {
  return inlineText(parseInline(inline))
}

/** The image that stands for a text; `video`: it is the poster of a video. */
export type ContentImage = Image & { video?: PostSummary['video'] }

/** The first image of a document, or the poster of its first video. */
export function contentImageOf({ blocks }: PostDocument): ContentImage | null {
  for (const block of blocks) {
    if (isBlock(block, 'image')) return smallerVersion(block.data.file)
    if (isBlock(block, 'simpleImage')) return sizedImage(block.data)
    if (isBlock(block, 'video') && block.data.image) {
      const { image, durationMs = null } = block.data
      return { ...sizedImage({ ...block.data, url: image }), video: { durationMs } }
    }
  }
  return null
}

function sizedImage({ url, width, height }: Pick<Image, 'url' | 'width' | 'height'>): Image {
  return { url, ...(width && { width }), ...(height && { height }) }
}

/** Lists show a picture up to 320 pixels wide, twice that on high-density screens. */
const LIST_IMAGE_WIDTH = 640

/** Uploads have smaller versions, named by their width. */
function smallerVersion(file: Pick<Image, 'url' | 'width' | 'height'> & { sizes?: number[] | undefined }): Image {
  const width = file.sizes?.toSorted((a, b) => a - b).find((one) => one >= LIST_IMAGE_WIDTH)
  if (!width || !file.width || !file.height || !file.url.startsWith('/media/')) return sizedImage(file)
  const url = `${file.url.slice(0, file.url.lastIndexOf('/') + 1)}${width}.webp`
  return { url, width, height: Math.round((file.height * width) / file.width) }
}
