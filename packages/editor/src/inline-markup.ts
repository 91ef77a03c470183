import { type InlineNode, parseInline } from '@stoa/post-view'

/** Classes by which the inline tools of Editor.js know their own elements. */
const TOOL_CLASSES: Readonly<Record<string, string>> = {
  code: 'inline-code',
  mark: 'cdx-marker',
  u: 'cdx-underline',
  s: 'stoa-strike',
}
/** A tag as browsers write it; only double quotes, and `>` may stand between them. */
const TAG = /<(\/?)([a-z][a-z0-9:-]*)((?:[^">]|"[^"]*")*)>/gi
const KEPT: ReadonlySet<string> = new Set(['a', 'b', 'br', 'code', 'em', 'i', 'mark', 's', 'strong', 'u'])
const SAME: Readonly<Record<string, string>> = { strike: 's', del: 's' }
const LINES: ReadonlySet<string> = new Set(['div', 'p', 'li'])

/** The inline text of a block as the editor shows it: known elements with the classes of their tools, all else as text. */
export function toEditorMarkup(text: string): string {
  return write(parseInline(text), TOOL_CLASSES)
}

/**
 * What stands in an editable element, as a document holds it: known elements without attributes but a link's address.
 * Other elements leave their words. `html` is what a browser says of an element: what is no tag has been escaped.
 */
export function fromEditorMarkup(html: string): string {
  const known = html.replace(TAG, (tag, slash: string, written: string) => {
    const lower = written.toLowerCase()
    const name = SAME[lower] ?? lower
    if (KEPT.has(name)) return name === lower ? tag : `<${slash}${name}>`
    return LINES.has(name) && slash === '' ? '<br>' : ''
  })
  return write(parseInline(known), {})
}

/** The words of inline text, without its elements. */
export function plainText(text: string): string {
  return parseInline(text).map(textOf).join('')
}

function textOf(node: InlineNode): string {
  if (node.type === 'text') return node.text
  return node.type === 'break' ? ' ' : node.children.map(textOf).join('')
}

function write(nodes: readonly InlineNode[], classes: Readonly<Record<string, string>>): string {
  const parts = nodes.map((node) => {
    if (node.type === 'text') return escapeText(node.text)
    if (node.type === 'break') return '<br>'
    const inner = write(node.children, classes)
    if (node.type === 'link') return `<a href="${escapeText(node.href).replaceAll('"', '&quot;')}">${inner}</a>`
    const className = classes[node.name]
    return `<${node.name}${className ? ` class="${className}"` : ''}>${inner}</${node.name}>`
  })
  return parts.join('')
}

/** Text as inline markup. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
}
