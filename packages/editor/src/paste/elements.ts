/** A longer style attribute isn't read. */
const STYLE_MAX_LENGTH = 10_000

/**
 * A declaration of an element's style attribute, in lower case. Browsers drop declarations they don't know, such as
 * Word's, and all of them where the page's security policy forbids style attributes.
 */
export function styleOf(element: Element, name: string): string {
  const style = element.getAttribute('style') ?? ''
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
