/** A text as readers see it. */
export interface SeenText {
  /** Class or name of its element. */
  of: string
  text: string
  /** Contrast with its background, by WCAG 2.2. */
  ratio: number
}

interface PageLike {
  evaluate<Result, Argument>(work: (argument: Argument) => Result, argument: Argument): Promise<Result>
}

/**
 * All texts in elements that match a selector, including shadow trees, with their contrast to the background colors
 * behind them, down to the page's canvas. Pictures behind texts are ignored.
 */
export function textsOf(
  page: PageLike,
  selector = 'stoa-comments, stoa-poll, stoa-reactions, .stoa-embed',
): Promise<SeenText[]> {
  return page.evaluate(measure, selector)
}

/** Runs in the page. */
function measure(selector: string): SeenText[] {
  type Color = [red: number, green: number, blue: number, alpha: number]
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', {
    willReadFrequently: true,
  }) as OffscreenCanvasRenderingContext2D
  const colorsByText = new Map<string, Color>()

  // Any notation that the browser can parse.
  const read = (css: string): Color => {
    let color = colorsByText.get(css)
    if (color) return color
    pixel.clearRect(0, 0, 1, 1)
    pixel.fillStyle = css
    pixel.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data
    color = [red, green, blue, alpha / 255]
    colorsByText.set(css, color)
    return color
  }
  const over = ([r, g, b, a]: Color, [br, bg, bb]: Color): Color => [
    r * a + br * (1 - a),
    g * a + bg * (1 - a),
    b * a + bb * (1 - a),
    1,
  ]
  const luminance = ([r, g, b]: Color) => {
    const [red = 0, green = 0, blue = 0] = [r, g, b]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const above = (element: Element): Element | null => {
    const root = element.getRootNode()
    return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  }
  /** Background of an element's text, including its own. */
  const behind = (element: Element | null): Color => {
    if (!element) {
      const probe = document.createElement('i')
      probe.style.cssText = 'all: initial; color: Canvas'
      document.documentElement.append(probe)
      const canvas = read(getComputedStyle(probe).color)
      probe.remove()
      return canvas
    }
    const ground = read(getComputedStyle(element).backgroundColor)
    return ground[3] === 1 ? ground : over(ground, behind(above(element)))
  }
  const opacityOf = (element: Element | null): number =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(above(element)) : 1

  const texts: SeenText[] = []
  const note = (element: Element, text: string, style: CSSStyleDeclaration) => {
    const ground = behind(element)
    const [r, g, b, a] = read(style.color)
    const words = over(
      [r, g, b, a * opacityOf(element) * (style === getComputedStyle(element) ? 1 : Number(style.opacity))],
      ground,
    )
    const [light = 0, dark = 0] = [luminance(words), luminance(ground)].sort((one, other) => other - one)
    const ratio = Math.round(((light + 0.05) / (dark + 0.05)) * 100) / 100
    texts.push({ of: element.getAttribute('class') ?? element.localName, text: text.trim().slice(0, 40), ratio })
  }
  const visit = (element: Element) => {
    if (
      /^(script|style|template|option|link)$/.test(element.localName) ||
      !element.checkVisibility({ visibilityProperty: true })
    )
      return
    // WCAG doesn't require contrast for disabled controls.
    if (element.matches('.stoa-visually-hidden, :disabled')) return
    const text = Array.from(element.childNodes, (node) =>
      node.nodeType === Node.TEXT_NODE ? node.nodeValue : '',
    ).join('')
    if (text.trim()) note(element, text, getComputedStyle(element))
    if (element instanceof HTMLTextAreaElement && !element.value)
      note(element, element.placeholder, getComputedStyle(element, '::placeholder'))
    if (element instanceof HTMLSelectElement) note(element, element.value, getComputedStyle(element))
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) visit(child)
  }
  for (const element of document.querySelectorAll(selector)) visit(element)
  return texts
}
