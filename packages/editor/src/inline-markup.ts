import { type InlineNode, inlineText, parseInline } from '@stoa/contract'

/** Classes by which the inline tools of Editor.js recognize their elements. */
const TOOL_CLASSES: Readonly<Record<string, string>> = {
  code: 'inline-code',
  mark: 'cdx-marker',
  u: 'cdx-underline',
  s: 'stoa-strike',
}
/** A tag as serialized by browsers: only double quotes, which may contain `>`. */
const TAG = /<(\/?)([a-z][a-z0-9:-]*)((?:[^">]|"[^"]*")*)>/gi
const KEPT: ReadonlySet<string> = new Set(['a', 'b', 'br', 'code', 'em', 'i', 'mark', 's', 'strong', 'u'])
const SAME: Readonly<Record<string, string>> = { strike: 's', del: 's' }
const LINES: ReadonlySet<string> = new Set(['div', 'p', 'li'])

/** A block's inline text for the editor: known elements with their tools' classes, everything else as text. */
export function toEditorMarkup(text: string): string {
  return write(parseInline(text), TOOL_CLASSES)
}

/**
 * Converts an editable element's content for a document: known elements without attributes except a link's address.
 * Other elements are reduced to their text. `html` is serialized by a browser, so everything but tags is escaped.
 */
export function fromEditorMarkup(html: string): string {
  const markup = html.replace(TAG, (tag, slash: string, rawName: string) => {
    const lower = rawName.toLowerCase()
    const name = SAME[lower] ?? lower
    if (KEPT.has(name)) return name === lower ? tag : `<${slash}${name}>`
    return LINES.has(name) && slash === '' ? '<br>' : ''
  })
  return write(parseInline(markup), {})
}

/** Inline text without its elements. */
export function plainText(text: string): string {
  return inlineText(parseInline(text))
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

/** Escapes text for inline markup. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
}
