import { httpUrl } from '@stoa/contract'

/** The part of the Trusted Types API used here. Browsers without it accept strings. */
interface TrustedTypes {
  readonly defaultPolicy: unknown
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string }
}

const trustedTypes = () => (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes

/**
 * Elements and attributes that Editor.js and its tools create as markup. No raw text, no frames, no foreign content in
 * icons.
 */
const ELEMENTS: ReadonlySet<string> = new Set(
  ['a', 'b', 'blockquote', 'br', 'code', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'i', 'li', 'mark', 'ol', 'p']
    .concat(['s', 'span', 'strong', 'u', 'ul'])
    .concat(['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']),
)
const ATTRIBUTES: ReadonlySet<string> = new Set(
  ['class', 'href', 'width', 'height', 'viewbox', 'fill', 'stroke', 'd', 'x', 'y', 'rx', 'ry', 'cx', 'cy', 'r']
    .concat(['x1', 'x2', 'y1', 'y2', 'points', 'transform', 'opacity', 'fill-rule', 'clip-rule'])
    .concat(['stroke-width', 'stroke-linecap', 'stroke-linejoin', 'data-item-name', 'data-empty']),
)

let parsing: { createHTML(html: string): string } | undefined

/** Parses markup into a document that runs and loads nothing. */
export function parseInert(html: string): Document {
  // Safe for any content: the document has no window, and only clean copies of its parts leave it.
  parsing ??= trustedTypes()?.createPolicy('stoa-editor', { createHTML: (text) => text })
  return new DOMParser().parseFromString(parsing?.createHTML(html) ?? html, 'text/html')
}

/**
 * Markup with only known elements and attributes. Others are reduced to their text. Links lead to http(s) addresses.
 */
export function cleanMarkup(html: string): string {
  if (!html.includes('<')) return html
  const { body } = parseInert(html)
  clean(body)
  return body.innerHTML
}

function clean(parent: Element): void {
  for (const child of [...parent.childNodes]) {
    if (child.nodeType === Node.TEXT_NODE) continue
    if (!(child.nodeType === Node.ELEMENT_NODE && parent.contains(child))) {
      child.remove()
      continue
    }
    const element = child as Element
    clean(element)
    const name = element.localName.toLowerCase()
    if (name === 'script' || name === 'style' || name === 'template') element.remove()
    else if (!ELEMENTS.has(name)) element.replaceWith(...element.childNodes)
    else for (const attribute of [...element.attributes]) keepOrDrop(element, attribute)
  }
}

function keepOrDrop(element: Element, { name, value }: Attr): void {
  const isKept = ATTRIBUTES.has(name.toLowerCase()) && (name !== 'href' || httpUrl(value) !== null)
  if (!isKept) element.removeAttribute(name)
}

/**
 * Lets Editor.js create markup on pages that require Trusted Types. A default policy cleans all markup first. It is
 * installed with the editor, so other pages have no such policy. Does nothing if the page has its own.
 */
export function allowCleanMarkup(): void {
  const types = trustedTypes()
  if (types && types.defaultPolicy === null) types.createPolicy('default', { createHTML: cleanMarkup })
}
