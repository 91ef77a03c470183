import { createContext } from 'react'
import { linkedNodes } from './linked-nodes.ts'
import { LIST_COUNTERS } from './list-counters.ts'
import { decodeEntities, inlineText, readInline } from './parse-inline.ts'
import type { ListData, PostBlock } from './read-blocks.ts'

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

  const linked = (html: string) =>
    linkedNodes(decodeEntities(html))
      .map((node) => {
        const text = escape(inlineText([node]))
        return node.type === 'link' ? linkStart(node.href) + text + linkEnd : text
      })
      .join('')

  function inline(source: string): string {
    if (!NEEDS_PARSING.test(source)) return source
    let html = ''
    /** Number of open links and code elements, in which addresses aren't linked. */
    let quotes = 0
    readInline(
      source,
      {
        text(text) {
          html += quotes === 0 && text.includes('://') ? linked(text) : text
        },
        lineBreak() {
          html += '<br>'
        },
        open(name) {
          if (name === 'code') quotes += 1
          html += `<${name}>`
        },
        openLink(href) {
          quotes += 1
          html += linkStart(href)
        },
        close(name) {
          if (name === 'a' || name === 'code') quotes -= 1
          html += name === 'a' ? linkEnd : `</${name}>`
        },
      },
      textHtml,
    )
    return html
  }

  function list({ style, start, counterType = '', items }: Omit<ListData, 'type'>, isInner = false): string {
    const name = style === 'ordered' ? 'ol' : 'ul'
    const counter = style === 'ordered' ? LIST_COUNTERS.get(counterType) : undefined
    const attributes = [
      isInner ? '' : ' dir="auto"',
      style === 'ordered' && start !== undefined ? ` start="${start}"` : '',
      counter ? ` type="${counter}"` : '',
    ].join('')
    const inner = items.map(
      (item) =>
        `<li>${inline(item.content)}${item.items.length > 0 ? list({ style, counterType, items: item.items }, true) : ''}</li>`,
    )
    return `<${name}${attributes} class="stoa-post-list">${inner.join('')}</${name}>`
  }

  return (block, headingShift) => {
    const { type } = block
    if (type === 'paragraph') return `<p class="stoa-post-paragraph" dir="auto">${inline(block.text)}</p>`
    if (type === 'header') {
      const level = Math.min(6, block.level + headingShift)
      return `<h${level} class="stoa-post-heading" data-level="${level}" dir="auto">${inline(block.text)}</h${level}>`
    }
    if (type === 'list') return block.style === 'checklist' ? null : list(block)
    if (type === 'delimiter') return '<hr class="stoa-post-delimiter">'
    if (type !== 'quote') return null
    const caption = block.caption.trim() === '' ? '' : `<figcaption>${inline(block.caption)}</figcaption>`
    return `<figure class="stoa-post-quote" dir="auto"><blockquote>${inline(block.text)}</blockquote>${caption}</figure>`
  }
}

function linkStart(href: string): string {
  return `<a href="${escape(href)}" class="stoa-link" target="_blank" rel="noopener noreferrer nofollow ugc">`
}

/** A piece of text in a block as HTML. */
function textHtml(source: string): string {
  return NEEDS_PARSING.test(source) ? escape(decodeEntities(source)) : source
}

function escape(text: string): string {
  if (!/[&<>"]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
