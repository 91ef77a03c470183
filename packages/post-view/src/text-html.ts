import { createContext } from 'react'
import { linkedNodes } from './linked-nodes.ts'
import { type InlineNode, parseInline } from './parse-inline.ts'
import type { PostBlock } from './read-blocks.ts'

/** Writes a text block exactly as `PostBlocks` renders it; null for other blocks. */
export type WriteTextBlock = (block: PostBlock, headingShift: number) => string | null

/**
 * Writes text blocks as HTML, for servers: building the tree of a long story's text is most of the cost of its page.
 * Default: rendered as elements.
 */
export const TextHtml = createContext<WriteTextBlock | null>(null)

/** Markup, an address, or a character to escape. Most texts have none and are their own HTML. */
const NEEDS_PARSING = /[<>"]|&(?!(?:amp|lt|gt|quot);)|:\/\//

/** Writes text blocks. `newTab` is the links' screen-reader text (`ui.newTab`). */
export function createTextHtml(newTab: string): WriteTextBlock {
  const linkEnd = `<span class="stoa-visually-hidden"> (${escape(newTab)})</span></a>`

  function writeNodes(nodes: readonly InlineNode[], isQuoted: boolean): string {
    let html = ''
    for (const node of nodes) {
      if (node.type === 'text') html += isQuoted ? escape(node.text) : writeNodes(linkedNodes(node.text), true)
      else if (node.type === 'break') html += '<br>'
      else if (node.type === 'link') html += linkStart(node.href) + writeNodes(node.children, true) + linkEnd
      else html += `<${node.name}>${writeNodes(node.children, isQuoted || node.name === 'code')}</${node.name}>`
    }
    return html
  }

  const inline = (text: string) => (NEEDS_PARSING.test(text) ? writeNodes(parseInline(text), false) : text)

  return (block, headingShift) => {
    const { type } = block
    if (type === 'paragraph') return `<p class="stoa-post-paragraph" dir="auto">${inline(block.text)}</p>`
    if (type === 'header') {
      const level = Math.min(6, block.level + headingShift)
      return `<h${level} class="stoa-post-heading" data-level="${level}" dir="auto">${inline(block.text)}</h${level}>`
    }
    if (type !== 'quote') return null
    const caption = block.caption.trim() === '' ? '' : `<figcaption>${inline(block.caption)}</figcaption>`
    return `<figure class="stoa-post-quote" dir="auto"><blockquote>${inline(block.text)}</blockquote>${caption}</figure>`
  }
}

function linkStart(href: string): string {
  return `<a href="${escape(href)}" class="stoa-link" target="_blank" rel="noopener noreferrer nofollow ugc">`
}

function escape(text: string): string {
  if (!/[&<>"]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
