import { type Image, inlineText, isBlock, normalizeText, type PostDocument, parseInline } from '@stoa/contract'

const EXCERPT_LENGTH = 200

/** About what lists show of a text. The server decides. */
export function excerptOf({ blocks }: PostDocument): string {
  let text = ''
  for (const block of blocks) {
    if (!isBlock(block, 'paragraph') && !isBlock(block, 'quote')) continue
    text = normalizeText(`${text} ${inlineText(parseInline(block.data.text))}`).trim()
    if (text.length > EXCERPT_LENGTH) return `${text.slice(0, EXCERPT_LENGTH)}…`
  }
  return text
}

/** The first picture of a text, or the still of its first video; null if there is none. */
export function pictureIn({ blocks }: PostDocument): Image | null {
  for (const block of blocks) {
    if (isBlock(block, 'image')) return { url: block.data.file.url }
    if (isBlock(block, 'simpleImage')) return { url: block.data.url }
    if (isBlock(block, 'video') && block.data.image) return { url: block.data.image }
  }
  return null
}
