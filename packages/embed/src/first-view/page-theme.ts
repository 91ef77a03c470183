import type { ElementOptions } from '../options.ts'
import { adopt } from './adopt-styles.ts'
import { CONTAINER } from './fragment-state.ts'
import styles from './page-theme.css?inline'

/** OKLab lightness between dark and light text. */
const LIGHT_TEXT = 0.65

const CHANGES = ['transitionend', 'animationstart'] as const

interface Watched {
  options: Pick<ElementOptions, 'theme' | 'font'>
  font: CSSStyleSheet | null
}

const watched = new WeakMap<HTMLElement, Watched>()

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
  }
  applyTheme(host, content)
}

/** Stops following the page. */
export function unwatchPageTheme(host: HTMLElement): void {
  watched.delete(host)
  for (const type of CHANGES) host.removeEventListener(type, onChange)
}

function onChange({ target, currentTarget, pseudoElement }: AnimationEvent | TransitionEvent): void {
  if (target !== currentTarget || pseudoElement !== '::before') return
  // These events come before the frame's layout, which reading styles now would force.
  setTimeout(() => applyTheme(target as HTMLElement))
}

function applyTheme(host: HTMLElement, content?: ParentNode): void {
  const about = watched.get(host)
  const root = host.shadowRoot
  if (!about || !root) return
  const { theme = 'auto', font } = about.options
  const { direction, fontFamily, fontSize } = getComputedStyle(host)
  host.dataset.stoaTheme = theme === 'auto' ? themeOf(host) : theme
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

function themeOf(host: HTMLElement): 'light' | 'dark' {
  // `page-theme.css` converts any notation to `oklab(lightness …)`.
  const lightness = /^oklab\(([\d.]+)/.exec(getComputedStyle(host, '::before').color)?.[1]
  return Number(lightness) > LIGHT_TEXT ? 'dark' : 'light'
}
