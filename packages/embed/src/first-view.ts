import { adopt } from './adopt-styles.ts'
import type { MountOptions } from './define-element.ts'
import styles from './styles.css?inline'

export { styles }

const APPROACH = ['pointerenter', 'focusin', 'touchstart'] as const
const IDLE_WITHIN_MS = 2000

/**
 * Shows the thread as the server rendered it, before any of the widget's own code is there. What comes from the server
 * is parsed as a document that runs nothing, and its nodes are moved in; the element then takes them over.
 */
export function paint(host: HTMLElement, about: { html: string; options: MountOptions }): void {
  const { html, options } = about
  const template = new DOMParser().parseFromString(html, 'text/html').querySelector('template')
  if (!template || host.shadowRoot) return
  // The style sheet that serves readers without a script.
  template.content.querySelector('link')?.remove()
  if (options.theme === 'light' || options.theme === 'dark') host.dataset.stoaTheme = options.theme
  const shadow = host.attachShadow({ mode: 'open' })
  adopt(shadow, styles)
  shadow.append(document.importNode(template.content, true))
}

/** Waits until the browser has time, or the reader comes near. */
export function untilWanted(host: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of APPROACH) host.removeEventListener(event, done)
      resolve()
    }
    for (const event of APPROACH) host.addEventListener(event, done, { passive: true })
    if (typeof requestIdleCallback === 'function') requestIdleCallback(done, { timeout: IDLE_WITHIN_MS })
    else setTimeout(done, 200)
  })
}
