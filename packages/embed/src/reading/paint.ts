import { adopt } from '../adopt-styles.ts'
import styles from '../styles.css?inline'

export { styles }

/**
 * Shows the thread as the server rendered it, before any of the widget's own code is there. What comes from the server
 * is parsed as a document that runs nothing, and its nodes are moved in; the element then takes them over.
 */
export function paint(host: HTMLElement, html: string): void {
  const template = new DOMParser().parseFromString(html, 'text/html').querySelector('template')
  if (!template || host.shadowRoot?.firstChild) return
  // The style sheet that serves readers without a script.
  template.content.querySelector('link')?.remove()
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  adopt(shadow, styles)
  shadow.append(template.content)
}
