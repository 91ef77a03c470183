import type { ElementOptions } from '../options.ts'
import { adopt } from './adopt-styles.ts'
import { CONTAINER } from './fragment-state.ts'
import { type Color, needsSurface, over, themeFor } from './page-colors.ts'
import styles from './page-theme.css?inline'

const CHANGES = ['transitionend', 'animationstart'] as const

interface Watched {
  options: Pick<ElementOptions, 'theme' | 'font'>
  font: CSSStyleSheet | null
}

const watched = new WeakMap<HTMLElement, Watched>()
/** Elements to look at again when the reader's system changes between light and dark. */
const onSystemChange = new WeakMap<HTMLElement, () => void>()
const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)'

/**
 * Applies theme, direction and font from the options and the page to an element, now and after each change. `content`
 * is about to be inserted into it. Transitions and animations on the host's `::before` (`page-theme.css`) report
 * changes, so nothing polls or observes the page.
 */
export function watchPageTheme(host: HTMLElement, options: Watched['options'], content?: ParentNode): void {
  const existing = watched.get(host)
  // Reading styles again would force a layout of the whole page.
  if (existing && existing.options.theme === options.theme && existing.options.font === options.font) return
  if (existing) existing.options = options
  else {
    watched.set(host, { options, font: null })
    if (host.shadowRoot) adopt(host.shadowRoot, styles)
    for (const type of CHANGES) host.addEventListener(type, onChange)
    const follow = () => void followTheme(host)
    onSystemChange.set(host, follow)
    matchMedia(SYSTEM_IS_DARK).addEventListener('change', follow)
  }
  applyTheme(host, content)
}

/** Stops following the page. */
export function unwatchPageTheme(host: HTMLElement): void {
  watched.delete(host)
  for (const type of CHANGES) host.removeEventListener(type, onChange)
  const follow = onSystemChange.get(host)
  if (follow) matchMedia(SYSTEM_IS_DARK).removeEventListener('change', follow)
}

function onChange({ target, currentTarget, pseudoElement }: AnimationEvent | TransitionEvent): void {
  if (target !== currentTarget || pseudoElement !== '::before') return
  // These events come before the frame's layout, which reading styles now would force.
  setTimeout(() => void followTheme(target as HTMLElement))
}

/** Applies the theme once backgrounds behind the element have changed, too: meanwhile text and background don't fit. */
async function followTheme(host: HTMLElement): Promise<void> {
  const changes: Promise<unknown>[] = []
  for (let node: Element | null = host; node; node = parentOf(node)) {
    for (const animation of node.getAnimations()) {
      if ((animation as CSSTransition).transitionProperty?.startsWith('background')) changes.push(animation.finished)
    }
  }
  if (changes.length > 0) await Promise.allSettled(changes)
  applyTheme(host)
}

function applyTheme(host: HTMLElement, content?: ParentNode): void {
  const about = watched.get(host)
  const root = host.shadowRoot
  if (!about || !root) return
  const { theme = 'auto', font } = about.options
  const { direction, fontFamily, fontSize } = getComputedStyle(host)
  const background = backgroundOf(host)
  const chosen = theme === 'system' ? (prefersDark() ? 'dark' : 'light') : theme
  const { theme: fitting, hasSurface } =
    chosen === 'auto'
      ? themeFor(colorOf(getComputedStyle(host).color, root), background)
      : { theme, hasSurface: needsSurface(chosen, background) }
  host.dataset.stoaTheme = fitting
  host.toggleAttribute('data-stoa-surface', hasSurface)
  // A page may set the direction by style, and `:dir()` only respects attributes.
  const container = (content ?? root).querySelector<HTMLElement>(`.${CONTAINER}`)
  container?.removeAttribute('dir')
  if (container && host.matches(':dir(rtl)') !== (direction === 'rtl')) container.dir = direction

  if (font === 'inherit' && !about.font) {
    about.font = new CSSStyleSheet()
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, about.font]
  }
  about.font?.replaceSync(font === 'inherit' ? `:host{--stoa-font:${fontFamily};--stoa-rem:${fontSize}}` : '')
}

