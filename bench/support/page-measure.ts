import type { Page } from 'playwright'

/** Boxes and styles of a page's elements, by their path from the root. */
export type MeasuredPage = Map<string, { box: string; styles: string }>

/** Measures every element of the publisher's page, including `html` and `body`, except the widget and its script. */
export async function measurePage(page: Page): Promise<MeasuredPage> {
  const elements = await page.evaluate(() => {
    function digest(styles: CSSStyleDeclaration): string {
      const text = Array.from(styles, (property) => styles.getPropertyValue(property)).join('|')
      let hash = 5381
      for (let at = 0; at < text.length; at += 1) hash = ((hash * 33) ^ text.charCodeAt(at)) >>> 0
      return hash.toString(36)
    }
    function pathOf(element: Element): string {
      const parts: string[] = []
      for (let at: Element | null = element; at; at = at.parentElement) {
        parts.unshift(`${at.localName}${[...(at.parentElement?.children ?? [])].indexOf(at)}`)
      }
      return parts.join('>')
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
    return [document.documentElement, document.body, ...document.body.querySelectorAll('*')]
      .filter(({ localName }) => !localName.startsWith('stoa-') && localName !== 'script')
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const place = [left + window.scrollX, top + window.scrollY, width, height].map((value) => value.toFixed(2))
        const pseudoElements = ['::before', '::after']
          .map((name) => getComputedStyle(element, name))
          .filter(({ content }) => content !== 'none' && content !== 'normal')
        return {
          path: pathOf(element),
          box: place.join(),
          styles: [getComputedStyle(element), ...pseudoElements].map(digest).join(),
        }
      })
  })
  return new Map(elements.map(({ path, box, styles }) => [path, { box, styles }]))
}

/** Elements that moved, changed style, disappeared or were added. */
export function pageDifferences(before: MeasuredPage, after: MeasuredPage): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [was, is] = [before.get(path), after.get(path)]
    if (was && is?.box === was.box && is.styles === was.styles) return []
    if (!was || !is) return [`${path} ${is ? 'has come' : 'has gone'}`]
    return [`${path} ${is.box === was.box ? 'has other styles' : `at ${is.box} instead of ${was.box}`}`]
  })
}

/** One entry of the browser's layout-shift observer. */
interface LayoutShift extends PerformanceEntry {
  value: number
  sources: { node: Node | null }[]
}

/** Layout shifts of the page since a time of its own clock, with the element that moved first. */
export function shiftsSince(page: Page, since: number): Promise<string[]> {
  return page.evaluate(async (from) => {
    const shifts: string[] = []
    await new Promise<void>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        for (const { value, startTime, sources } of list.getEntries() as LayoutShift[]) {
          if (startTime < from) continue
          const moved = sources[0]?.node
          shifts.push(
            `${value.toFixed(5)} by ${moved instanceof Element ? moved.outerHTML.slice(0, 80) : moved?.nodeName}`,
          )
        }
      })
      observer.observe({ type: 'layout-shift', buffered: true })
      setTimeout(resolve, 100)
    })
    return shifts
  }, since)
}

/** An element's name and its computed styles. */
export type Styled = [name: string, styles: string]

/** All elements of the widget, in document order. */
export function widgetStyles(page: Page): Promise<Styled[]> {
  return page.evaluate(() => {
    const root = document.querySelector('stoa-comments')?.shadowRoot
    return [...(root?.querySelectorAll('.stoa-embed, .stoa-embed *') ?? [])].map((element): [string, string] => {
      const styles = getComputedStyle(element)
      const set = Array.from(styles)
        // The publisher's custom properties inherit into the widget but aren't used there.
        .filter((property) => !property.startsWith('--'))
        .map((property) => `${property}: ${styles.getPropertyValue(property)}`)
      return [`${element.localName}.${element.getAttribute('class') ?? ''}`, set.join('; ')]
    })
  })
}

/** Differences between the styles of two widgets, each listed once. */
export function styleDifferences(one: Styled[], other: Styled[]): string[] {
  if (one.length !== other.length) return [`${one.length} elements instead of ${other.length}`]
  const differences = new Set<string>()
  for (const [index, [name, styles]] of one.entries()) {
    const [otherName, otherStyles = ''] = other[index] ?? []
    if (name !== otherName) differences.add(`${name} instead of ${otherName}`)
    else if (styles !== otherStyles) {
      const expected = new Set(otherStyles.split('; '))
      for (const style of styles.split('; ')) if (!expected.has(style)) differences.add(`${name} ${style}`)
    }
  }
  return [...differences]
}

/** Position and size of all elements of the widget, relative to it. */
export function widgetBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const host = document.querySelector('stoa-comments')
    const { left = 0, top = 0 } = host?.getBoundingClientRect() ?? {}
    return [...(host?.shadowRoot?.querySelectorAll('.stoa-embed *') ?? [])].map((element) => {
      const box = element.getBoundingClientRect()
      const place = [box.left - left, box.top - top, box.width, box.height].map((value) => value.toFixed(2))
      return `${element.localName}.${element.getAttribute('class') ?? ''} at ${place.join()}`
    })
  })
}
