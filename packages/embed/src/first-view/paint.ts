import type { MountOptions } from '../loader/define-element.ts'
import { adopt, applyTextSize } from './adopt-styles.ts'
import { deferComments } from './defer-comments.ts'
import { adoptTheme, type DomainTheme } from './domain-theme.ts'
import { unwatchPageTheme, watchPageTheme } from './page-theme.ts'
import { nextTask } from './schedule.ts'
import styles from './styles.css?inline'

export { styles }

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string }
}

/** The policy that a page with Trusted Types must allow. */
const POLICY = 'stoa'

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/**
 * Marks only the forum's own HTML as trusted. Throws where the page doesn't allow the policy; the component code then
 * renders the thread.
 */
function trusted(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return html
  policy ??= trustedTypes.createPolicy(POLICY, { createHTML: (markup) => markup })
  return policy.createHTML(html)
}

/**
 * Shows the server's HTML before any component code has loaded. The HTML is parsed as a document that runs no scripts,
 * and its nodes are moved into the shadow root. Each stage is its own task. Resolves when the first comments are in
 * place, with the function that inserts the others; null if `isOver` before.
 */
export async function paint(
  host: HTMLElement,
  html: string,
  {
    options,
    theme,
    isOver = () => false,
  }: { options: MountOptions; theme?: DomainTheme | undefined; isOver?: () => boolean },
): Promise<(() => Promise<void>) | null> {
  // The publisher included the HTML in the page.
  if (!html) {
    if (host.shadowRoot) {
      prepare(host.shadowRoot, options)
      adopt(host.shadowRoot, styles)
    }
    return async () => {}
  }
  const { body } = new DOMParser().parseFromString(trusted(html), 'text/html')
  const insertRest = deferComments(body)
  await nextTask()
  if (isOver()) return null
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  // Before the font of the page, which an option prefers.
  if (theme) adoptTheme(shadow, theme)
  prepare(shadow, options, body)
  await nextTask()
  if (isOver()) {
    unwatchPageTheme(host)
    return null
  }
  // Done in the same frame, as the element's own margins would move the content.
  adopt(shadow, styles)
  shadow.replaceChildren(...body.childNodes)
  return insertRest
}

/** Reads computed styles, which would force a layout after any element of the page has inserted its nodes. */
function prepare(root: ShadowRoot, options: MountOptions, content?: ParentNode): void {
  applyTextSize(root)
  watchPageTheme(root.host as HTMLElement, options, content)
}