const prefersDark = () => matchMedia(SYSTEM_IS_DARK).matches

/** The color behind an element; null if the page shows a picture there. */
function backgroundOf(host: HTMLElement): Color | null {
  const layers: Color[] = []
  for (const [style, opacity] of backgroundsOf(host)) {
    // An image covers the color of its element.
    if (/url|gradient/.test(style.getPropertyValue('background-image'))) return null
    const [red, green, blue, alpha] = colorOf(style.backgroundColor, host.shadowRoot)
    layers.push([red, green, blue, alpha * opacity])
    if (alpha * opacity === 1) break
  }
  // A `<meta name="color-scheme">` of the page counts, too, which its root's styles don't tell.
  const colorScheme = getComputedStyle(document.documentElement).getPropertyValue('color-scheme')
  if (layers.at(-1)?.[3] !== 1) layers.push(colorOf('Canvas', host.shadowRoot, colorScheme))
  return layers.reduceRight((below, layer) => over(layer, below))
}

/** Styles of what is painted behind an element, topmost first, with their opacity. */
function* backgroundsOf(host: HTMLElement): Generator<[style: CSSStyleDeclaration, opacity: number]> {
  for (let node: Element | null = host; node; node = parentOf(node)) {
    const own = getComputedStyle(node)
    const styles = [own]
    for (const name of ['::before', '::after']) {
      const style = getComputedStyle(node, name)
      if (!isBackground(style, { host, node })) continue
      if (Number(style.zIndex) < 0 && !isLowest(node, own)) styles.push(style)
      else styles.unshift(style)
    }
    for (const style of styles) yield [style, style === own ? 1 : Number(style.opacity)]
  }
}

/** Whether a pseudo-element is laid below its element or the whole page. */
function isBackground(style: CSSStyleDeclaration, { host, node }: { host: HTMLElement; node: Element }): boolean {
  const { content, position, width, height, zIndex } = style
  const isFixed = position === 'fixed'
  if (content === 'none' || !(isFixed || position === 'absolute') || Number(zIndex) > 0) return false
  const needed = isFixed ? innerHeight : node.scrollHeight
  return Number.parseFloat(width) + 1 >= host.offsetWidth && Number.parseFloat(height) + 1 >= needed
}

/** Whether nothing within the element is painted below its background. */
function isLowest(node: Element, { zIndex, isolation, transform }: CSSStyleDeclaration): boolean {
  const { documentElement, body } = document
  if (node === documentElement || zIndex !== 'auto' || isolation === 'isolate' || transform !== 'none') return true
  // The background of `body` is the page's if the root has none.
  return node === body && getComputedStyle(documentElement).backgroundColor === 'rgba(0, 0, 0, 0)'
}

/** The parent in the page as it is shown. */
function parentOf(node: Element): Element | null {
  if (node.assignedSlot) return node.assignedSlot
  const parent = node.parentNode
  return parent instanceof ShadowRoot
    ? parent.host
    : (parent as Element | null)?.nodeType === 1
      ? (parent as Element)
      : null
}

/** Reads a computed color. The browser converts notations other than `rgb(…)` in a probe. */
function colorOf(text: string, root: ShadowRoot | null, colorScheme = ''): Color {
  const rgb = /^rgba?\(([^)]+)\)$/.exec(text)?.[1]
  if (rgb) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = rgb.split(/[\s,/]+/).map(Number)
    return [red / 255, green / 255, blue / 255, alpha]
  }
  const probe = document.createElement('span')
  probe.style.colorScheme = colorScheme
  probe.style.color = `color-mix(in srgb, ${text}, ${text})`
  root?.append(probe)
  const converted = getComputedStyle(probe).color
  probe.remove()
  const [red = 0, green = 0, blue = 0, alpha = converted ? 1 : 0] = converted.match(/[\d.e+-]+/g)?.map(Number) ?? []
  return [red, green, blue, alpha]
}
