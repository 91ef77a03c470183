import { parseInert } from '../parse-inert.ts'

/** A longer style attribute isn't read. */
const STYLE_MAX_LENGTH = 10_000
const TAG = /<[a-z][^<>]*>/gi
/** Elements that browsers open again in each block until they are closed. */
const REOPENED = /<(\/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s>])/gi
/** With more unclosed ones, parsing takes minutes. */
const UNCLOSED_MAX = 1000
/** Where `parseCopied` puts style attributes. */
export const STYLE = 'data-style'

/** Whether HTML is so malformed that its text is better read. */
export function isMalformed(html: string): boolean {
  let open = 0
  for (const [, slash] of html.matchAll(REOPENED)) open += slash === '' ? 1 : -1
  return open > UNCLOSED_MAX
}

/**
 * Parses copied HTML. Nothing of it runs or loads. Styles get other names, because a page that forbids inline styles
 * would report each of them.
 */
export function parseCopied(html: string): HTMLElement {
  const renamed = html
    .replace(/<(\/?)style(?=[\s/>])/gi, '<$1template')
    .replace(TAG, (tag) => tag.replace(/(\s)style(?=\s*=)/gi, `$1${STYLE}`))
  return parseInert(renamed).body
}

/** A declaration of an element's style, in lower case. Browsers would drop those they don't know, such as Word's. */
export function styleOf(element: Element, name: string): string {
  const style = element.getAttribute(STYLE) ?? ''
  if (style.length > STYLE_MAX_LENGTH || !style.toLowerCase().includes(name)) return ''
  const values = style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    const isIt = colon > 0 && declaration.slice(0, colon).trim().toLowerCase() === name
    return isIt
      ? [
          declaration
            .slice(colon + 1)
            .trim()
            .toLowerCase(),
        ]
      : []
  })
  return values.at(-1) ?? ''
}

export function find(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)]
}

/** The element's children that are elements. Much faster than `children` in jsdom. */
export function childrenOf(element: Element): HTMLElement[] {
  return [...element.childNodes].filter((node): node is HTMLElement => node.nodeType === Node.ELEMENT_NODE)
}

/** Puts the element's children in its place. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

/** Gives the element's children to a new one in its place. */
export function rename(element: Element, name: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

/** Text of code: elements that start a line are lines. */
export function codeTextOf(element: Element): string {
  let text = ''
  const visit = (node: Node, depth: number) => {
    if (node.nodeType === Node.TEXT_NODE) text += (node.textContent ?? '').replace(/\r\n?/g, '\n')
    if (node.nodeType !== Node.ELEMENT_NODE) return
    const name = (node as Element).localName
    if (name === 'br') text += '\n'
    else if (depth > 100) text += node.textContent ?? ''
    else {
      const isLine = name === 'div' || name === 'p' || name === 'li' || name === 'tr'
      if (isLine && text !== '' && !text.endsWith('\n')) text += '\n'
      for (const child of node.childNodes) visit(child, depth + 1)
      if (isLine && !text.endsWith('\n')) text += '\n'
    }
  }
  for (const child of element.childNodes) visit(child, 0)
  return text.replaceAll('\u00a0', ' ').replace(/^\n/, '').trimEnd()
}
