import { adopt } from '../adopt-styles.ts'
import styles from '../styles.css?inline'
import { holdBack } from './hold-back.ts'

export { styles }

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string }
}

/** Name of the policy that a page which restricts Trusted Types has to allow. */
const POLICY = 'stoa'

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/**
 * The forum's own rendering as a page takes it that enforces Trusted Types; nothing else goes this way. Throws where the
 * page does not allow the policy: then the element's own code draws the thread, without markup.
 */
function trusted(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return html
  policy ??= trustedTypes.createPolicy(POLICY, { createHTML: (own) => own })
  return policy.createHTML(html)
}

/**
 * Shows the thread as the server rendered it, before any of the widget's own code is there. What comes from the server
 * is parsed as a document that runs nothing, and its nodes are moved in; the element then takes them over. Comes back when
 * all are there; the first stand at once.
 */
export function paint(host: HTMLElement, html: string): Promise<void> {
  // A publisher has included the rendering in the page.
  if (host.shadowRoot?.firstChild) return Promise.resolve()
  const template = new DOMParser().parseFromString(trusted(html), 'text/html').querySelector('template')
  if (!template) return Promise.resolve()
  // The style sheet that serves readers without a script.
  template.content.querySelector('link')?.remove()
  const complete = holdBack(template.content)
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  adopt(shadow, styles)
  shadow.append(template.content)
  return complete()
}
