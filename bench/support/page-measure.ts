import type { Page } from 'playwright'

/** An element of the publisher's page: where it stands and a digest of all its computed styles. */
export interface MeasuredElement {
  /** Names the element by its way from the root. */
  path: string
  box: string
  styles: string
}

export interface MeasuredPage {
  elements: MeasuredElement[]
  /**
   * Sum of the layout shifts since the page began that moved the widget, something in it, around it or after it; and of
   * all others: those are the page's own pictures and fonts, which come early or late, if all ends where it does without.
   */
  shift: { widget: number; others: number }
}

/** One entry of the browser's layout-shift observer. */
interface LayoutShift extends PerformanceEntry {
  value: number
  sources: { node: Node | null }[]
}

/** Measures every element of the page that is neither the widget, nor around it, nor the snippet's script. */
export function measurePage(page: Page): Promise<MeasuredPage> {
  return page.evaluate(async () => {
    const around = new Set<Element>([document.documentElement, document.body])
    const widget = document.querySelector('stoa-comments')
    for (let element = widget?.parentElement; element; element = element.parentElement) around.add(element)
    function digest(styles: CSSStyleDeclaration): string {
      let hash = 5381
      for (const property of styles) {
        const text = `${property}:${styles.getPropertyValue(property)}`
        for (let at = 0; at < text.length; at += 1) hash = ((hash * 33) ^ text.charCodeAt(at)) >>> 0
      }
      return hash.toString(36)
    }
    function pathOf(element: Element): string {
      const parts: string[] = []
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        parts.unshift(`${at.localName}${[...(at.parentElement?.children ?? [])].indexOf(at)}`)
      }
      return parts.join('>')
    }
    const elements: MeasuredElement[] = []
    for (const element of document.body.querySelectorAll('*')) {
      if (around.has(element) || element.localName === 'stoa-comments' || element.localName === 'script') continue
      const { left, top, width, height } = element.getBoundingClientRect()
      const place = [left + window.scrollX, top + window.scrollY, width, height].map((value) => value.toFixed(2))
      elements.push({ path: pathOf(element), box: place.join(), styles: digest(getComputedStyle(element)) })
    }
    const shift = { widget: 0, others: 0 }
    const isOurs = (node: Node | null) => {
      if (node === null || widget === null) return false
      const place = widget.compareDocumentPosition(hostOf(node))
      return place === 0 || (place & (Node.DOCUMENT_POSITION_CONTAINS | Node.DOCUMENT_POSITION_FOLLOWING)) !== 0
    }
    function hostOf(node: Node): Node {
      const root = node.getRootNode()
      return root instanceof ShadowRoot ? root.host : node
    }
    await new Promise<void>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as LayoutShift[]) {
          shift[sources.some(({ node }) => isOurs(node)) ? 'widget' : 'others'] += value
        }
      })
      observer.observe({ type: 'layout-shift', buffered: true })
      setTimeout(resolve, 100)
    })
    return { elements, shift }
  })
}

/** Computed styles of every element in the widget, in its order, as `tag.class property: value`. */
export function widgetStyles(page: Page): Promise<string[][]> {
  return page.evaluate(() => {
    const root = document.querySelector('stoa-comments')?.shadowRoot
    return [...(root?.querySelectorAll('*') ?? [])].map((element) => {
      const styles = getComputedStyle(element)
      const name = `${element.localName}.${element.getAttribute('class') ?? ''}`
      return [
        name,
        ...Array.from(styles)
          // A publisher's own custom properties reach everywhere and mean nothing to us.
          .filter((property) => !property.startsWith('--'))
          .map((property) => `${property}: ${styles.getPropertyValue(property)}`),
      ]
    })
  })
}

/** What differs between the styles of two widgets, each difference once. */
export function styleDifferences(one: string[][], other: string[][]): string[] {
  if (one.length !== other.length) return [`${one.length} elements instead of ${other.length}`]
  const found = new Set<string>()
  for (const [index, styles] of one.entries()) {
    for (const [at, style] of styles.entries()) {
      const expected = other[index]?.[at]
      if (style !== expected) found.add(`${styles[0]} ${style} instead of ${expected}`)
    }
  }
  return [...found]
}
