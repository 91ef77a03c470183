import { inlineText, isBlock, type PostDocument, parseInline } from '@stoa/contract'

/**
 * The text as blocks: an empty line ends a paragraph, a single line break stays. Every character is text, never markup.
 */
export function toBlocks(text: string): PostDocument['blocks'] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ type: 'paragraph', data: { text: escape(paragraph).replaceAll('\n', '<br>') } }))
}

/** The text of a plain post; null for one with other blocks or markup, which plain text can't represent. */
export function toText(postContent: string): string | null {
  const { blocks } = JSON.parse(postContent) as PostDocument
  const paragraphs = blocks.map((block) => (isBlock(block, 'paragraph') ? textOf(block.data.text) : null))
  return paragraphs.includes(null) ? null : paragraphs.join('\n\n')
}

function textOf(markup: string): string | null {
  const text = inlineText(parseInline(markup))
  return escape(text).replaceAll('\n', '<br>') === markup ? text : null
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
